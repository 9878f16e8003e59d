import { decodeText } from './charset';
import { cleanText } from './cleanText';
import { type FormatReader, plainReading } from './format';

/** JSON is its own text. What does not parse is still text, and is said to be damaged. */
export const read: FormatReader = async (input) => {
  const { text: raw, charset, missing } = decodeText(input.bytes, input.declaredCharset, false);
  const text = cleanText(raw);
  try {
    JSON.parse(text);
  } catch (error) {
    missing.push(`The JSON does not parse and is kept as text (${error instanceof Error ? error.message : String(error)}).`);
  }
  return { ...plainReading(text, 'application/json', 'json'), charset, missing };
};

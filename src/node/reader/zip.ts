import { unzipSync } from 'fflate';
import { ReadError } from './format';

/** Caps before anything is inflated: a document of 50 MB holds far less, a bomb far more. */
const maxEntries = 10_000;
const maxInflated = 300_000_000;
/** Office XML shrinks to a fiftieth at best; what promises more is refused once it is big. */
const maxRatio = 150;
const ratioMatters = 10_000_000;

/**
 * The named parts of an Office file or EPUB. All entries count against the caps, wanted or not. An entry that holds more than it declares
 * is cut at what it declares.
 */
export function unzip(bytes: Uint8Array, address: string, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  let entries = 0;
  let inflated = 0;
  const refuse = (what: string): never => {
    throw new ReadError('too-large', `${address} is an archive that ${what}, as files made to exhaust a reader do. It was not unpacked; ask its author for a plain copy.`);
  };
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        entries += 1;
        inflated += originalSize;
        if (entries > maxEntries) refuse(`holds more than ${maxEntries} files`);
        if (inflated > maxInflated) refuse(`inflates to more than ${maxInflated / 1_000_000} MB`);
        if (originalSize > ratioMatters && originalSize > maxRatio * size) refuse(`inflates a part to ${Math.round(originalSize / Math.max(1, size))} times its size`);
        return wanted(name);
      },
    });
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw new ReadError('damaged', `${address} cannot be unpacked (${error instanceof Error ? error.message : String(error)}). Open it in its own program, save it again and add that copy.`);
  }
  return new Map(Object.entries(files));
}

export function partText(parts: Map<string, Uint8Array>, name: string): string | null {
  const bytes = parts.get(name);
  return bytes === undefined ? null : new TextDecoder().decode(bytes);
}

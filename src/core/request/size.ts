/** UTF-8 bytes of a text, without making them. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00) { bytes += 4; at++; } else bytes += 3;
  }
  return bytes;
}

/** Bytes a token when no server has said anything yet: low, so that an estimate errs on the safe side. */
const assumedBytesPerToken = 3.2;

/** Bytes a token by the server's own figures, with a tenth of air; the assumption until there are any. */
export function bytesPerToken(measured: { bytes: number; tokens: number }): number {
  return measured.tokens < 500 ? assumedBytesPerToken : Math.min(6, Math.max(1.5, measured.bytes / measured.tokens)) * 0.9;
}

/**
 * Where a window over growing exchanges begins: when their sizes pass `limit`, it moves on until half of it is left. It so
 * moves in big steps, and between them two requests share everything but what was appended.
 */
export function windowStart(sizes: readonly number[], limit: number): number {
  let start = 0;
  let held = 0;
  sizes.forEach((size, at) => {
    held += size;
    if (held <= limit) return;
    while (held > limit / 2 && start < at) held -= sizes[start++] ?? 0;
  });
  return start;
}

/** Numbers of 32 bits in one piece of memory that doubles when full. */
export class Growing {
  length = 0;
  values = new Uint32Array(1024);

  push(value: number): void {
    if (this.length === this.values.length) this.values = enlarged(this.values, new Uint32Array(this.length * 2));
    this.values[this.length++] = value;
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.values.buffer, 0, this.length * 4);
  }
}

/** Bytes in one piece of memory that doubles when full. */
export class GrowingBytes {
  length = 0;
  values = new Uint8Array(1024);

  push(value: number): void {
    if (this.length === this.values.length) this.values = enlarged(this.values, new Uint8Array(this.length * 2));
    this.values[this.length++] = value;
  }

  append(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.values.length) this.values = enlarged(this.values, new Uint8Array(Math.max(this.length + bytes.length, this.values.length * 2)));
    this.values.set(bytes, this.length);
    this.length += bytes.length;
  }

  view(): Uint8Array {
    return this.values.subarray(0, this.length);
  }
}

function enlarged<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

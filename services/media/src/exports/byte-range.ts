export interface ByteRange {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/**
 * One plain range of the header `Range` (RFC 9110) on this many bytes. Undefined: none is asked for, or several, or something else, and
 * the whole is sent, as HTTP allows. Null: it lies outside.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') {
    return undefined;
  }
  if (first === '') {
    return Number(last) === 0 ? null : { from: Math.max(0, bytes - Number(last)), to: bytes - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) {
    return undefined;
  }
  const to = Math.min(bytes - 1, last === '' ? bytes - 1 : Number(last));
  return Number(first) >= bytes ? null : { from: Number(first), to };
}

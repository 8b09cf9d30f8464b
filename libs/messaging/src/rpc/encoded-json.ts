/**
 * An answer that is JSON already, for reads whose JSON comes ready from the database: it goes out as it is, so a month of posts is
 * never parsed and written again on its way. It keeps its contract like any answer (RPC_CHECK_OUTPUT holds it against it).
 */
export class EncodedJson {
  /** UTF-8; may be shared between answers, so nobody writes to it. */
  readonly bytes: Uint8Array;

  /** Differs whenever the answer does; null when its owner gives it none. */
  readonly fingerprint: string | null;

  /** It is a plain array that is shorter than its list. */
  readonly isTruncated: boolean;

  /** Bytes as they are, or pieces of text that together are JSON: joined as bytes, without making one large string of them first. */
  constructor(json: Uint8Array | string | readonly string[], fingerprint: string | null = null, isTruncated = false) {
    this.fingerprint = fingerprint;
    this.isTruncated = isTruncated;
    this.bytes = json instanceof Uint8Array ? json : join(typeof json === 'string' ? [json] : json);
  }
}

/** The answer whose fingerprint the caller named still holds (`RpcContext.knownFingerprint`); nothing else is sent. */
export class Unchanged {
  readonly fingerprint: string;

  constructor(fingerprint: string) {
    this.fingerprint = fingerprint;
  }
}

function join(pieces: readonly string[]): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let end = 0;
  for (const piece of pieces) {
    end += bytes.write(piece, end);
  }
  return bytes;
}

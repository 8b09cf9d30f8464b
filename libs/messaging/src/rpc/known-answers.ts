/** An answer as it last came, with what its owner says it rests on. */
export interface KnownAnswer {
  readonly fingerprint: string;
  readonly bytes: Uint8Array;
}

/** Of the memory of one process; some 40 months of a busy business. */
const MAX_BYTES = 4 * 1_048_576;

/**
 * Answers that came lately, by who asked for what. Nothing is believed for its age: the owner is asked at every request whether the
 * answer still holds (by its fingerprint), so what did not change is not carried over the broker again. The longest unasked
 * go first.
 */
export class KnownAnswers {
  private readonly answers = new Map<string, KnownAnswer>();
  private bytes = 0;

  get(key: string): KnownAnswer | undefined {
    const found = this.answers.get(key);
    if (found !== undefined) {
      this.answers.delete(key);
      this.answers.set(key, found); // a Map keeps the order of insertion: now it is the youngest
    }
    return found;
  }

  put(key: string, answer: KnownAnswer): void {
    this.forget(key);
    if (answer.bytes.byteLength > MAX_BYTES / 4) {
      return;
    }
    this.answers.set(key, answer);
    this.bytes += answer.bytes.byteLength;
    for (const oldest of this.answers.keys()) {
      if (this.bytes <= MAX_BYTES) {
        return;
      }
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    const known = this.answers.get(key);
    if (known === undefined) {
      return;
    }
    this.answers.delete(key);
    this.bytes -= known.bytes.byteLength;
  }
}

/** Of all owners; more are not kept, however busy the product is. */
const MOST = 20_000;
/** Of one owner, about 30 kB: a flood of one pushes out nobody else's, and an opening page is not sent more than it takes at once. */
const MOST_OF_ONE = 300;

/**
 * What was told lately, for pages that are only opening their stream: they have read what they show some seconds before, and a hint in
 * between would be lost to them. Two generations, so that what is told is kept for one to two times between two calls of `age`.
 */
export class RecentHints {
  /** By owner: when each text was told last. */
  private young = new Map<string, Map<string, number>>();
  private old: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map();
  private count = 0;

  /**
   * @param owner id of a business or a payer
   * @param at of the clock that never jumps, in milliseconds
   */
  keep(owner: string, text: string, at: number): void {
    if (this.count >= MOST) {
      this.age();
    }
    const texts = this.young.get(owner) ?? new Map<string, number>();
    this.young.set(owner, texts);
    const before = texts.size;
    texts.delete(text);
    texts.set(text, at);
    if (texts.size > MOST_OF_ONE) {
      const [oldest = ''] = texts.keys();
      texts.delete(oldest);
    }
    this.count += texts.size - before;
  }

  /** What was told at `from` or later: each text once, the older ones first; at most the latest of them. */
  of(owner: string, from: number): string {
    const texts = new Map([...(this.old.get(owner) ?? []), ...(this.young.get(owner) ?? [])]);
    return [...texts]
      .filter(([, at]) => at >= from)
      .slice(-MOST_OF_ONE)
      .map(([text]) => text)
      .join('');
  }

  /** Forgets what was told before the last call. */
  age(): void {
    this.old = this.young;
    this.young = new Map();
    this.count = 0;
  }
}

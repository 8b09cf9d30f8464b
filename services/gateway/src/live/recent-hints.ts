/** Of all owners; more are not kept, however busy the product is. */
const MOST = 20_000;
/** Of one owner, about 30 kB: a flood of one pushes out nobody else's, and an opening page is not sent more than it takes at once. */
const MOST_OF_ONE = 300;

/**
 * What was told lately, for pages that are only opening their stream: they have read what they show some seconds before, and a hint in
 * between would be lost to them. Two generations, so that what is told is kept for one to two times between two calls of `age`.
 */
export class RecentHints {
  private young = new Map<string, Set<string>>();
  private old: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  private count = 0;

  /** @param owner id of a business or a payer */
  keep(owner: string, text: string): void {
    if (this.count >= MOST) {
      this.age();
    }
    const texts = this.young.get(owner) ?? new Set<string>();
    this.young.set(owner, texts);
    const before = texts.size;
    texts.add(text);
    if (texts.size > MOST_OF_ONE) {
      const [oldest = ''] = texts;
      texts.delete(oldest);
    }
    this.count += texts.size - before;
  }

  /** Each text once, the older ones first; at most the latest of them. */
  of(owner: string): string {
    const texts = new Set([...(this.old.get(owner) ?? []), ...(this.young.get(owner) ?? [])]);
    return [...texts].slice(-MOST_OF_ONE).join('');
  }

  /** Forgets what was told before the last call. */
  age(): void {
    this.old = this.young;
    this.young = new Map();
    this.count = 0;
  }
}

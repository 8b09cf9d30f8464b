/** More are not kept, however busy the product is. */
const MOST = 20_000;

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
    const texts = this.young.get(owner) ?? new Set();
    this.young.set(owner, texts.add(text));
    this.count += 1;
  }

  /** Each text once, the older ones first. */
  of(owner: string): string {
    return [...new Set([...(this.old.get(owner) ?? []), ...(this.young.get(owner) ?? [])])].join('');
  }

  /** Forgets what was told before the last call. */
  age(): void {
    this.old = this.young;
    this.young = new Map();
    this.count = 0;
  }
}

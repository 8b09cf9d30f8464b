import { toggled } from '#lib/toggled.ts';

/**
 * What is selected, and from where a range starts. `but` null: the photos in `ids`. Otherwise everything that matches, read or
 * not, `but` these.
 */
export type Selection = { ids: ReadonlySet<string>; but: ReadonlySet<string> | null; anchor: string | null };

const none: ReadonlySet<string> = new Set();

export const nothingSelected: Selection = { ids: none, but: null, anchor: null };
export const allSelected: Selection = { ids: none, but: none, anchor: null };

export function isSelected({ ids, but }: Selection, id: string): boolean {
  return but ? !but.has(id) : ids.has(id);
}

/** How many are selected of a list of `total`. */
export function countOf({ ids, but }: Selection, total: number): number {
  return but ? Math.max(0, total - but.size) : ids.size;
}

/** A plain click toggles one; with Shift everything between the anchor and the clicked one joins. */
export function select(selection: Selection, order: readonly string[], id: string, range: boolean): Selection {
  const { ids, but, anchor } = selection;
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (range && from >= 0 && to >= 0) {
    const [first, last] = from < to ? [from, to] : [to, from];
    const between = new Set(order.slice(first, last + 1));
    return but ? { ids, but: but.difference(between), anchor } : { ids: ids.union(between), but, anchor };
  }
  return but ? { ids, but: toggled(but, id), anchor: id } : { ids: toggled(ids, id), but, anchor: id };
}

/** Photos that are gone are no longer selected. */
export function keepExisting(selection: Selection, existing: ReadonlySet<string>): Selection {
  const ids = new Set([...selection.ids].filter((id) => existing.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}

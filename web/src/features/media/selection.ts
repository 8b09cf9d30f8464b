import { toggled } from '#lib/toggled.ts';

/**
 * What is selected, and from where a range starts. `but` null: the photos in `ids`. Otherwise everything that matches, read or
 * not, `but` these.
 */
export type Selection = { ids: ReadonlySet<string>; but: ReadonlySet<string> | null; anchor: Anchor | null };
/** A photo and its place in the whole list, from 0. */
export type Anchor = { id: string; place: number };
/** What is known of the list: the ids from the place `before` on, to its end when it `isWhole`. */
export type KnownPart = { ids: readonly string[]; before: number; isWhole: boolean };

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
export function select(selection: Selection, known: KnownPart, id: string, range: boolean): Selection {
  const { ids, but, anchor } = selection;
  const from = anchor === null ? -1 : known.ids.indexOf(anchor.id);
  const to = known.ids.indexOf(id);
  if (range && from >= 0 && to >= 0) {
    return join(selection, known.ids.slice(Math.min(from, to), Math.max(from, to) + 1));
  }
  const clicked = { id, place: known.before + to };
  return but ? { ids, but: toggled(but, id), anchor: clicked } : { ids: toggled(ids, id), but, anchor: clicked };
}

/** These are selected too. */
export function join({ ids, but, anchor }: Selection, more: readonly string[]): Selection {
  const joined = new Set(more);
  return but ? { ids, but: but.difference(joined), anchor } : { ids: ids.union(joined), but, anchor };
}

/**
 * Photos that are gone are neither selected nor left out. Only of a part that begins where it began can it be told: of another part, what is
 * missing lies elsewhere. And only of what stood before one that is still there: what is missing at the end may have been pushed out
 * by new photos, unless nothing follows.
 */
export function keepExisting(selection: Selection, before: KnownPart, now: KnownPart): Selection {
  const named = selection.but ?? selection.ids;
  if (named.size === 0 || before.before !== now.before) {
    return selection;
  }
  const there = new Set(now.ids);
  const end = now.isWhole ? before.ids.length : before.ids.findLastIndex((id) => there.has(id));
  const gone = before.ids.filter((id, index) => index < end && !there.has(id) && named.has(id));
  return gone.length === 0 ? selection : parted(selection, new Set(gone));
}

/** What a change was begun with is no longer selected; what was selected since is. */
export function without(selection: Selection, begun: Selection): Selection {
  if (begun.but) {
    return selection.but ? nothingSelected : selection;
  }
  return selection.but ? selection : parted(selection, begun.ids);
}

/** Without some of the ids, of those that are selected or of those that are not. No range starts from one of them any more. */
function parted(selection: Selection, gone: ReadonlySet<string>): Selection {
  const { ids, but } = selection;
  const anchor = selection.anchor && gone.has(selection.anchor.id) ? null : selection.anchor;
  return but ? { ids, but: but.difference(gone), anchor } : { ids: ids.difference(gone), but, anchor };
}

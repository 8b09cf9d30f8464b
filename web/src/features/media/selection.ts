/** What is selected and from where a range starts. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** A plain click toggles one; with Shift everything between the anchor and the clicked one joins. */
export function select(selection: Selection, order: readonly string[], id: string, range: boolean): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (range && from >= 0 && to >= 0) {
    const [first, last] = from < to ? [from, to] : [to, from];
    return { ids: new Set([...selection.ids, ...order.slice(first, last + 1)]), anchor: selection.anchor };
  }
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) {
    ids.add(id);
  }
  return { ids, anchor: id };
}

/** Photos that are gone are no longer selected. */
export function keepExisting(selection: Selection, order: readonly string[]): Selection {
  const ids = new Set([...selection.ids].filter((id) => order.includes(id)));
  return ids.size === selection.ids.size ? selection : { ids, anchor: selection.anchor };
}

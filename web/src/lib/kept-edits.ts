/** What every key of this store begins with. */
export const KEPT_EDITS = 'postloom.edits.';

/** Keeps what is typed at a place on this device; null, or no edits at all, forgets it. */
export function keepEdits(place: string, edits: object | null): void {
  try {
    if (edits === null || Object.keys(edits).length === 0) {
      localStorage.removeItem(KEPT_EDITS + place);
    } else {
      localStorage.setItem(KEPT_EDITS + place, JSON.stringify(edits));
    }
  } catch {
    return; // Storage is blocked or full: the form still works, it is only not kept.
  }
}

/** What was kept for a place; no edits when there is nothing, or nothing that can be read. */
export function keptEdits(place: string): object {
  try {
    const edits: unknown = JSON.parse(localStorage.getItem(KEPT_EDITS + place) ?? '{}');
    return typeof edits === 'object' && edits !== null ? edits : {};
  } catch {
    return {};
  }
}

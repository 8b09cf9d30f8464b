/** A photo that a schedule may take. */
export interface Candidate {
  readonly id: string;
  readonly uploadedAt: Date;
}

/** When a schedule last used a photo, and in which round of the rotation. */
export interface PhotoTurn {
  readonly photoId: string;
  readonly round: number;
  readonly usedAt: Date;
}

export interface PickedPhoto {
  readonly photoId: string;
  readonly round: number;
  /** Every photo had been used, so a new round begins with this one: the owner is notified. */
  readonly isRoundNew: boolean;
}

/** The current round; the first is 1. */
export function presentRound(turns: readonly PhotoTurn[]): number {
  return turns.reduce((latest, { round }) => Math.max(latest, round), 1);
}

/**
 * Least recently used first, and none a second time before every other has had its turn. Among photos never used, the one uploaded first. A
 * photo added in mid-round gets its turn in it; a deleted one is not waited for. Null: no photo.
 */
export function pickPhoto(candidates: readonly Candidate[], turns: readonly PhotoTurn[]): PickedPhoto | null {
  const round = presentRound(turns);
  const last = new Map(turns.map((turn) => [turn.photoId, turn]));
  const waiting = candidates.filter(({ id }) => last.get(id)?.round !== round);
  const isRoundNew = waiting.length === 0;
  const [first] = (isRoundNew ? [...candidates] : waiting).toSorted(
    (a, b) =>
      compare(usedAt(a), usedAt(b)) || a.uploadedAt.getTime() - b.uploadedAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  if (first === undefined) {
    return null;
  }
  return { photoId: first.id, round: isRoundNew ? round + 1 : round, isRoundNew };

  function usedAt({ id }: Candidate): number {
    return last.get(id)?.usedAt.getTime() ?? -Infinity;
  }
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

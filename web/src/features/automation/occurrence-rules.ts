import type { Occurrence } from '@postloom/contracts';

export type OccurrenceEdit = { caption: string; photoId: string | null; timeOfDay: string };

/** What changed against the occurrence, with null for what goes back to the schedule; null when nothing changed. */
export function occurrenceChanges(
  occurrence: Pick<Occurrence, 'caption' | 'photoId'>,
  before: { timeOfDay: string; ruleTime: string },
  edit: OccurrenceEdit,
) {
  const caption = edit.caption.trim() === '' ? null : edit.caption.trim();
  const changes = {
    ...(caption !== occurrence.caption ? { caption } : {}),
    ...(edit.photoId !== occurrence.photoId ? { photoId: edit.photoId } : {}),
    ...(edit.timeOfDay !== before.timeOfDay
      ? { timeOfDay: edit.timeOfDay === before.ruleTime ? null : edit.timeOfDay }
      : {}),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

import type { Crop, Photo, PhotoEdit } from '@postloom/contracts';
import { useState } from 'react';
import { lookFrame, MOST_DEGREES, MOST_TONE } from '#lib/contract-data.ts';
import { keepEdits, keptEdits } from '#lib/kept-edits.ts';
import { draftOf, editOf, isSame, QUARTERS, type Draft, type Size } from './changes.ts';

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

function isCropOf(crop: unknown, frame: Size): crop is Crop {
  const { x, y, width, height } = (crop ?? {}) as Partial<Record<keyof Crop, unknown>>;
  return (
    [x, y, width, height].every(Number.isInteger) &&
    isWithin(width, 1, frame.width) &&
    isWithin(height, 1, frame.height) &&
    isWithin(x, 0, frame.width - width) &&
    isWithin(y, 0, frame.height - height)
  );
}

/** What was left in the editor; null when that is nothing, or nothing that can be made of this photo. */
function draftAt(place: string, size: Size): Draft | null {
  const { mirrored, turn, degrees, crop, ...tones } = keptEdits(place) as Partial<Record<keyof PhotoEdit, unknown>>;
  const quarter = QUARTERS.find((one) => one === turn);
  const { brightness, contrast, saturation } = tones;
  if (
    typeof mirrored !== 'boolean' ||
    quarter === undefined ||
    !isWithin(degrees, -MOST_DEGREES, MOST_DEGREES) ||
    !isWithin(brightness, -MOST_TONE, MOST_TONE) ||
    !isWithin(contrast, -MOST_TONE, MOST_TONE) ||
    !isWithin(saturation, -MOST_TONE, MOST_TONE)
  ) {
    return null;
  }
  const rest = { mirrored, turn: quarter, degrees, brightness, contrast, saturation };
  if (crop === null) {
    return draftOf(size, { version: 1, ...rest, crop });
  }
  return isCropOf(crop, lookFrame(size, rest)) ? { ...rest, crop } : null;
}

/** What a person makes of a photo. Until it is saved or given up it is there again when the editor is opened, whichever way they left. */
export function useDraft({ id, edit = null }: Pick<Photo, 'id' | 'edit'>, size: Size) {
  const place = `look.${id}`;
  const [before] = useState(() => draftOf(size, edit));
  const [kept] = useState(() => {
    const left = draftAt(place, size);
    return left && !isSame(size, before, left) ? left : null;
  });
  const [draft, setDraft] = useState(kept ?? before);
  return {
    before,
    draft,
    isUnchanged: isSame(size, before, draft),
    /** It was begun before, and not saved. */
    isBroughtBack: kept !== null,
    become: (next: Draft) => {
      setDraft(next);
      keepEdits(place, isSame(size, before, next) ? null : editOf(size, next));
    },
    forget: () => keepEdits(place, null),
  };
}

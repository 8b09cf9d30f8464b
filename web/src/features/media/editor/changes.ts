import type { Crop, PhotoEdit } from '@postloom/contracts';
import { lookFrame, untouched } from '#lib/contract-data.ts';
import { cropOf, isWhole, mirroredCrop, refitted, turnedCrop } from './crop-box.ts';

export type Size = { width: number; height: number };

/** What the editor holds: as what is sent, but the crop is always drawn. */
export type Draft = Omit<PhotoEdit, 'version' | 'crop'> & { crop: Crop };

export const QUARTERS = [0, 90, 180, 270] as const;

export function draftOf(size: Size, edit: PhotoEdit | null): Draft {
  const { crop, ...rest } = edit ?? untouched;
  return { ...withoutVersion(rest), crop: crop ?? cropOf(lookFrame(size, rest), null) };
}

function withoutVersion({
  mirrored,
  turn,
  degrees,
  brightness,
  contrast,
  saturation,
}: Omit<Draft, 'crop'>): Omit<Draft, 'crop'> {
  return { mirrored, turn, degrees, brightness, contrast, saturation };
}

/** What is sent; a crop that cuts nothing off is none. */
export function editOf(size: Size, draft: Draft): PhotoEdit {
  return { version: 1, ...draft, crop: isWhole(draft.crop, lookFrame(size, draft)) ? null : draft.crop };
}

/** True when the two look the same. */
export function isSame(size: Size, one: Draft, other: Draft): boolean {
  return JSON.stringify(editOf(size, one)) === JSON.stringify(editOf(size, other));
}

/** By a quarter, clockwise or back. What is kept turns with the picture. */
export function turned(size: Size, draft: Draft, clockwise: boolean): Draft {
  const steps = clockwise ? 1 : 3;
  let { crop } = draft;
  let turn = draft.turn;
  for (let step = 0; step < steps; step += 1) {
    crop = turnedCrop(crop, lookFrame(size, { ...draft, turn }));
    turn = QUARTERS[(QUARTERS.indexOf(turn) + 1) % QUARTERS.length] ?? 0;
  }
  return { ...draft, turn, crop };
}

/** Left and right change places as the picture is seen, whichever way it was turned. */
export function flippedSideways(size: Size, draft: Draft): Draft {
  const turn = draft.turn % 180 === 0 ? draft.turn : draft.turn === 90 ? 270 : 90;
  return {
    ...draft,
    mirrored: !draft.mirrored,
    turn,
    degrees: withoutMinusZero(-draft.degrees),
    crop: mirroredCrop(draft.crop, lookFrame(size, draft)),
  };
}

/** Top and bottom change places: sideways, and half a turn. */
export function flippedUpsideDown(size: Size, draft: Draft): Draft {
  return turned(size, turned(size, flippedSideways(size, draft), true), true);
}

export function straightened(size: Size, draft: Draft, degrees: number): Draft {
  const next = { ...draft, degrees };
  const [before, after] = [lookFrame(size, draft), lookFrame(size, next)];
  return { ...next, crop: isWhole(draft.crop, before) ? cropOf(after, null) : refitted(draft.crop, before, after) };
}

function withoutMinusZero(value: number): number {
  return value === 0 ? 0 : value;
}

import { z } from 'zod';
import { Crop } from './crop.ts';
import { MOST_DEGREES, MOST_TONE } from './photo-look.ts';

const Percent = z.number().int().min(-MOST_TONE).max(MOST_TONE);

/** How a photo is to look, as changes of its original; `version` is that of these fields and of their meaning. */
export const PhotoEdit = z.strictObject({
  version: z.literal(1),
  mirrored: z.boolean(),
  turn: z.literal([0, 90, 180, 270]),
  /** In tenths. */
  degrees: z.number().min(-MOST_DEGREES).max(MOST_DEGREES).multipleOf(0.1),
  crop: Crop.nullable(),
  brightness: Percent,
  contrast: Percent,
  saturation: Percent,
});
export type PhotoEdit = z.infer<typeof PhotoEdit>;

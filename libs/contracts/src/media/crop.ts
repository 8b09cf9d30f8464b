import { z } from 'zod';

/** Pixels of the picture as it is stored, orientation applied. */
export const Crop = z.strictObject({
  x: z.number().int().nonnegative(),
  y: z.number().int().nonnegative(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
export type Crop = z.infer<typeof Crop>;

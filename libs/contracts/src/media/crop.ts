import { z } from 'zod';

/** In pixels of the stored picture, with its orientation applied. */
export const Crop = z.strictObject({
  x: z.number().int().nonnegative(),
  y: z.number().int().nonnegative(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
export type Crop = z.infer<typeof Crop>;

import { AppError } from '@postloom/contracts';

/** The refusal of a crop, in pixels of a picture of this size. */
export function outsideThePicture({ width, height }: { readonly width: number; readonly height: number }): AppError {
  return new AppError('validation_failed', 'The part to keep must lie within the picture.', {
    details: [{ path: 'crop', message: `This picture is ${width} x ${height} pixels.` }],
  });
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Shapes this far outside the allowed range are accepted anyway: platforms round. */
const ASPECT_TOLERANCE = 0.01;

/** 'inside' the range, 'near' it (accepted, but slightly cropped), or 'outside' (refused). */
export function aspectFit(
  { width, height }: PictureSize,
  aspect: { readonly min: number; readonly max: number },
): 'inside' | 'near' | 'outside' {
  const ratio = width / height;
  if (ratio >= aspect.min && ratio <= aspect.max) {
    return 'inside';
  }
  const isNear = ratio >= aspect.min * (1 - ASPECT_TOLERANCE) && ratio <= aspect.max * (1 + ASPECT_TOLERANCE);
  return isNear ? 'near' : 'outside';
}

/** The largest centred crop, in whole pixels, whose shape lies within the range. */
export function centredCrop(
  { width, height }: PictureSize,
  aspect: { readonly min: number; readonly max: number },
): PictureSize & { readonly x: number; readonly y: number } {
  const ratio = width / height;
  const cut = {
    width: ratio > aspect.max ? Math.max(1, Math.floor(height * aspect.max)) : width,
    height: ratio < aspect.min ? Math.max(1, Math.floor(width / aspect.min)) : height,
  };
  return { x: Math.floor((width - cut.width) / 2), y: Math.floor((height - cut.height) / 2), ...cut };
}

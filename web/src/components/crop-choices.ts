import type { Crop, Photo, Platform } from '@postloom/contracts';
import { centredCrop, platformRules } from '#lib/contract-data.ts';

/** Shapes that people cut pictures to, by the names that the platforms use. */
const shapes = [
  { label: '1:1', name: 'Square', ratio: 1 },
  { label: '4:5', name: 'Portrait', ratio: 4 / 5 },
  { label: '9:16', name: 'Story', ratio: 9 / 16 },
] as const;

/** Shapes so close to the picture's own that a cut would change nothing. */
const SAME = 0.01;

export type CropChoice = {
  label: string;
  name: string;
  ratio: number;
  /** The largest cut from the middle of the picture. */
  crop: Crop;
  /** The picture has this shape already. */
  isCurrent: boolean;
  /** Chosen platforms that do not take this shape. */
  refusedBy: readonly Platform[];
};

/** What a picture can be cut to; nothing while its size is not known. */
export function cropChoices(
  photo: Pick<Photo, 'width' | 'height'>,
  platforms: readonly Platform[],
): readonly CropChoice[] {
  const { width, height } = photo;
  if (!width || !height) {
    return [];
  }
  return shapes.map(({ label, name, ratio }) => ({
    ...{ label, name, ratio },
    crop: centredCrop({ width, height }, { min: ratio, max: ratio }),
    isCurrent: Math.abs(width / height / ratio - 1) < SAME,
    refusedBy: platforms.filter((platform) => {
      const { aspect } = platformRules[platform];
      return aspect !== null && (ratio < aspect.min * (1 - SAME) || ratio > aspect.max * (1 + SAME));
    }),
  }));
}

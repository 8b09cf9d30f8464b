import type { Platform } from '@postloom/contracts';
import type { Size } from './changes.ts';
import { isWhole } from './crop-box.ts';

/** A shape that a photo can be cropped to, and the platforms that show it whole. */
export type EditorShape = {
  id: string;
  label: string;
  name: string;
  /** Width by height; null: any. */
  ratio: number | null;
  platforms: readonly Platform[];
};

export const editorShapes: readonly EditorShape[] = [
  { id: 'free', label: 'Free', name: 'Any shape', ratio: null, platforms: [] },
  { id: 'square', label: '1:1', name: 'Square', ratio: 1, platforms: ['instagram', 'facebook', 'linkedin', 'twitter'] },
  { id: 'portrait', label: '4:5', name: 'Portrait', ratio: 4 / 5, platforms: ['instagram', 'facebook', 'linkedin'] },
  {
    id: 'landscape',
    label: '1.91:1',
    name: 'Landscape',
    ratio: 1.91,
    platforms: ['instagram', 'facebook', 'linkedin'],
  },
  { id: 'wide', label: '16:9', name: 'Wide', ratio: 16 / 9, platforms: ['twitter', 'facebook'] },
  { id: 'story', label: '9:16', name: 'Story', ratio: 9 / 16, platforms: ['tiktok'] },
];

/** The shape that a crop has been given, to the pixel; any shape when it has none of them, or cuts nothing off. */
export function shapeOf(crop: Size, frame: Size): EditorShape['id'] {
  const isOf = ({ ratio }: EditorShape) =>
    ratio !== null && Math.abs(crop.width - crop.height * ratio) < Math.max(1, ratio);
  const fitting = isWhole(crop, frame) ? undefined : editorShapes.find(isOf);
  return fitting?.id ?? 'free';
}

/** Shares of a picture that a platform's buttons and names may cover. */
export type Insets = { top: number; right: number; bottom: number; left: number };

/** Taller than this it is shown full screen, below and above its platform's own words. */
const FULL_SCREEN = 0.7;

/** Where words in a picture stay readable: inside of these margins. */
export function textSafeInsets({ width, height }: Size): Insets {
  return width / height < FULL_SCREEN
    ? { top: 0.14, right: 0.12, bottom: 0.2, left: 0.06 }
    : { top: 0.05, right: 0.05, bottom: 0.05, left: 0.05 };
}

import type { Crop } from './crop.ts';

/** What can be changed about how a photo looks. Editor, service and tests draw it by the same figures. */
export interface LookChanges {
  /** Left and right change places before anything is turned. */
  readonly mirrored: boolean;
  /** Degrees clockwise, in quarters. */
  readonly turn: 0 | 90 | 180 | 270;
  /** Degrees clockwise by which it is straightened; it is enlarged so that no corner is empty. */
  readonly degrees: number;
  /** In pixels of the straightened picture (`lookFrame`); null: all of it. */
  readonly crop: Crop | null;
  /** Percent, 0 is as it was taken. */
  readonly brightness: number;
  readonly contrast: number;
  readonly saturation: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const MOST_DEGREES = 45;
export const MOST_TONE = 100;

/** As it was taken. */
export const untouched = {
  ...{ mirrored: false, turn: 0, degrees: 0, crop: null },
  ...{ brightness: 0, contrast: 0, saturation: 0 },
} as const satisfies LookChanges;

/** Pixels left out on every side of a straightened picture, where its edge blends with nothing. */
const SOFT_EDGE = 1;

/** How the picture lies after its quarter turns. */
export function turnedSize({ width, height }: Size, { turn }: Pick<LookChanges, 'turn'>): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The picture that is cropped: turned and straightened, of the same shape, the largest that has no empty corner. */
export function lookFrame(size: Size, changes: Pick<LookChanges, 'turn' | 'degrees'>): Size {
  const { width, height } = turnedSize(size, changes);
  if (changes.degrees === 0) {
    return { width, height };
  }
  const angle = (Math.abs(changes.degrees) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const scale = 1 / Math.max(cos + (height / width) * sin, cos + (width / height) * sin);
  const inner = (edge: number): number => Math.max(1, Math.floor(edge * scale) - 2 * SOFT_EDGE);
  return { width: inner(width), height: inner(height) };
}

/** What is kept of the frame; null when the crop leaves it. */
export function keptPart(size: Size, changes: Pick<LookChanges, 'turn' | 'degrees' | 'crop'>): Crop | null {
  const frame = lookFrame(size, changes);
  const crop = changes.crop ?? { x: 0, y: 0, ...frame };
  return crop.x + crop.width > frame.width || crop.y + crop.height > frame.height ? null : crop;
}

/** Rows of what red, green and blue (0 to 255) become, and what is added to each: colors are mixed, never bent. */
export interface Tone {
  readonly matrix: readonly [Row, Row, Row];
  readonly offset: number;
}
type Row = readonly [number, number, number];

/** How bright the eye finds red, green and blue. */
const LUMINANCE: Row = [0.2126, 0.7152, 0.0722];
/** The middle of 0 to 255: what contrast leaves as it is. */
const MIDDLE = 127.5;

/** Null: the colors stay as they are. */
export function toneOf({
  brightness,
  contrast,
  saturation,
}: Pick<LookChanges, 'brightness' | 'contrast' | 'saturation'>): Tone | null {
  if (brightness === 0 && contrast === 0 && saturation === 0) {
    return null;
  }
  const spread = 1 + contrast / (2 * MOST_TONE);
  const gain = spread * (1 + brightness / (2 * MOST_TONE));
  const color = 1 + saturation / MOST_TONE;
  const row = (own: 0 | 1 | 2): Row => {
    const part = (of: 0 | 1 | 2): number => gain * (LUMINANCE[of] * (1 - color) + (of === own ? color : 0));
    return [part(0), part(1), part(2)];
  };
  return { matrix: [row(0), row(1), row(2)], offset: MIDDLE * (1 - spread) };
}

/** Changes pixels of four channels in place; the fourth is left alone. */
export function applyTone(pixels: Uint8ClampedArray, { matrix: [toRed, toGreen, toBlue], offset }: Tone): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const red = pixels[at] ?? 0;
    const green = pixels[at + 1] ?? 0;
    const blue = pixels[at + 2] ?? 0;
    pixels[at] = toRed[0] * red + toRed[1] * green + toRed[2] * blue + offset;
    pixels[at + 1] = toGreen[0] * red + toGreen[1] * green + toGreen[2] * blue + offset;
    pixels[at + 2] = toBlue[0] * red + toBlue[1] * green + toBlue[2] * blue + offset;
  }
}

/** The six figures of a canvas: x becomes a·x + c·y + e, y becomes b·x + d·y + f. */
export type CanvasMatrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * Where a canvas draws an upright picture so that it shows `part` of its frame, `scale` pixels to one of the frame. Everything turns
 * around the middle of the picture, which is the middle of the frame.
 */
export function lookMatrix(
  size: Size,
  changes: Pick<LookChanges, 'mirrored' | 'turn' | 'degrees'>,
  part: Crop,
  scale: number,
): CanvasMatrix {
  const frame = lookFrame(size, changes);
  const angle = ((changes.turn + changes.degrees) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const side = changes.mirrored ? -1 : 1;
  const [a, b, c, d] = [cos * side, sin * side, -sin, cos];
  const [middleX, middleY] = [(frame.width / 2 - part.x) * scale, (frame.height / 2 - part.y) * scale];
  const { width, height } = size;
  return [a, b, c, d, middleX - (a * width + c * height) / 2, middleY - (b * width + d * height) / 2];
}

import type { LookChanges } from '@postloom/contracts';
import { applyTone, lookFrame, lookMatrix, toneOf } from '#lib/contract-data.ts';

type Size = { width: number; height: number };

/**
 * Draws the whole frame of a changed photo on a canvas, by the figures that the server uses. `size` is that of the original; the picture
 * that is drawn may be a smaller copy of it.
 */
export function drawFrame(
  canvas: HTMLCanvasElement,
  picture: CanvasImageSource,
  size: Size,
  changes: Omit<LookChanges, 'crop'>,
  longEdge: number,
): void {
  const frame = lookFrame(size, changes);
  const scale = Math.min(1, longEdge / Math.max(frame.width, frame.height));
  canvas.width = Math.max(1, Math.round(frame.width * scale));
  canvas.height = Math.max(1, Math.round(frame.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) {
    return;
  }
  context.imageSmoothingQuality = 'high';
  context.setTransform(...lookMatrix(size, changes, { x: 0, y: 0, ...frame }, scale));
  context.drawImage(picture, 0, 0, size.width, size.height);
  const tone = toneOf(changes);
  if (tone) {
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    applyTone(pixels.data, tone);
    context.putImageData(pixels, 0, 0);
  }
}

import type { Crop } from '@postloom/contracts';
import { centredCrop } from '#lib/contract-data.ts';

type Size = { width: number; height: number };

/** Pixels below which no part can be made. */
export const LEAST_EDGE = 16;

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

/** The whole frame, or the largest part of a shape around its middle. */
export function cropOf(frame: Size, ratio: number | null): Crop {
  return ratio === null ? { x: 0, y: 0, ...frame } : centredCrop(frame, { min: ratio, max: ratio });
}

/** True when nothing is cut off. */
export function isWhole(crop: Size, frame: Size): boolean {
  return crop.width === frame.width && crop.height === frame.height;
}

/** Moved as far as the frame allows. */
export function moved(crop: Crop, frame: Size, by: { x: number; y: number }): Crop {
  return {
    ...crop,
    x: Math.round(clamp(crop.x + by.x, 0, frame.width - crop.width)),
    y: Math.round(clamp(crop.y + by.y, 0, frame.height - crop.height)),
  };
}

/** One corner dragged, the opposite one stays. A shape is kept: the width leads. */
export function resized(
  crop: Crop,
  frame: Size,
  corner: Corner,
  by: { x: number; y: number },
  ratio: number | null,
): Crop {
  const isLeft = corner.endsWith('left');
  const isTop = corner.startsWith('top');
  const least = { width: Math.min(LEAST_EDGE, frame.width), height: Math.min(LEAST_EDGE, frame.height) };
  const room = {
    width: isLeft ? crop.x + crop.width : frame.width - crop.x,
    height: isTop ? crop.y + crop.height : frame.height - crop.y,
  };
  let width = clamp(crop.width + (isLeft ? -by.x : by.x), least.width, room.width);
  let height = clamp(crop.height + (isTop ? -by.y : by.y), least.height, room.height);
  if (ratio !== null) {
    const lead = Math.abs(by.x) >= Math.abs(by.y) ? width : height * ratio;
    width = clamp(lead, Math.max(least.width, least.height * ratio), Math.min(room.width, room.height * ratio));
    height = width / ratio;
  }
  [width, height] = [Math.max(1, Math.floor(width)), Math.max(1, Math.floor(height))];
  return {
    x: isLeft ? crop.x + crop.width - width : crop.x,
    y: isTop ? crop.y + crop.height - height : crop.y,
    width,
    height,
  };
}

/** The same part after the picture was turned by a quarter clockwise. */
export function turnedCrop(crop: Crop, { height }: Size): Crop {
  return { x: height - crop.y - crop.height, y: crop.x, width: crop.height, height: crop.width };
}

/** The same part after left and right changed places. */
export function mirroredCrop(crop: Crop, { width }: Size): Crop {
  return { ...crop, x: width - crop.x - crop.width };
}

/** The part of a frame that has become smaller or larger: as much of it as there was, in the same shape. */
export function refitted(crop: Crop, before: Size, after: Size): Crop {
  const scale = after.width / before.width;
  const width = clamp(Math.floor(crop.width * scale), 1, after.width);
  const height = clamp(Math.floor(crop.height * scale), 1, after.height);
  return moved({ x: crop.x * scale, y: crop.y * scale, width, height }, after, { x: 0, y: 0 });
}

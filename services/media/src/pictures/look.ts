import { keptPart, lookFrame, toneOf } from '@postloom/contracts';
import type { Crop, Photo, PhotoEdit } from '@postloom/contracts';
import type { Look } from './picture-task.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What an edit asks of the picture process; null when its crop lies outside the picture. */
export function lookOf(size: Size, edit: PhotoEdit): Look | null {
  const part = keptPart(size, edit);
  if (part === null) {
    return null;
  }
  const { width, height } = lookFrame(size, edit);
  return {
    ...{ size, mirrored: edit.mirrored, degrees: edit.turn + edit.degrees, tone: toneOf(edit) },
    part: {
      ...{ width: part.width, height: part.height },
      ...{ offsetX: part.x + part.width / 2 - width / 2, offsetY: part.y + part.height / 2 - height / 2 },
    },
  };
}

/** The edit of which only a part is kept, in pixels of what it shows. */
export function cutFurther(edit: PhotoEdit, crop: Crop): PhotoEdit {
  return { ...edit, crop: { ...crop, x: crop.x + (edit.crop?.x ?? 0), y: crop.y + (edit.crop?.y ?? 0) } };
}

/** Width and height of the original as people see it, with its orientation applied. */
export function originalSize({ original, width, height }: Pick<Photo, 'original' | 'width' | 'height'>): Size {
  return { width: original?.width ?? width ?? 0, height: original?.height ?? height ?? 0 };
}

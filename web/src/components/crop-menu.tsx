import type { Crop, Photo, Platform } from '@postloom/contracts';
import { Suspense, useEffect, useState, type ReactElement } from 'react';
import { lazily, prefetch } from '#lib/lazily.ts';
import { photoLabel } from '#lib/photos.ts';
import { Popover, PopoverContent, PopoverTrigger, SpinnerWithText } from '#ui/index.ts';

const loadShapes = () => import('./crop-shapes.tsx');
const CropShapes = lazily(loadShapes);

export type CropMenuProps = {
  photo: Photo;
  platforms: readonly Platform[];
  onCrop(photo: Photo, crop: Crop): Promise<void>;
  /** The button that opens it. */
  children: ReactElement;
};

/** The way to crop a picture. What it opens is fetched once the button is there. */
export function CropMenu({ photo, platforms, onCrop, children }: CropMenuProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => void prefetch(loadShapes), []);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{children}</PopoverTrigger>
      <PopoverContent className="w-84" aria-label={`Crop ${photoLabel(photo)}`}>
        <Suspense fallback={<SpinnerWithText text="Loading shapes..." className="py-10" />}>
          <CropShapes photo={photo} platforms={platforms} onCrop={onCrop} onDone={() => setOpen(false)} />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}

import type { Crop, Photo, Platform } from '@postloom/contracts';
import { useState } from 'react';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { thumbnailOf } from '#lib/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { listOf } from '#lib/words.ts';
import { SpinnerWithText } from '#ui/index.ts';
import { cropChoices, type CropChoice } from './crop-choices.ts';

export type CropShapesProps = {
  photo: Photo;
  platforms: readonly Platform[];
  onCrop(photo: Photo, crop: Crop): Promise<void>;
  onDone(): void;
};

/** The shapes a picture can be cut to, each shown with the picture in it. */
export default function CropShapes({ photo, platforms, onCrop, onDone }: CropShapesProps) {
  const [isCutting, setIsCutting] = useState(false);
  const cut = async ({ crop }: CropChoice) => {
    setIsCutting(true);
    try {
      await onCrop(photo, crop);
      onDone();
    } catch (error) {
      toastError(error, 'The photo could not be cropped. Please try again.');
    } finally {
      setIsCutting(false);
    }
  };
  if (isCutting) {
    return <SpinnerWithText text="Cropping..." className="py-10" />;
  }
  return (
    <>
      <p className="text-sm font-semibold">Crop to</p>
      <ul className="mt-2 grid grid-cols-3 gap-2">
        {cropChoices(photo, platforms).map((choice) => (
          <li key={choice.label}>
            <button
              type="button"
              disabled={choice.isCurrent}
              onClick={() => void cut(choice)}
              className="grid w-full justify-items-center gap-1 rounded-control border border-line p-2 text-xs text-muted hover:border-line-strong hover:bg-sunken disabled:border-woad disabled:bg-woad-soft"
            >
              <span className="grid h-24 place-items-center">
                <img
                  src={thumbnailOf(photo, 200)}
                  alt=""
                  style={{ aspectRatio: choice.ratio }}
                  className={cn('rounded-sm object-cover', choice.ratio < 1 ? 'h-24' : 'w-20')}
                />
              </span>
              <span className="text-sm font-semibold text-ink">{choice.label}</span>
              <span>{choice.isCurrent ? 'As it is' : choice.name}</span>
              {choice.refusedBy.length > 0 ? (
                <span className="text-weld">
                  Not for {listOf(choice.refusedBy.map((one) => platformRules[one].name))}
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">
        A cropped copy is used for this post. The original stays in your library.
      </p>
    </>
  );
}

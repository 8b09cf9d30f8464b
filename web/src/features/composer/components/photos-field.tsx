import type { Crop, Photo } from '@postloom/contracts';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useChosenPhotos } from '#data/chosen-photos.ts';
import { useRememberPhoto } from '#data/photos.ts';
import { focusesFirst, useOwnField } from '#lib/forms.ts';
import { limitText, photoLimit, swapped, toggled } from '../photo-order.ts';
import type { ComposerChange, ComposerControl } from '../use-composer.ts';
import { PhotoStrip } from './photo-strip.tsx';

export type PhotoPickerSlot = {
  value: readonly string[];
  /** No more can be chosen. */
  full: boolean;
  onToggle(photo: Photo): void;
  onUploaded(photo: Photo): void;
  onSucceeded(id: string, successor: Photo): void;
  invalid: boolean;
};

export type PhotosFieldProps = {
  id: string;
  control: ComposerControl;
  onChange(change: ComposerChange): void;
  onCrop(photo: Photo, crop: Crop): Promise<void>;
  picker(slot: PhotoPickerSlot): ReactNode;
};

/** The pictures of the post: those chosen, in order, and the library to choose from. It renders for pictures and platforms alone. */
export function PhotosField({ id, control, onChange, onCrop, picker }: PhotosFieldProps) {
  const [ref, error, ids] = useOwnField(control, 'photoIds');
  const platforms = useWatch({ control, name: 'platforms' });
  const remember = useRememberPhoto();
  const photos = useChosenPhotos(ids);
  const limit = photoLimit(platforms);
  return (
    <fieldset id={id} ref={focusesFirst(ref)} className="grid min-w-0 gap-2">
      <legend className="pb-1.5 text-sm font-semibold">Photos</legend>
      <PhotoStrip
        photos={photos}
        platforms={platforms}
        note={limitText(ids.length, limit)}
        over={ids.length > limit.photos}
        onOrder={(photoIds) => onChange({ photoIds })}
        onCrop={onCrop}
      />
      {picker({
        value: ids,
        full: ids.length >= limit.photos,
        invalid: error !== undefined,
        onToggle: (photo) => {
          remember(photo);
          onChange((now) => ({ photoIds: toggled(now.photoIds, photo.id, limit) }));
        },
        onUploaded: (photo) => {
          remember(photo);
          onChange((now) =>
            now.photoIds.includes(photo.id) ? {} : { photoIds: toggled(now.photoIds, photo.id, limit) },
          );
        },
        onSucceeded: (id, { id: successor }) => onChange((now) => ({ photoIds: swapped(now.photoIds, id, successor) })),
      })}
      {error ? (
        <p role="alert" className="text-sm font-medium text-madder">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

import type { Photo } from '@postloom/contracts';
import { Suspense, useEffect, useEffectEvent, useRef, useState, useTransition, type ReactNode } from 'react';
import { albumFullName, useAlbums } from '#data/albums.ts';
import { messageOr } from '#lib/api/index.ts';
import { LONGEST_PHOTO_NAME } from '#lib/contract-data.ts';
import { formatBytes, formatInstant } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { dimensionsOf } from '#lib/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { Button, Field, Input, Textarea, toast } from '#ui/index.ts';
import { useUpdatePhoto } from '../api/photos.ts';
import { photoDetailsTexts } from '../photo-details-texts.ts';
import { useMovePhoto } from '../photo-drag.ts';
import { mediaTexts } from '../texts.ts';
import { usePhotoDetails } from '../use-photo-details.ts';
import { PhotoUses } from './photo-uses.tsx';
import { SimilarPhotos } from './similar-photos.tsx';
import { TagsField } from './tags-field.tsx';

const OrganizeDialog = lazily(async () => ({ default: (await import('./organize-dialog.tsx')).OrganizeDialog }));

/** Types of files as the filter calls them. */
const photoTypes: Record<string, string> = mediaTexts.filters.types;

/** What helps with the description of a photo. */
export type AltTextSlot = { photoId: string; value: string; onChange(text: string): void };

export type PhotoDetailsProps = {
  photo: Photo;
  timeZone: string;
  altTextTool(slot: AltTextSlot): ReactNode;
  /** A photo that looks like it. */
  onOpen(photoId: string): void;
};

/** What is known of a photo and what a person says of it, in two parts of a grid. What they typed is kept, however they leave. */
export function PhotoDetails({ photo, timeZone, altTextTool, onOpen }: PhotoDetailsProps) {
  const { name, ending, alt, tags, changes, setName, setAlt, setTags, isBroughtBack, isKept, discard, done } =
    usePhotoDetails(photo);
  const hasChanges = Object.keys(changes).length > 0;
  const [organizing, setOrganizing] = useState(false);
  const update = useUpdatePhoto();
  const move = useMovePhoto();
  const [isMoving, startMoving] = useTransition();
  const { albums } = useAlbums();
  const album = albums.find(({ id }) => id === photo.albumId);
  // The file that is kept stays as it was uploaded.
  const fileSize = formatBytes(photo.fileSize);
  const facts: [string, string][] = [
    ['File name', photo.originalName],
    ['File size', photo.original ? `${fileSize} (original)` : fileSize],
    ...(dimensionsOf(photo) ? [['Dimensions', `${dimensionsOf(photo)} px`] as [string, string]] : []),
    ['Type', photoTypes[photo.mimeType] ?? photo.mimeType],
    ['Uploaded', photo.createdAt ? formatInstant(photo.createdAt, timeZone) : 'Unknown'],
  ];
  /** Nothing is, of a photo that was deleted. */
  const sayWhatIsKept = () => {
    if (isKept()) {
      toast(photoDetailsTexts.detailsKept(photo.originalName));
    }
  };
  const isLeft = useRef(false);
  const leave = useEffectEvent(() => {
    if (!update.isPending) {
      sayWhatIsKept();
    }
  });
  // However one leaves: also by Back.
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      leave();
    };
  }, []);
  const save = () =>
    void update.mutateAsync({ id: photo.id, changes }).then(
      () => {
        done();
        toast({ title: photoDetailsTexts.detailsSaved, tone: 'success' });
      },
      (error: unknown) => (isLeft.current ? sayWhatIsKept() : toastError(error, photoDetailsTexts.saveFailed)),
    );
  const moveTo = (albumId: string | null) => {
    setOrganizing(false);
    startMoving(() => move(photo, albumId, mediaTexts.moved(1), photoDetailsTexts.albumFailed));
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 sm:row-span-2">
        <dl className="grid gap-3">
          {facts.map(([term, fact]) => (
            <div key={term} className="grid grid-cols-[6rem_1fr] gap-3 text-sm">
              <dt className="text-muted">{term}</dt>
              <dd className="min-w-0 font-medium break-words tabular">{fact}</dd>
            </div>
          ))}
          <div className="grid grid-cols-[6rem_1fr] gap-3 text-sm">
            <dt className="text-muted">Album</dt>
            <dd className="flex min-w-0 flex-wrap items-baseline gap-x-3 font-medium">
              <span className="min-w-0 break-words">{album ? albumFullName(album) : 'No Album'}</span>
              <Button
                variant="link"
                aria-label="Change the album"
                pending={isMoving}
                onClick={() => setOrganizing(true)}
              >
                Change
              </Button>
            </dd>
          </div>
        </dl>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {isBroughtBack && hasChanges ? (
            <div className="flex flex-wrap items-baseline gap-x-3 rounded-card border border-line bg-woad-soft px-4 py-3 text-sm">
              <p role="status">{photoDetailsTexts.broughtBack}</p>
              <Button variant="link" disabled={update.isPending} onClick={discard}>
                {photoDetailsTexts.discard}
              </Button>
            </div>
          ) : null}
          <Field
            label="Name"
            hint={ending ? photoDetailsTexts.nameEnding(ending) : undefined}
            error={name.trim() === '' ? photoDetailsTexts.nameRequired : undefined}
          >
            <Input
              value={name}
              maxLength={LONGEST_PHOTO_NAME - ending.length}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field
            label="Description"
            hint="What the photo shows, for people who can’t see it."
            className="w-full"
            error={update.isError ? messageOr(update.error, photoDetailsTexts.saveFailed) : undefined}
          >
            <Textarea
              rows={2}
              maxLength={1000}
              value={alt}
              placeholder="For example: Our team in front of the new sign"
              onChange={(event) => setAlt(event.target.value)}
            />
          </Field>
          {altTextTool({ photoId: photo.id, value: alt, onChange: setAlt })}
          <TagsField
            label="Tags"
            hint="Words to find this photo by. Separate them with commas."
            value={tags}
            onChange={setTags}
            disabled={update.isPending}
          />
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            className="justify-self-end"
            idle={!hasChanges || name.trim() === ''}
            pending={update.isPending}
            pendingText="Saving..."
          >
            Save details
          </Button>
        </form>
      </div>
      {/* Last to be read, and below the picture where there are two columns. */}
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        <PhotoUses photo={photo} timeZone={timeZone} />
        <SimilarPhotos photo={photo} onOpen={onOpen} />
      </div>
      {organizing ? (
        <Suspense fallback={null}>
          <OrganizeDialog count={1} albumId={photo.albumId} onClose={() => setOrganizing(false)} onSave={moveTo} />
        </Suspense>
      ) : null}
    </>
  );
}

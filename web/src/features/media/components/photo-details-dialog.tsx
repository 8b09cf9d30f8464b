import type { Photo } from '@postloom/contracts';
import { Download, PencilLine, SlidersHorizontal, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useId, useRef, useState, useTransition, type ReactNode } from 'react';
import { PhotoImage } from '#components/photo-image.tsx';
import { albumFullName, useAlbums } from '#data/albums.ts';
import type { PhotoList } from '#data/photo-pages.ts';
import { messageOr, searchOf, usePageBusiness } from '#lib/api/index.ts';
import { LONGEST_PHOTO_NAME } from '#lib/contract-data.ts';
import { formatBytes, formatInstant } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { dimensionsOf } from '#lib/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { Button, Dialog, DialogContent, Field, Input, Textarea, toast } from '#ui/index.ts';
import { useUpdatePhoto } from '../api/photos.ts';
import { photoDetailsTexts } from '../photo-details-texts.ts';
import { useMovePhoto } from '../photo-drag.ts';
import { isDeletion, useSteps, useSwipe, wayOfKey, type Way } from '../photo-steps.ts';
import { mediaTexts } from '../texts.ts';
import { usePhotoDetails } from '../use-photo-details.ts';
import { DeletePhotoDialog } from './delete-photo-dialog.tsx';
import { PhotoSteps } from './photo-steps.tsx';
import { PhotoUses } from './photo-uses.tsx';
import { SimilarPhotos } from './similar-photos.tsx';
import { TagsField } from './tags-field.tsx';

const OrganizeDialog = lazily(async () => ({ default: (await import('./organize-dialog.tsx')).OrganizeDialog }));
const PhotoEditorDialog = lazily(async () => ({
  default: (await import('./photo-editor-dialog.tsx')).PhotoEditorDialog,
}));

/** Types of files as the filter calls them. */
const photoTypes: Record<string, string> = mediaTexts.filters.types;

/** What helps with the description of a photo. */
export type AltTextSlot = { photoId: string; value: string; onChange(text: string): void };

export type PhotoDetailsDialogProps = {
  photo: Photo;
  /** What is on the page behind it. */
  list: PhotoList | undefined;
  /** How many photos that list has. */
  totalText: string;
  timeZone: string;
  altTextTool(slot: AltTextSlot): ReactNode;
  onClose(): void;
  onCreatePost(photoId: string): void;
  /** Another photo, in place of this one, which Back leads to. */
  onOpen(photoId: string): void;
  /** The one beside it. */
  onStep(photoId: string): void;
};

/**
 * The picture, uncut. What it looks like from afar is about of its shape only, and may be seen through it: it goes when the picture is
 * there.
 */
function WholePicture({ photo }: { photo: Photo }) {
  const src = photo.thumbnails[800];
  const [shown, setShown] = useState('');
  return (
    <div
      onLoadCapture={({ target }) =>
        target instanceof HTMLImageElement && !target.src.startsWith('data:') ? setShown(src) : undefined
      }
    >
      <PhotoImage
        photo={shown === src ? { ...photo, placeholder: null } : photo}
        width={800}
        className="aspect-square max-h-[min(28rem,70dvh)] w-full rounded-card border border-line [&_img]:object-contain"
      />
    </div>
  );
}

/** How one came to a photo: from the library, from a photo that looks like it, or from the one beside it. */
type Coming = 'tile' | 'likeness' | Way;

/** One photo at a time: what it is, its description, and what can be done with it; and the way to those beside it. */
export function PhotoDetailsDialog(props: PhotoDetailsDialogProps) {
  const { photo, onOpen, onStep } = props;
  const [cameBy, setCameBy] = useState<Coming>('tile');
  return (
    <PhotoDetails
      {...props}
      key={photo.id}
      cameBy={cameBy}
      onOpen={(id) => {
        setCameBy('likeness');
        onOpen(id);
      }}
      onStep={(id, way) => {
        setCameBy(way);
        onStep(id);
      }}
    />
  );
}

type PhotoDetailsProps = Omit<PhotoDetailsDialogProps, 'onStep'> & {
  cameBy: Coming;
  onStep(photoId: string, way: Way): void;
};

function PhotoDetails(props: PhotoDetailsProps) {
  const { photo, list, totalText, cameBy, timeZone, altTextTool, onClose, onCreatePost, onOpen, onStep } = props;
  const [deleting, setDeleting] = useState(false);
  const { name, ending, alt, tags, changes, setName, setAlt, setTags, isBroughtBack, discard, done } =
    usePhotoDetails(photo);
  const hasChanges = Object.keys(changes).length > 0;
  const [organizing, setOrganizing] = useState(false);
  const [editing, setEditing] = useState(false);
  /** Of why the photo can't be edited. */
  const whyId = useId();
  const update = useUpdatePhoto();
  const move = useMovePhoto();
  const [isMoving, startMoving] = useTransition();
  const { albums } = useAlbums();
  const album = albums.find(({ id }) => id === photo.albumId);
  const businessId = usePageBusiness();
  // The file that is kept stays as it was uploaded.
  const fileSize = formatBytes(photo.fileSize);
  const facts: [string, string][] = [
    ['File name', photo.originalName],
    ['File size', photo.original ? `${fileSize} (original)` : fileSize],
    ...(dimensionsOf(photo) ? [['Dimensions', `${dimensionsOf(photo)} px`] as [string, string]] : []),
    ['Type', photoTypes[photo.mimeType] ?? photo.mimeType],
    ['Uploaded', photo.createdAt ? formatInstant(photo.createdAt, timeZone) : 'Unknown'],
  ];
  const save = () =>
    void update.mutateAsync({ id: photo.id, changes }).then(
      () => {
        done();
        toast({ title: photoDetailsTexts.detailsSaved, tone: 'success' });
      },
      (error: unknown) => toastError(error, photoDetailsTexts.saveFailed),
    );
  const moveTo = (albumId: string | null) => {
    setOrganizing(false);
    startMoving(() => move(photo, albumId, mediaTexts.moved(1), photoDetailsTexts.albumFailed));
  };
  // However one leaves: also by Back.
  const sayWhatIsKept = useEffectEvent(() => {
    if (hasChanges && !update.isPending) {
      toast(photoDetailsTexts.detailsKept);
    }
  });
  useEffect(() => () => sayWhatIsKept(), []);
  const steps = useSteps(list, photo.id);
  const stepsId = useId();
  const furtherButton = useRef<HTMLButtonElement>(null);
  const step = (way: Way | null) => {
    const to = way && steps?.[way];
    if (to) {
      onStep(to.id, way);
    }
  };
  /** From a photo that is no more. Whoever looks through their photos is shown the one behind it. */
  const goOn = () => {
    const way = steps?.next ? 'next' : 'previous';
    const to = cameBy === 'tile' ? undefined : steps?.[way];
    if (to) {
      onStep(to.id, way);
    } else {
      onClose();
    }
  };
  const swipe = useSwipe(step);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) {
          onClose();
        }
      }}
    >
      <DialogContent
        title="Photo Details"
        width="xl"
        {...(steps ? { 'aria-describedby': stepsId } : {})}
        onKeyDown={(event) => {
          step(wayOfKey(event));
          if (isDeletion(event)) {
            setDeleting(true);
          }
        }}
        still={cameBy !== 'tile'}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          (furtherButton.current ?? (event.currentTarget as HTMLElement)).focus();
        }}
        footer={
          <>
            <Button
              variant="danger-quiet"
              aria-keyshortcuts="Delete"
              className="sm:mr-auto"
              onClick={() => setDeleting(true)}
            >
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
            <Button
              variant="secondary"
              idle={photo.status !== 'ready'}
              aria-describedby={photo.status === 'ready' ? undefined : whyId}
              onClick={() => setEditing(true)}
            >
              <SlidersHorizontal aria-hidden="true" />
              Edit Photo
            </Button>
            <Button asChild variant="secondary">
              <a href={`/api/photos/${photo.id}/download${searchOf({ businessId })}`} download={photo.originalName}>
                <Download aria-hidden="true" />
                Download
              </a>
            </Button>
            <Button onClick={() => onCreatePost(photo.id)}>
              <PencilLine aria-hidden="true" />
              Create Post
            </Button>
          </>
        }
      >
        <div className="grid gap-6 sm:grid-cols-2 sm:grid-rows-[auto_1fr]">
          <div className="grid content-start gap-2">
            <div {...swipe}>
              <WholePicture photo={photo} />
            </div>
            {steps ? (
              <PhotoSteps
                {...{ steps, totalText, furtherButton }}
                id={stepsId}
                name={photo.originalName}
                further={cameBy === 'previous' ? 'previous' : 'next'}
                onStep={step}
              />
            ) : null}
            {photo.status === 'ready' ? null : (
              <p id={whyId} className="text-sm text-muted">
                {photoDetailsTexts.notReady[photo.status]}
              </p>
            )}
          </div>
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
        </div>
        {organizing ? (
          <Suspense fallback={null}>
            <OrganizeDialog count={1} albumId={photo.albumId} onClose={() => setOrganizing(false)} onSave={moveTo} />
          </Suspense>
        ) : null}
        {editing ? (
          <Suspense fallback={null}>
            <PhotoEditorDialog photo={photo} onClose={() => setEditing(false)} />
          </Suspense>
        ) : null}
        {deleting ? (
          <DeletePhotoDialog
            photo={photo}
            timeZone={timeZone}
            onClose={(deleted) => {
              setDeleting(false);
              if (deleted) {
                done();
                goOn();
              }
            }}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

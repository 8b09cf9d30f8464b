import type { Photo } from '@postloom/contracts';
import { Download, PencilLine, SlidersHorizontal, Trash2 } from 'lucide-react';
import { Suspense, useId, useRef, useState, type ReactNode } from 'react';
import { PhotoImage } from '#components/photo-image.tsx';
import type { PhotoList } from '#data/photo-pages.ts';
import { searchOf, usePageBusiness } from '#lib/api/index.ts';
import { lazily } from '#lib/lazily.ts';
import { Button, Dialog, DialogContent } from '#ui/index.ts';
import { isDeletion } from '../own-keys.ts';
import { photoDetailsTexts } from '../photo-details-texts.ts';
import { isMeant, useSteps, useSwipe, wayOfKey, type Way } from '../photo-steps.ts';
import { forgetPhotoEdits } from '../use-photo-details.ts';
import { DeletePhotoDialog } from './delete-photo-dialog.tsx';
import { PhotoDetails, type AltTextSlot } from './photo-details.tsx';
import { PhotoSteps } from './photo-steps.tsx';

const PhotoEditorDialog = lazily(async () => ({
  default: (await import('./photo-editor-dialog.tsx')).PhotoEditorDialog,
}));

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

/** One photo at a time: what it is, its description, and what can be done with it; and the way to those beside it. */
export function PhotoDetailsDialog(props: PhotoDetailsDialogProps) {
  const { photo, list, totalText, timeZone, altTextTool, onClose, onCreatePost, onOpen, onStep } = props;
  /** The way that one has come from the photo beside it; null from elsewhere. */
  const [cameBy, setCameBy] = useState<Way | null>(null);
  const [doing, setDoing] = useState<'delete' | 'edit' | null>(null);
  const end = () => setDoing(null);
  // Back may lead to another photo: what was begun with one is not about the next.
  const [shownId, setShownId] = useState(photo.id);
  if (shownId !== photo.id) {
    setShownId(photo.id);
    setDoing(null);
  }
  const businessId = usePageBusiness();
  const steps = useSteps(list, photo.id);
  const stepsId = useId();
  /** Of why the photo can't be edited. */
  const whyId = useId();
  const nextButton = useRef<HTMLButtonElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const step = (way: Way | null) => {
    const to = way && steps?.[way];
    if (to) {
      setCameBy(way);
      onStep(to.id);
    }
  };
  const swipe = useSwipe(step);
  /** From a photo that is no more. Whoever looks through their photos is shown the one behind it. */
  const goOn = () => {
    forgetPhotoEdits(photo.id);
    if (cameBy && (steps?.next ?? steps?.previous)) {
      step(steps.next ? 'next' : 'previous');
    } else {
      onClose();
    }
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Photo Details"
        width="xl"
        {...(steps ? { 'aria-describedby': stepsId } : {})}
        onKeyDown={(event) => {
          if (isMeant(event) && isDeletion(event)) {
            setDoing('delete');
          } else if (isMeant(event)) {
            step(wayOfKey(event.key));
          }
        }}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          (nextButton.current ?? (event.currentTarget as HTMLElement)).focus();
        }}
        footer={
          <>
            <Button
              variant="danger-quiet"
              aria-keyshortcuts="Delete"
              className="sm:mr-auto"
              onClick={() => setDoing('delete')}
            >
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
            <Button
              variant="secondary"
              idle={photo.status !== 'ready'}
              aria-describedby={photo.status === 'ready' ? undefined : whyId}
              onClick={() => setDoing('edit')}
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
        <div ref={top} className="grid gap-6 sm:grid-cols-2 sm:grid-rows-[auto_1fr]">
          <div className="grid content-start gap-2">
            <div {...swipe}>
              <WholePicture key={photo.id} photo={photo} />
            </div>
            {steps ? (
              <PhotoSteps {...{ steps, totalText, nextButton }} id={stepsId} name={photo.originalName} onStep={step} />
            ) : null}
            {photo.status === 'ready' ? null : (
              <p id={whyId} className="text-sm text-muted">
                {photoDetailsTexts.notReady[photo.status]}
              </p>
            )}
          </div>
          <PhotoDetails
            key={photo.id}
            {...{ photo, timeZone, altTextTool }}
            onOpen={(id) => {
              setCameBy(null);
              top.current?.scrollIntoView();
              onOpen(id);
            }}
          />
        </div>
        {doing === 'edit' ? (
          <Suspense fallback={null}>
            <PhotoEditorDialog photo={photo} onClose={end} />
          </Suspense>
        ) : null}
        {doing === 'delete' ? (
          <DeletePhotoDialog
            photo={photo}
            timeZone={timeZone}
            onClose={(deleted) => {
              end();
              if (deleted) {
                goOn();
              }
            }}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

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

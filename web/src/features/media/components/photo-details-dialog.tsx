import type { Photo } from '@postloom/contracts';
import { Download, PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PhotoImage } from '#components/photo-image.tsx';
import { messageOr } from '#lib/api/index.ts';
import { formatBytes, formatInstant } from '#lib/format.ts';
import { dimensionsOf, photoLabel } from '#lib/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { plural } from '#lib/words.ts';
import { Button, Dialog, DialogContent, Field, Textarea, toast } from '#ui/index.ts';
import { useUpdatePhoto } from '../api/photos.ts';
import { DeletePhotoDialog } from './delete-photo-dialog.tsx';

export type PhotoDetailsProps = {
  photo: Photo;
  timeZone: string;
  onClose(): void;
  onCreatePost(photoId: string): void;
};

/** One photo: what it is, its description, and what can be done with it. */
export function PhotoDetailsDialog({ photo, timeZone, onClose, onCreatePost }: PhotoDetailsProps) {
  const [deleting, setDeleting] = useState(false);
  const [alt, setAlt] = useState(photo.altText ?? '');
  const update = useUpdatePhoto();
  const facts: [string, string][] = [
    ['File name', photo.originalName],
    ['File size', formatBytes(photo.fileSize)],
    ...(dimensionsOf(photo) ? [['Dimensions', `${dimensionsOf(photo)} px`] as [string, string]] : []),
    ['Type', photo.mimeType],
    ['Uploaded', photo.createdAt ? formatInstant(photo.createdAt, timeZone) : 'Unknown'],
    ['Used in', plural(photo.usedInPosts, 'post')],
  ];
  const unsaved = alt.trim() !== (photo.altText ?? '');
  const save = () =>
    void update.mutateAsync({ id: photo.id, changes: { altText: alt.trim() || null } }).then(
      () => toast({ title: 'Description saved', tone: 'success' }),
      (error: unknown) => toastError(error, 'Failed to save photo. Please try again.'),
    );
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title="Photo Details" width="lg">
        <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <PhotoImage
            photo={photo}
            width={800}
            className="aspect-square w-full rounded-card border border-line [&_img]:object-contain"
          />
          <div className="grid content-start gap-5">
            <dl className="grid gap-3">
              {facts.map(([term, fact]) => (
                <div key={term} className="grid grid-cols-[6rem_1fr] gap-3 text-sm">
                  <dt className="text-muted">{term}</dt>
                  <dd className="min-w-0 font-medium break-words tabular">{fact}</dd>
                </div>
              ))}
            </dl>
            <form
              className="grid justify-items-end gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                save();
              }}
            >
              <Field
                label="Description"
                hint="What the photo shows, for people who cannot see it."
                className="w-full"
                error={update.isError ? messageOr(update.error, 'Failed to save photo. Please try again.') : undefined}
              >
                <Textarea
                  rows={2}
                  maxLength={1000}
                  value={alt}
                  placeholder={`For example: ${photoLabel({ altText: null, originalName: 'A tray of cinnamon rolls' })}`}
                  onChange={(event) => setAlt(event.target.value)}
                />
              </Field>
              <Button
                type="submit"
                variant="secondary"
                size="sm"
                disabled={!unsaved}
                pending={update.isPending}
                pendingText="Saving..."
              >
                Save description
              </Button>
            </form>
            <div className="flex flex-wrap gap-2 border-t border-line pt-5">
              <Button onClick={() => onCreatePost(photo.id)}>
                <PencilLine aria-hidden="true" />
                Create Post
              </Button>
              <Button asChild variant="secondary">
                <a href={`/api/photos/${photo.id}/download`} download={photo.originalName}>
                  <Download aria-hidden="true" />
                  Download
                </a>
              </Button>
              <Button variant="danger-quiet" onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden="true" />
                Delete
              </Button>
            </div>
          </div>
        </div>
        {deleting ? (
          <DeletePhotoDialog
            photo={photo}
            timeZone={timeZone}
            onClose={(deleted) => {
              setDeleting(false);
              if (deleted) {
                onClose();
              }
            }}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

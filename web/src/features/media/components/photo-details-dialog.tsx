import type { Photo } from '@postloom/contracts';
import { Download, PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOr } from '#lib/api/index.ts';
import { formatBytes, formatInstant } from '#lib/format.ts';
import { dimensionsOf, photoLabel } from '#lib/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { excerpt, plural } from '#lib/words.ts';
import { Button, ConfirmDialog, Dialog, DialogContent, Field, Textarea, toast } from '#ui/index.ts';
import { useDeletePhoto, useScheduledUses, useUpdatePhoto } from '../api/photos.ts';
import { PhotoImage } from '#components/photo-image.tsx';

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
        <DeletePhotos
          photos={deleting ? [photo] : []}
          timeZone={timeZone}
          onClose={(deleted) => {
            setDeleting(false);
            if (deleted) {
              onClose();
            }
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

/** Asks, names the scheduled posts that need a photo, and deletes. */
export function DeletePhotos({
  photos,
  timeZone,
  onClose,
}: {
  photos: readonly Photo[];
  timeZone: string;
  onClose(deleted: boolean): void;
}) {
  const remove = useDeletePhoto();
  const [busy, setBusy] = useState(false);
  const [only] = photos;
  const uses = useScheduledUses(only?.id ?? '', photos.length === 1);
  const used = photos.some((photo) => photo.usedInPosts > 0);
  const run = async () => {
    setBusy(true);
    try {
      for (const photo of photos) {
        await remove.mutateAsync({ id: photo.id, force: photo.usedInPosts > 0 });
      }
      toast({
        title: 'Success',
        description: photos.length === 1 ? 'Photo deleted successfully' : `${plural(photos.length, 'photo')} deleted`,
        tone: 'success',
      });
      onClose(true);
    } catch (error) {
      toastError(error, 'Failed to delete photo');
      onClose(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open={photos.length > 0}
      onOpenChange={(open) => (open ? undefined : onClose(false))}
      title={photos.length > 1 ? `Delete ${plural(photos.length, 'photo')}?` : 'Delete this photo?'}
      description={
        uses.length > 0 ? (
          <>
            {plural(uses.length, 'scheduled post')} with this photo will go back to draft:
            <span className="mt-2 grid gap-1">
              {uses.slice(0, 5).map((post) => (
                <span key={post.id} className="block border-l-2 border-weld-fill pl-3 text-ink">
                  {excerpt(post.caption, 60)}
                  {post.scheduledFor ? (
                    <span className="block text-xs text-muted">{formatInstant(post.scheduledFor, timeZone)}</span>
                  ) : null}
                </span>
              ))}
            </span>
          </>
        ) : used ? (
          'Scheduled posts that need one of them go back to draft. What is already published stays on the platforms.'
        ) : (
          'The file is removed from your library. This cannot be undone.'
        )
      }
      confirmLabel={uses.length > 0 ? 'Delete anyway' : 'Delete'}
      destructive
      pending={busy}
      onConfirm={() => void run()}
    />
  );
}

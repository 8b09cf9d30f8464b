import type { Crop, Photo, Platform, Post } from '@postloom/contracts';
import { Crop as CropIcon, X } from 'lucide-react';
import { useId, useState } from 'react';
import { CropMenu } from '#components/crop-menu.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { rememberPhoto, usePhotosById } from '#data/photos.ts';
import { useChangeTarget } from '#data/posts.ts';
import { usePostFailure } from '#data/use-post-failure.ts';
import { isApiError, usePageBusiness } from '#lib/api/index.ts';
import { platformRules } from '#lib/contract-data.ts';
import { photoLabel } from '#lib/photos.ts';
import { Button, Field, FormError, Textarea, toast } from '#ui/index.ts';
import { useQueryClient } from '@tanstack/react-query';

export type FixPanelProps = {
  post: Post;
  platform: Platform;
  onCrop(photoId: string, crop: Crop): Promise<Photo>;
  onClose(): void;
};

type Refusals = { caption?: string; photos?: string; other?: string };

/** The pictures and the words of the one platform that refused them, changed and sent there again. */
export function FixPanel({ post, platform, onCrop, onClose }: FixPanelProps) {
  const { name } = platformRules[platform];
  const before = {
    caption: post.captionByPlatform?.[platform] ?? post.caption,
    photoIds: post.photoIdsByPlatform?.[platform] ?? post.photoIds,
  };
  const [caption, setCaption] = useState(before.caption);
  const [photoIds, setPhotoIds] = useState(before.photoIds);
  const [refusals, setRefusals] = useState<Refusals>({});
  const photos = usePhotosById(photoIds);
  const client = useQueryClient();
  const businessId = usePageBusiness();
  const change = useChangeTarget();
  const failed = usePostFailure();
  const id = useId();

  const crop = async (photo: Photo, area: Crop) => {
    const made = await onCrop(photo.id, area);
    rememberPhoto(client, businessId, made);
    setPhotoIds((now) => now.map((one) => (one === photo.id ? made.id : one)));
    setRefusals(({ photos: _, ...rest }) => rest);
  };
  const send = () => {
    setRefusals({});
    const changes = {
      ...(caption === before.caption ? {} : { caption: caption === post.caption ? null : caption }),
      ...(photoIds.join() === before.photoIds.join() ? {} : { photoIds: [...photoIds] }),
      ...{ retry: true, version: post.version },
    };
    void change.mutateAsync({ id: post.id, platform, changes }, { onSuccess: onClose }).then(
      () => toast({ title: `Sending to ${name}`, tone: 'success' }),
      (error: unknown) => {
        const found = refusalsOf(error);
        if (found) {
          setRefusals(found);
        } else {
          failed(error, 'The post could not be sent. Please try again.');
        }
      },
    );
  };
  const isShared = post.targets.some((target) => target.platform !== platform);

  return (
    <form
      noValidate
      aria-label={`Fix the post for ${name}`}
      className="mt-1 grid w-full gap-4 rounded-control bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 text-sm font-semibold">{photoIds.length === 1 ? 'Photo' : 'Photos'}</legend>
        <ul className="flex flex-wrap gap-3">
          {photoIds.map((photoId) => (
            <FixPhoto
              key={photoId}
              photo={photos.get(photoId)}
              platform={platform}
              onCrop={crop}
              onRemove={photoIds.length > 1 ? () => setPhotoIds(photoIds.filter((one) => one !== photoId)) : null}
            />
          ))}
        </ul>
        <FormError>{refusals.photos ?? null}</FormError>
      </fieldset>
      <Field
        label={`Caption for ${name}`}
        error={refusals.caption}
        hint={isShared ? `Only ${name} gets these changes. The other platforms keep what they have.` : undefined}
      >
        <Textarea
          id={`${id}-caption`}
          rows={4}
          value={caption}
          onChange={(event) => {
            setCaption(event.target.value);
            setRefusals(({ caption: _, ...rest }) => rest);
          }}
        />
      </Field>
      <FormError>{refusals.other ?? null}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={change.isPending} pendingText="Sending...">
          Send to {name}
        </Button>
        <Button variant="ghost" disabled={change.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type FixPhotoProps = {
  photo: Photo | undefined;
  platform: Platform;
  onCrop(photo: Photo, crop: Crop): Promise<void>;
  /** Null for the last one: a post needs a picture. */
  onRemove: (() => void) | null;
};

function FixPhoto({ photo, platform, onCrop, onRemove }: FixPhotoProps) {
  const ratio = photo?.width && photo.height ? photo.width / photo.height : 1;
  return (
    <li className="grid content-start justify-items-start gap-2">
      <span className="flex h-32 items-center" style={{ aspectRatio: Math.min(2, Math.max(0.5, ratio)) }}>
        {photo ? (
          <PhotoImage photo={photo} width={400} className="size-full rounded-control border border-line" />
        ) : (
          <span className="grid size-full place-items-center rounded-control border border-dashed border-line text-center text-xs text-muted">
            No longer in the library
          </span>
        )}
      </span>
      <span className="flex gap-1">
        {photo ? (
          <CropMenu photo={photo} platforms={[platform]} onCrop={onCrop}>
            <Button variant="secondary" size="sm" aria-label={`Crop ${photoLabel(photo)}`}>
              <CropIcon aria-hidden="true" />
              Crop
            </Button>
          </CropMenu>
        ) : null}
        {onRemove ? (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Leave out ${photo ? photoLabel(photo) : 'this photo'}`}
            onClick={onRemove}
          >
            <X aria-hidden="true" />
          </Button>
        ) : null}
      </span>
    </li>
  );
}

/** What the server refused, by the part of the form that it is about; null when it was something else. */
function refusalsOf(error: unknown): Refusals | null {
  if (!isApiError(error) || error.code !== 'validation_failed') {
    return null;
  }
  const [first] = error.details;
  if (first?.path.startsWith('caption')) {
    return { caption: first.message };
  }
  if (first?.path.startsWith('photo')) {
    return { photos: first.message };
  }
  return { other: first?.message ?? error.message };
}

import type { Crop, Photo, Platform, Post } from '@postloom/contracts';
import { Crop as CropIcon, ImageUp, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CropMenu } from '#components/crop-menu.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { usePhotosById, useRememberPhoto } from '#data/photos.ts';
import { useChangeTarget, type TargetChanges } from '#data/posts.ts';
import { usePostFailure } from '#data/use-post-failure.ts';
import { isApiError } from '#lib/api/index.ts';
import { platformRules } from '#lib/contract-data.ts';
import { applyChange, applyServerErrors, focusesFirst, lazySchema, requestResolver, useOwnField } from '#lib/forms.ts';
import { photoLabel } from '#lib/photos.ts';
import { useSavedValues } from '#lib/use-saved-values.ts';
import { Button, Field, FormError, Textarea, toast } from '#ui/index.ts';
import { fixTexts } from '../texts.ts';
import type { TargetWays } from './target-row.tsx';

export type FixPanelProps = Pick<TargetWays, 'onCrop' | 'photoPicker'> & {
  post: Post;
  platform: Platform;
  onClose(): void;
};

/** What a platform gets of a post. */
type Content = { caption: string; photoIds: readonly string[] };
type Target = Pick<FixPanelProps, 'post' | 'platform'>;

const contentOf = ({ post, platform }: Target): Content => ({
  caption: post.captionByPlatform?.[platform] ?? post.caption,
  photoIds: post.photoIdsByPlatform?.[platform] ?? post.photoIds,
});

/** What differs from before, to be sent at once; words that are those of all platforms again are given back as such. */
function changesOf({ caption, photoIds }: Content, target: Target): TargetChanges {
  const before = contentOf(target);
  return {
    ...(caption === before.caption ? {} : { caption: caption === target.post.caption ? null : caption }),
    ...(photoIds.join() === before.photoIds.join() ? {} : { photoIds: [...photoIds] }),
    retry: true,
    version: target.post.version,
  };
}

const fieldOf = (path: string) =>
  path.startsWith('caption') ? 'caption' : path.startsWith('photo') ? 'photoIds' : null;
const schema = lazySchema(() => import('../post-schemas.ts').then(({ TargetChanges }) => TargetChanges));
const resolver = requestResolver<Content, Target>({
  schema,
  problemsOf: () => ({}),
  bodyOf: changesOf,
  fieldOf,
});

/** The pictures and the words of the one platform that refused them, changed and sent there again. */
export function FixPanel({ post, platform, onCrop, photoPicker, onClose }: FixPanelProps) {
  const { name } = platformRules[platform];
  const saved = useMemo(() => contentOf({ post, platform }), [post, platform]);
  const form = useForm<Content, Target>({
    resolver,
    context: { post, platform },
    defaultValues: saved,
    reValidateMode: 'onSubmit',
  });
  const { control, getValues, handleSubmit, setError } = form;
  const { forget } = useSavedValues(form, saved, `fix.${post.id}.${platform}`);
  const [captionRef, captionError, caption] = useOwnField(control, 'caption');
  const [photosRef, photosError, photoIds] = useOwnField(control, 'photoIds');
  const [formError, setFormError] = useState<string | null>(null);
  /** The photo whose place another one is to take. */
  const [replacing, setReplacing] = useState<string | null>(null);
  const photos = usePhotosById(photoIds);
  const remember = useRememberPhoto();
  const update = useChangeTarget();
  const failed = usePostFailure();
  const panel = useRef<HTMLFormElement>(null);
  useEffect(() => {
    schema.prefetch();
    // With its button, which would be below the edge of the dialog.
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const change = (part: Partial<Content>) => {
    applyChange(form, part);
    setFormError(null);
  };
  const crop = async (photo: Photo, area: Crop) => {
    const made = await onCrop(photo.id, area);
    remember(made);
    change({ photoIds: getValues('photoIds').map((id) => (id === photo.id ? made.id : id)) });
  };
  const send = (values: Content) => {
    const changes = changesOf(values, { post, platform });
    void update.mutateAsync({ id: post.id, platform, changes }, { onSuccess: onClose }).then(
      () => {
        forget();
        toast({ title: fixTexts.sending(name), tone: 'success' });
      },
      (error: unknown) => {
        if (isApiError(error) && error.code === 'validation_failed') {
          setFormError(applyServerErrors(error, fieldOf, setError));
        } else {
          failed(error, fixTexts.failed);
        }
      },
    );
  };
  const replace = (photo: Photo | null) => {
    if (photo && !photoIds.includes(photo.id)) {
      remember(photo);
      change({ photoIds: getValues('photoIds').map((id) => (id === replacing ? photo.id : id)) });
    }
    setReplacing(null);
  };
  const isShared = post.targets.some((target) => target.platform !== platform);

  return (
    <form
      ref={panel}
      noValidate
      aria-label={`Fix the post for ${name}`}
      className="mt-1 grid w-full gap-4 rounded-control bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        setFormError(null);
        void handleSubmit(send)();
      }}
    >
      {/* What is under way cannot be changed: it would be lost with the form. */}
      <fieldset ref={focusesFirst(photosRef)} disabled={update.isPending} className="grid gap-2">
        <legend className="pb-1.5 text-sm font-semibold">{photoIds.length === 1 ? 'Photo' : 'Photos'}</legend>
        <ul className="flex flex-wrap gap-3">
          {photoIds.map((photoId) => (
            <FixPhoto
              key={photoId}
              photo={photos.get(photoId)}
              platform={platform}
              onCrop={crop}
              isReplacing={replacing === photoId}
              onReplace={() => setReplacing(replacing === photoId ? null : photoId)}
              onRemove={
                photoIds.length > 1 ? () => change({ photoIds: photoIds.filter((one) => one !== photoId) }) : null
              }
            />
          ))}
        </ul>
        {replacing === null ? null : photoPicker({ value: replacing, onChange: replace })}
        <FormError>{photosError}</FormError>
      </fieldset>
      <Field label={`Caption for ${name}`} error={captionError} hint={isShared ? fixTexts.onlyHere(name) : undefined}>
        <Textarea
          ref={captionRef}
          rows={4}
          readOnly={update.isPending}
          value={caption}
          onChange={(event) => change({ caption: event.target.value })}
        />
      </Field>
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={update.isPending} pendingText="Sending...">
          Send to {name}
        </Button>
        <Button
          variant="ghost"
          disabled={update.isPending}
          onClick={() => {
            forget();
            onClose();
          }}
        >
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
  isReplacing: boolean;
  onReplace(): void;
  /** Null for the last one: a post needs a picture. */
  onRemove: (() => void) | null;
};

function FixPhoto({ photo, platform, onCrop, isReplacing, onReplace, onRemove }: FixPhotoProps) {
  const label = photo ? photoLabel(photo) : 'this photo';
  const ratio = photo?.width && photo.height ? photo.width / photo.height : 1;
  return (
    <li className="grid content-start justify-items-start gap-2">
      <span className="flex h-32 items-center" style={{ aspectRatio: Math.min(2, Math.max(0.5, ratio)) }}>
        {photo ? (
          <PhotoImage photo={photo} width={400} className="size-full rounded-control border border-line" />
        ) : (
          <span className="grid size-full place-items-center rounded-control border border-dashed border-line text-center text-xs text-muted">
            {fixTexts.photoGone}
          </span>
        )}
      </span>
      <span className="flex flex-wrap gap-1">
        {photo ? (
          <CropMenu photo={photo} platforms={[platform]} onCrop={onCrop}>
            <Button variant="secondary" size="sm" aria-label={`Crop ${label}`}>
              <CropIcon aria-hidden="true" />
              Crop
            </Button>
          </CropMenu>
        ) : null}
        <Button
          variant="secondary"
          size="sm"
          chosen={isReplacing}
          aria-expanded={isReplacing}
          aria-label={`Replace ${label}`}
          onClick={onReplace}
        >
          <ImageUp aria-hidden="true" />
          Replace
        </Button>
        {onRemove ? (
          <Button variant="ghost" size="icon-sm" aria-label={`Leave out ${label}`} onClick={onRemove}>
            <X aria-hidden="true" />
          </Button>
        ) : null}
      </span>
    </li>
  );
}

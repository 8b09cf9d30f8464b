import type { Crop, Photo, Platform, SocialAccount } from '@postloom/contracts';
import { Suspense, type ReactNode } from 'react';
import { useRememberPhoto } from '#data/photos.ts';
import { focusesFirst, useOwnField } from '#lib/forms.ts';
import { lazily } from '#lib/lazily.ts';
import { reveal } from '#lib/reveal.ts';
import { Dialog, DialogContent, FormError, Skeleton, toast } from '#ui/index.ts';
import { swapped } from '../photo-order.ts';
import { withFix, type Finding } from '../findings.ts';
import { composerTexts } from '../texts.ts';
import { useComposer, type ComposerControl, type ComposerFacts } from '../use-composer.ts';
import { CaptionField, type CaptionToolSlot, type IdeaToolSlot } from './caption-field.tsx';
import { ComposerFooter } from './composer-footer.tsx';
import { PhotosField, type PhotoPickerSlot } from './photos-field.tsx';
import { PlatformCheckboxes, type PlatformCheckboxesProps } from './platform-checkboxes.tsx';

const ConflictNotice = lazily(() => import('./conflict-notice.tsx'));
// Says nothing before the first answer of the server.
const PreflightPanel = lazily(() => import('./preflight-panel.tsx'));
const PreviewPanel = lazily(() => import('./preview-panel.tsx'));
const StoredDraftNotice = lazily(() => import('./stored-draft-notice.tsx'));

export type ComposerProps = ComposerFacts & {
  accounts: readonly SocialAccount[];
  /** Whom the post is for, where a person has several businesses. */
  description?: string | undefined;
  onConnect(platform: Platform): void;
  /** Cuts a copy out of a photo. */
  onCrop(photoId: string, crop: Crop): Promise<Photo>;
  photoPicker(slot: PhotoPickerSlot): ReactNode;
  ideaTool(slot: IdeaToolSlot): ReactNode;
  captionTool(slot: CaptionToolSlot): ReactNode;
};

/** 'Schedule New Post', and the same form for a post that is there already. Suspends until the browser can count in zones. */
export function Composer(props: ComposerProps) {
  const { timeZone, connected, waiting, accounts, post, initial } = props;
  const composer = useComposer(props);
  const { id, control, change } = composer;
  const remember = useRememberPhoto();

  const crop = async (photoId: string, area: Crop) => {
    const copy = await props.onCrop(photoId, area);
    remember(copy);
    change((now) => ({ photoIds: swapped(now.photoIds, photoId, copy.id) }));
    toast({
      title: composerTexts.photoCropped,
      tone: 'success',
      action: {
        label: 'Undo',
        onSelect: () => change((now) => ({ photoIds: swapped(now.photoIds, copy.id, photoId) })),
      },
    });
  };
  const applyFix = async ({ fix, platform }: Finding) => {
    if (!fix) {
      return;
    }
    if (fix.kind === 'crop') {
      await crop(fix.photoId, fix.crop);
      return;
    }
    change((now) => withFix(now, platform, fix));
    if (fix.kind === 'caption') {
      composer.setTab(platform);
    }
  };

  return (
    <Dialog open busy={composer.busy} onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <DialogContent
        title={post ? 'Edit Post' : 'Schedule New Post'}
        description={props.description}
        width="xl"
        footer={
          <ComposerFooter
            composer={composer}
            timeZone={timeZone}
            startDay={post ? null : (initial?.date ?? null)}
            post={post}
          />
        }
      >
        {composer.stored ? (
          <Suspense>
            <StoredDraftNotice
              draft={composer.stored}
              timeZone={timeZone}
              onRestore={composer.restore}
              onDiscard={composer.discard}
            />
          </Suspense>
        ) : null}
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <form
            id={`${id}-form`}
            noValidate
            className="grid min-w-0 content-start gap-6"
            onSubmit={(event) => {
              event.preventDefault();
              composer.submit();
            }}
          >
            <PlatformsField
              control={control}
              accounts={accounts}
              connected={connected}
              waiting={waiting}
              connecting={props.connecting}
              onChange={(platforms) => change({ platforms })}
              onConnect={props.onConnect}
            />
            <CaptionField
              id={`${id}-caption`}
              control={control}
              tab={composer.tab}
              onTab={composer.setTab}
              onChange={change}
              valuesNow={composer.valuesNow}
              ideas={props.ideaTool}
              tool={props.captionTool}
            />
            <PhotosField
              id={`${id}-caption-photos`}
              control={control}
              onChange={change}
              onCrop={(photo, area) => crop(photo.id, area)}
              picker={props.photoPicker}
            />
            <Suspense>
              <PreflightPanel
                control={control}
                momentOf={composer.momentOf}
                postId={post?.id ?? null}
                onFix={applyFix}
                onCrop={(photo, area) => crop(photo.id, area)}
              />
            </Suspense>
            {composer.conflict ? (
              <Suspense>
                <ConflictNotice
                  busy={composer.conflict === 'settling'}
                  onSettle={(keep) => void composer.settleConflict(keep)}
                />
              </Suspense>
            ) : null}
            {composer.formError ? (
              <div ref={reveal}>
                <FormError>{composer.formError}</FormError>
              </div>
            ) : null}
          </form>
          <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
            <PreviewPanel control={control} accounts={accounts} follow={composer.tab} />
          </Suspense>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function PlatformsField({
  control,
  ...rest
}: { control: ComposerControl } & Omit<PlatformCheckboxesProps, 'value' | 'error'>) {
  const [ref, error, platforms] = useOwnField(control, 'platforms');
  return (
    <div ref={focusesFirst(ref)}>
      <PlatformCheckboxes {...rest} value={platforms} error={error} />
    </div>
  );
}

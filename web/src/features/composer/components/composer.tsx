import type { Crop, Photo, Platform } from '@postloom/contracts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button, Dialog, DialogCancel, DialogContent, FormError, Skeleton } from '#ui/index.ts';
import { captionFor } from '../composer-rules.ts';
import { limitText, photoLimit, swapped, toggled } from '../photo-order.ts';
import { withFix, type Finding } from '../preflight.ts';
import { useComposer, type ComposerFacts } from '../use-composer.ts';
import { useNow } from '#lib/use-now.ts';
import { CaptionTabs } from './caption-tabs.tsx';
import { ConflictNotice, reveal, StoredDraftNotice } from './composer-notices.tsx';
import { PhotoStrip } from './photo-strip.tsx';
import { PlatformCheckboxes } from './platform-checkboxes.tsx';
import { PreflightPanel } from './preflight-panel.tsx';
import { WhenFields } from '#components/when-fields.tsx';

const PreviewPanel = lazy(() => import('./platform-preview.tsx'));

export type ComposerProps = ComposerFacts & {
  connecting: Platform | null;
  onConnect(platform: Platform): void;
  /** Cuts a copy out of a photo. */
  onCrop(photoId: string, crop: Crop): Promise<Photo>;
  photoPicker(slot: {
    value: readonly string[];
    /** No more can be chosen. */
    full: boolean;
    onToggle(photo: Photo): void;
    onUploaded(photo: Photo): void;
    invalid: boolean;
  }): ReactNode;
  captionTool(slot: { photoId: string | null; value: string; onChange(text: string): void }): ReactNode;
};

/** 'Schedule New Post', and the same form for a post that is there already. Suspends until the browser can count in zones. */
export function Composer(props: ComposerProps) {
  const { timeZone, connected, waiting, accounts, photos, post } = props;
  const composer = useComposer(props);
  const { id, values, change, problems, intent, moment, check } = composer;
  const now = useNow();
  /** Photos of this session that the list need not hold: uploaded or cut just now, or found by a search. */
  const [fresh, setFresh] = useState<readonly Photo[]>([]);
  const remember = (photo: Photo) =>
    setFresh((list) => (list.some((one) => one.id === photo.id) ? list : [...list, photo]));
  const chosen = values.photoIds.map((photoId) => ({
    id: photoId,
    photo: photos.find((one) => one.id === photoId) ?? fresh.find((one) => one.id === photoId),
  }));
  const limit = photoLimit(values.platforms);
  const applyFix = async ({ fix, platform }: Finding) => {
    if (!fix) {
      return;
    }
    if (fix.kind !== 'crop') {
      change(withFix(values, platform, fix));
      if (fix.kind === 'caption') {
        composer.setTab(platform);
      }
      return;
    }
    const copy = await props.onCrop(fix.photoId, fix.crop);
    remember(copy);
    change((latest) => ({ photoIds: swapped(latest.photoIds, fix.photoId, copy.id) }));
  };

  return (
    <Dialog open busy={composer.busy} onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <DialogContent
        title={post ? 'Edit Post' : 'Schedule New Post'}
        width="xl"
        footer={
          <>
            {intent.why ? (
              <p className="text-sm text-muted max-sm:order-last sm:mr-auto sm:self-center">{intent.why}</p>
            ) : null}
            <DialogCancel />
            <Button
              type="submit"
              form={`${id}-form`}
              pending={composer.busy}
              pendingText={intent.status === 'draft' ? 'Saving...' : 'Scheduling...'}
            >
              {intent.button}
            </Button>
          </>
        }
      >
        {composer.stored ? (
          <StoredDraftNotice
            savedAt={composer.stored.savedAt}
            timeZone={timeZone}
            onRestore={composer.restore}
            onDiscard={composer.discard}
          />
        ) : null}
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <form
            ref={composer.form}
            id={`${id}-form`}
            noValidate
            className="grid min-w-0 content-start gap-6"
            onSubmit={(event) => {
              event.preventDefault();
              composer.submit();
            }}
          >
            <fieldset className="grid min-w-0 gap-2" data-field="photo">
              <legend className="pb-1.5 text-sm font-semibold">Photos</legend>
              <PhotoStrip
                photos={chosen}
                note={limitText(chosen.length, limit)}
                over={chosen.length > limit.photos}
                onOrder={(photoIds) => change({ photoIds })}
              />
              {props.photoPicker({
                value: values.photoIds,
                full: chosen.length >= limit.photos,
                invalid: problems.photo !== undefined,
                onToggle: (photo) => {
                  remember(photo);
                  change((latest) => ({ photoIds: toggled(latest.photoIds, photo.id, limit) }));
                },
                onUploaded: (photo) => {
                  remember(photo);
                  change((latest) =>
                    latest.photoIds.includes(photo.id) ? {} : { photoIds: toggled(latest.photoIds, photo.id, limit) },
                  );
                },
              })}
              {problems.photo ? (
                <p role="alert" className="text-sm font-medium text-madder">
                  {problems.photo}
                </p>
              ) : null}
            </fieldset>
            <CaptionTabs
              id={`${id}-caption`}
              values={values}
              tab={composer.tab}
              onTab={composer.setTab}
              onChange={change}
              error={problems.caption}
              tool={(text, onText) =>
                props.captionTool({ photoId: values.photoIds[0] ?? null, value: text, onChange: onText })
              }
            />
            <div data-field="platforms">
              <PlatformCheckboxes
                value={values.platforms}
                connected={connected}
                waiting={waiting}
                connecting={props.connecting}
                onChange={(platforms) => change({ platforms })}
                onConnect={props.onConnect}
                error={problems.platforms}
              />
            </div>
            <WhenFields
              date={values.date}
              time={values.time}
              onDate={(date) => change({ date })}
              onTime={(time) => change({ time })}
              timeZone={timeZone}
              now={now}
              moment={moment}
              dateError={problems.date}
              timeError={problems.time}
              idPrefix={id}
            />
            <PreflightPanel check={check} onFix={applyFix} />
            {composer.conflict ? <ConflictNotice onSettle={(keep) => void composer.settleConflict(keep)} /> : null}
            {composer.formError ? (
              <div ref={reveal}>
                <FormError>{composer.formError}</FormError>
              </div>
            ) : null}
          </form>
          <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
            <PreviewPanel
              platforms={values.platforms}
              captionOf={(platform) => captionFor(values, platform)}
              photos={chosen.flatMap(({ photo }) => photo ?? [])}
              accounts={accounts}
              follow={composer.tab}
            />
          </Suspense>
        </div>
      </DialogContent>
    </Dialog>
  );
}

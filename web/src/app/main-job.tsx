import type { Business, Post } from '@postloom/contracts';
import { Suspense, useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { UploadPill } from '#features/media/components/upload-pill.tsx';
import { AskedAfterConnect } from '#features/social/components/asked-after-connect.tsx';
import { useConnect } from '#features/social/use-connect.ts';
import { lazily, optionally, prefetch } from '#lib/lazily.ts';
import { useStateOf } from '#lib/use-state-of.ts';
import { toast } from '#ui/index.ts';
import { DialogBoundary } from './boundaries.tsx';
import { prefetchWhenIdle } from './page-code.ts';
import type { ComposeStart, ShellActions } from './shell-actions.ts';
import { useTheme } from './theme.ts';

const PageUploads = optionally(() => import('#features/media/components/page-uploads.tsx'));
const loadComposer = () => import('./compose-dialog.tsx');
const loadUploader = () => import('#features/media/components/upload-dialog.tsx');
const ComposeDialog = lazily(loadComposer);
const UploadDialog = lazily(loadUploader);
const PlanWeekDialog = lazily(() => import('./plan-week-dialog.tsx'));
const SetupRequiredDialog = lazily(() => import('#features/social/components/setup-required-dialog.tsx'));

/** Fetches a dialog's code before it is asked for; a failure is met again, and shown, when it is opened. */
export const prefetchComposer = () => prefetch(loadComposer);
export const prefetchUploader = () => prefetch(loadUploader);

type Composing = { start: ComposeStart; post: Post | null; onMade?: (() => void) | undefined };

/** What pages ask for of the main job. */
type MainJob = Pick<
  ShellActions,
  'composePost' | 'editPost' | 'uploadPhotos' | 'planWeek' | 'connectAccount' | 'connecting'
>;

/**
 * The dialogs of the main job, open over any page: composing, uploading, connecting. They belong to the business they were
 * opened for and close when the page turns to another one.
 */
export function useMainJob(
  business: Business | null,
  onUpgrade: () => void,
  onCreateBusiness: () => void,
): { job: MainJob; dialogs: ReactNode; pill: ReactNode } {
  const businessId = business?.id ?? null;
  const [composing, setComposing] = useStateOf<Composing | null>(businessId, null);
  const [uploading, setUploading] = useStateOf<{ files?: readonly File[] } | null>(businessId, null);
  const [isPlanning, setPlanning] = useStateOf<boolean>(businessId, false);
  const [, navigate] = useLocation();
  const { connect, connecting, setup, closeSetup, connected, closeConnected } = useConnect(business, onUpgrade);
  const theme = useTheme();
  // What people come for opens at once, also by a touch, which nothing announces; and a lost network can be told of without one.
  useEffect(() => prefetchWhenIdle([loadComposer, () => import('#ui/toaster.tsx')]), []);

  const needsBusiness = useCallback(() => {
    if (businessId !== null) {
      return false;
    }
    toast({
      title: 'No businesses yet',
      description: 'Create a business profile first.',
      tone: 'error',
      action: { label: 'Choose Your Industry', onSelect: onCreateBusiness },
    });
    return true;
  }, [businessId, onCreateBusiness]);
  const job = useMemo<MainJob>(
    () => ({
      composePost: (start = {}, onMade) => {
        if (!needsBusiness()) {
          setComposing({ start, post: null, onMade });
        }
      },
      editPost: (post) => setComposing({ start: {}, post }),
      uploadPhotos: (files) => {
        if (!needsBusiness()) {
          setUploading(files ? { files } : {});
        }
      },
      planWeek: () => {
        if (!needsBusiness()) {
          setPlanning(true);
        }
      },
      connectAccount: (platform) => {
        if (!needsBusiness()) {
          connect(platform);
        }
      },
      connecting,
    }),
    [connect, connecting, needsBusiness, setComposing, setPlanning, setUploading],
  );

  const closeAll = () => {
    setComposing(null);
    setUploading(null);
    setPlanning(false);
    closeSetup();
    closeConnected();
  };
  const dialogs = (
    <>
      <PageUploads businessId={businessId} onComing={prefetchUploader} onUpload={job.uploadPhotos} />
      <DialogBoundary onFailed={closeAll} advice="Please open it again. What you wrote is saved on this device.">
        {/* Each waits for its code by itself: one that is on its way hides none that is open. */}
        <Suspense fallback={null}>
          {composing ? (
            <ComposeDialog
              key={`${businessId} ${composing.post?.id ?? 'new'}`}
              start={composing.start}
              post={composing.post}
              onMade={composing.onMade}
              connecting={connecting}
              onConnect={connect}
              onUpgrade={onUpgrade}
              onClose={() => setComposing(null)}
            />
          ) : null}
        </Suspense>
        <Suspense fallback={null}>
          {isPlanning && business ? (
            <PlanWeekDialog
              key={businessId}
              business={business}
              connecting={connecting}
              onConnect={connect}
              onUpgrade={onUpgrade}
              onUpload={() => setUploading({})}
              onSee={(day) => {
                setPlanning(false);
                navigate(`/schedule?view=week&week=${day}`);
              }}
              onClose={() => setPlanning(false)}
            />
          ) : null}
        </Suspense>
        <Suspense fallback={null}>
          {uploading && businessId ? (
            <UploadDialog
              key={businessId}
              open
              onOpenChange={(open) => (open ? undefined : setUploading(null))}
              businessId={businessId}
              theme={theme}
              {...(uploading.files ? { files: uploading.files } : {})}
            />
          ) : null}
        </Suspense>
        <Suspense fallback={null}>
          {connected && businessId ? (
            <AskedAfterConnect key={connected} platform={connected} onClose={closeConnected} />
          ) : null}
          {setup ? <SetupRequiredDialog setup={setup} onClose={closeSetup} /> : null}
        </Suspense>
      </DialogBoundary>
    </>
  );
  return { job, dialogs, pill: <UploadPill onOpen={() => job.uploadPhotos()} /> };
}

import type { Platform, Post } from '@postloom/contracts';
import { Suspense, useMemo } from 'react';
import { useCropPhoto } from '#features/media/api/photo-copies.ts';
import { PhotoPicker } from '#features/media/components/photo-picker.tsx';
import { Async } from '#components/async.tsx';
import { Composer } from '#features/composer/components/composer.tsx';
import { planCatalogue } from '#lib/contract-data.ts';
import { lazily } from '#lib/lazily.ts';
import { texts } from '#lib/texts.ts';
import { connectedPlatforms, useSocialAccounts, useSocialStatus, waitingPlatforms } from '#data/social.ts';
import { useNamedBusiness, usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { Dialog, DialogContent, Skeleton, SpinnerWithText } from '#ui/index.ts';
import type { ComposeStart } from './shell-actions.ts';

const IdeaTool = lazily(() => import('#features/ideas/components/idea-tool.tsx'));
const CaptionTool = lazily(async () => ({
  default: (await import('#features/captions/components/caption-tool.tsx')).CaptionTool,
}));

export type ComposeDialogProps = {
  start: ComposeStart;
  post: Post | null;
  onMade?: (() => void) | undefined;
  connecting: Platform | null;
  onConnect(platform: Platform): void;
  onUpgrade(): void;
  onClose(): void;
};

/** The composer with what it needs of the other features: the library, the caption writer, the accounts. */
export default function ComposeDialog(props: ComposeDialogProps) {
  const { start, post, onMade, connecting, onConnect, onUpgrade, onClose } = props;
  const { user, business } = usePageContext();
  const named = useNamedBusiness();
  const timeZone = usePageTimeZone();
  const status = useSocialStatus();
  const accounts = useSocialAccounts();
  const crop = useCropPhoto();
  const connected = useMemo(() => connectedPlatforms(status.data), [status.data]);
  const waiting = useMemo(() => waitingPlatforms(accounts.data), [accounts.data]);
  if (!business) {
    return null;
  }
  if (!status.data) {
    return (
      <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
        <DialogContent title={post ? 'Edit Post' : 'Schedule New Post'} width="xl">
          <Async query={status} skeleton={<SpinnerWithText text="Loading your accounts..." className="py-24" />}>
            {() => null}
          </Async>
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <Composer
      businessId={business.id}
      timeZone={timeZone}
      tier={planCatalogue[user.subscriptionTier].name}
      connected={connected}
      waiting={waiting}
      accounts={accounts.data ?? []}
      description={named && texts.forBusiness(named)}
      connecting={connecting}
      initial={start}
      post={post ?? undefined}
      onMade={onMade}
      onConnect={onConnect}
      onUpgrade={onUpgrade}
      onClose={onClose}
      onCrop={(id, area) => crop.mutateAsync({ id, crop: area })}
      photoPicker={(slot) => <PhotoPicker businessId={business.id} {...slot} />}
      ideaTool={(slot) => (
        <Suspense>
          <IdeaTool industry={business.industryType} {...slot} />
        </Suspense>
      )}
      captionTool={(slot) => (
        <Suspense fallback={<Skeleton className="h-16 rounded-card" />}>
          <CaptionTool {...slot} fromLibrary={start.fromLibrary === true} onUpgrade={onUpgrade} />
        </Suspense>
      )}
    />
  );
}

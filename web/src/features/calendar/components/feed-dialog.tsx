import { useState } from 'react';
import { formatInstant } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import {
  Button,
  ConfirmDialog,
  CopyField,
  Dialog,
  DialogContent,
  ErrorState,
  Skeleton,
  SkeletonGroup,
  toast,
} from '#ui/index.ts';
import { useCalendarFeed, useRevokeFeed, useRotateFeed } from '../api/calendar-feed.ts';
import { feedTexts } from '../texts.ts';

/** The calendar in another calendar: an address to subscribe to, shown once, that can be renewed or ended. */
export function FeedDialog({ timeZone, onClose }: { timeZone: string; onClose(): void }) {
  const feed = useCalendarFeed();
  const rotate = useRotateFeed();
  const revoke = useRevokeFeed();
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const url = rotate.data ? new URL(rotate.data.url, location.origin).href : null;
  const make = () =>
    void rotate
      .mutateAsync()
      .catch((error: unknown) => toastError(error, feedTexts.createFailed))
      .then(() => setAsking(null));
  const end = () =>
    void revoke
      .mutateAsync()
      .then(
        () => {
          rotate.reset();
          toast({ ...feedTexts.ended, tone: 'success' });
        },
        (error: unknown) => toastError(error, feedTexts.endFailed),
      )
      .then(() => setAsking(null));

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Subscribe to the calendar"
        description={feedTexts.description}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        {feed.isError ? (
          <ErrorState className="py-8" onRetry={() => void feed.refetch()} />
        ) : !feed.data ? (
          <SkeletonGroup text="Loading the subscription">
            <Skeleton className="h-24" />
          </SkeletonGroup>
        ) : (
          <div className="grid gap-4 text-sm">
            {url ? (
              <div className="grid gap-2">
                <h3 className="font-semibold">Your address</h3>
                <CopyField text={url} label="Copy the address" failure={feedTexts.copyFailed} />
                <p className="rounded-control bg-weld-soft px-3 py-2 text-weld">{feedTexts.shownOnce}</p>
              </div>
            ) : feed.data.isOn ? (
              <p>{feedTexts.isOn(feed.data.createdAt ? formatInstant(feed.data.createdAt, timeZone) : null)}</p>
            ) : (
              <p>{feedTexts.isOff}</p>
            )}
            <div className="flex flex-wrap gap-2">
              {feed.data.isOn ? (
                <>
                  <Button
                    variant="secondary"
                    pending={rotate.isPending}
                    pendingText="Creating..."
                    onClick={() => setAsking('rotate')}
                  >
                    Create a new address
                  </Button>
                  <Button variant="danger-quiet" onClick={() => setAsking('revoke')}>
                    End the subscription
                  </Button>
                </>
              ) : (
                <Button pending={rotate.isPending} pendingText="Creating..." onClick={make}>
                  Create an address
                </Button>
              )}
            </div>
          </div>
        )}
        <ConfirmDialog
          open={asking !== null}
          onOpenChange={(open) => (open ? undefined : setAsking(null))}
          title={asking === 'rotate' ? 'Create a new address?' : 'End the subscription?'}
          description={feedTexts.warning}
          confirmLabel={asking === 'rotate' ? 'Create a new address' : 'End the subscription'}
          destructive={asking === 'revoke'}
          pending={rotate.isPending || revoke.isPending}
          onConfirm={asking === 'rotate' ? make : end}
        />
      </DialogContent>
    </Dialog>
  );
}

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
      .catch((error: unknown) => toastError(error, 'The address could not be made. Please try again.'))
      .then(() => setAsking(null));
  const end = () =>
    void revoke
      .mutateAsync()
      .then(
        () => {
          rotate.reset();
          toast({ title: 'Subscription ended', description: 'The address no longer works.', tone: 'success' });
        },
        (error: unknown) => toastError(error, 'The subscription could not be ended. Please try again.'),
      )
      .then(() => setAsking(null));

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Subscribe to the calendar"
        description="See scheduled and recurring posts in Google Calendar, Apple Calendar, Outlook or any other that takes an address."
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
                <CopyField text={url} label="Copy the address" failure="Failed to copy the address." />
                <p className="rounded-control bg-weld-soft px-3 py-2 text-weld">
                  It is shown this once. Whoever has it sees the calendar, so keep it to yourself.
                </p>
              </div>
            ) : feed.data.isOn ? (
              <p>
                The calendar has an address
                {feed.data.createdAt ? `, made on ${formatInstant(feed.data.createdAt, timeZone)}` : ''}. It was shown
                when it was made. If it is lost, make a new one; the old one then stops working.
              </p>
            ) : (
              <p>There is no address yet. Whoever has one sees the calendar without signing in, and nothing else.</p>
            )}
            <div className="flex flex-wrap gap-2">
              {feed.data.isOn ? (
                <>
                  <Button
                    variant="secondary"
                    pending={rotate.isPending}
                    pendingText="Making..."
                    onClick={() => setAsking('rotate')}
                  >
                    Make a new address
                  </Button>
                  <Button variant="danger-quiet" onClick={() => setAsking('revoke')}>
                    End the subscription
                  </Button>
                </>
              ) : (
                <Button pending={rotate.isPending} pendingText="Making..." onClick={make}>
                  Create an address
                </Button>
              )}
            </div>
          </div>
        )}
        <ConfirmDialog
          open={asking !== null}
          onOpenChange={(open) => (open ? undefined : setAsking(null))}
          title={asking === 'rotate' ? 'Make a new address?' : 'End the subscription?'}
          description="Calendars that use the present address no longer get anything."
          confirmLabel={asking === 'rotate' ? 'Make a new address' : 'End the subscription'}
          destructive={asking === 'revoke'}
          pending={rotate.isPending || revoke.isPending}
          onConfirm={asking === 'rotate' ? make : end}
        />
      </DialogContent>
    </Dialog>
  );
}

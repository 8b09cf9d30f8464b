import { useState } from 'react';
import { LoadedCard } from '#components/loaded-card.tsx';
import { ShowMore } from '#components/show-more.tsx';
import { pageRows, pageTotal } from '#lib/api/index.ts';
import { formatMoment } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import { Badge, Button, ConfirmDialog, toast } from '#ui/index.ts';
import { useEndOtherSessions, useEndSession, useSessions } from '../api/security.ts';
import { zoneLine } from '../audit-texts.ts';
import { deviceName } from '../device-name.ts';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.security.sessions;

/** Every device that is signed in, in words, and the way to sign it out. */
export function SessionsCard({ timeZone }: { timeZone: string }) {
  const sessions = useSessions();
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const [asking, setAsking] = useState(false);
  const leave = (id: string, device: string) =>
    void end.mutateAsync(id).then(
      () => toast({ title: texts.ended(device), tone: 'success' }),
      (error: unknown) => toastError(error, texts.endFailed),
    );
  const leaveOthers = () =>
    void endOthers
      .mutateAsync()
      .then(
        () => toast({ title: texts.othersDone, tone: 'success' }),
        (error: unknown) => toastError(error, texts.othersFailed),
      )
      .then(() => setAsking(false));
  return (
    <>
      <LoadedCard
        id="sessions"
        title={texts.title}
        description={zoneLine(timeZone)}
        action={
          (pageTotal(sessions.data) ?? 0) > 1 ? (
            <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
              Sign out everywhere else
            </Button>
          ) : null
        }
        query={sessions}
        loading={texts.loading}
        skeleton={{ rows: 2, height: 'h-12' }}
        footer={<ShowMore query={sessions} />}
      >
        {(data) => (
          <ul className="grid divide-y divide-line">
            {pageRows(data).map(({ id, userAgent, createdAt, lastSeenAt, current }) => {
              const device = deviceName(userAgent);
              return (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
                  <div className="grid min-w-0">
                    <p className="flex flex-wrap items-center gap-2 font-semibold">
                      {device}
                      {current ? <Badge tone="moss">This device</Badge> : null}
                    </p>
                    <p className="text-sm text-muted">
                      {texts.seen(formatMoment(lastSeenAt, timeZone))}, {texts.since(formatMoment(createdAt, timeZone))}
                    </p>
                  </div>
                  {current ? null : (
                    <Button
                      variant="ghost"
                      size="sm"
                      pending={end.isPending && end.variables === id}
                      onClick={() => leave(id, device)}
                    >
                      Sign out<span className="sr-only"> {device}</span>
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </LoadedCard>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.othersQuestion}
        description={texts.others}
        confirmLabel="Sign out everywhere else"
        pending={endOthers.isPending}
        onConfirm={leaveOthers}
      />
    </>
  );
}

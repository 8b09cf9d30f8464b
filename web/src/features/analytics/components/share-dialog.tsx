import type { ReportShare, ReportShares } from '@postloom/contracts';
import { useState } from 'react';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { formatDate, formatDays } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import {
  Button,
  ConfirmDialog,
  CopyField,
  Dialog,
  DialogContent,
  ErrorState,
  Field,
  NativeSelect,
  Skeleton,
  SkeletonGroup,
  toast,
} from '#ui/index.ts';
import { useReportShares, useShareReport, useWithdrawShare } from '../api/report-shares.ts';
import type { Range } from '../range.ts';
import { shareTexts as texts } from '../share-texts.ts';

/** Links to the report of a range: one more, shown once, and those that work, each to be withdrawn. */
export default function ShareDialog({ range, onClose }: { range: Range; onClose(): void }) {
  const { business } = usePageContext();
  const timeZone = usePageTimeZone();
  const shares = useReportShares();
  const [asking, setAsking] = useState<ReportShare | null>(null);
  const withdraw = useWithdrawShare();
  const mayChange = business?.role !== 'viewer';
  const end = (share: ReportShare) =>
    void withdraw
      .mutateAsync(share.id)
      .then(
        () => toast({ ...texts.withdrawn, tone: 'success' }),
        (error: unknown) => toastError(error, texts.withdrawFailed),
      )
      .then(() => setAsking(null));
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={texts.title}
        description={texts.description(formatDays(range.from, range.to))}
        footer={<Button onClick={onClose}>{texts.done}</Button>}
      >
        {shares.data ? (
          <div className="grid gap-5">
            {mayChange ? <NewLink range={range} shares={shares.data} /> : <p className="text-sm">{texts.readOnly}</p>}
            <section aria-labelledby="report-links" className="grid gap-2">
              <h3 id="report-links" className="text-sm font-bold">
                {texts.links}
              </h3>
              {shares.data.shares.length === 0 ? (
                <p className="text-sm text-muted">{texts.none}</p>
              ) : (
                <ul className="grid divide-y divide-line">
                  {shares.data.shares.map((share) => (
                    <li key={share.id} className="flex items-center justify-between gap-3 py-2">
                      <span className="grid min-w-0 gap-0.5">
                        <span className="text-sm font-semibold">{formatDays(share.from, share.to)}</span>
                        <span className="text-xs text-muted">
                          {texts.made(formatDate(share.createdAt, timeZone), formatDate(share.expiresAt, timeZone))}
                        </span>
                      </span>
                      {mayChange ? (
                        <Button
                          variant="danger-quiet"
                          size="sm"
                          aria-label={texts.withdrawOne(formatDays(share.from, share.to))}
                          onClick={() => setAsking(share)}
                        >
                          {texts.withdraw}
                        </Button>
                      ) : null}
                    </li>
                  ))}
                </ul>
              )}
            </section>
          </div>
        ) : shares.isError ? (
          <ErrorState className="py-8" onRetry={() => void shares.refetch()} />
        ) : (
          <SkeletonGroup text={texts.loading}>
            <Skeleton className="h-32" />
          </SkeletonGroup>
        )}
        <ConfirmDialog
          open={asking !== null}
          onOpenChange={(open) => (open ? undefined : setAsking(null))}
          title={texts.ask}
          description={asking ? texts.askText(formatDays(asking.from, asking.to)) : ''}
          confirmLabel={texts.withdraw}
          destructive
          pending={withdraw.isPending}
          onConfirm={() => (asking ? end(asking) : undefined)}
        />
      </DialogContent>
    </Dialog>
  );
}

function NewLink({ range: { from, to }, shares }: { range: Range; shares: ReportShares }) {
  const share = useShareReport();
  const [days, setDays] = useState(() => shares.days.find((one) => one === 30) ?? shares.days[0] ?? 7);
  const create = () =>
    void share
      .mutateAsync({ from, to, days: days as 7 | 30 | 90 })
      .catch((error: unknown) => toastError(error, texts.createFailed));
  if (shares.shares.length >= shares.most && !share.data) {
    return <p className="text-sm">{texts.full(shares.most)}</p>;
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={texts.works}>
          <NativeSelect value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {shares.days.map((one) => (
              <option key={one} value={one}>
                {texts.days(one)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Button
          disabled={shares.shares.length >= shares.most}
          pending={share.isPending}
          pendingText={texts.creating}
          onClick={create}
        >
          {texts.create}
        </Button>
      </div>
      <div role="status" className="grid gap-2 text-sm empty:hidden">
        {share.data ? (
          <>
            <h3 className="font-bold">{texts.yourLink}</h3>
            <CopyField text={share.data.url} label={texts.copy} failure={texts.copyFailed} />
            <p className="rounded-control bg-weld-soft px-3 py-2 text-weld">{texts.shownOnce}</p>
          </>
        ) : null}
      </div>
    </div>
  );
}

import type { DataExport } from '@postloom/contracts';
import { useLayoutEffect, useRef } from 'react';
import { LoadedCard } from '#components/loaded-card.tsx';
import { messageOr, routes } from '#lib/api/index.ts';
import { formatBytes, formatMoment } from '#lib/format.ts';
import { Button, FormError, Progress } from '#ui/index.ts';
import { useDataExport, useStartExport } from '../api/exports.ts';
import { exportTexts } from '../texts.ts';

/** Everything that is the person's, to take away. */
export default function ExportCard({ timeZone }: { timeZone: string }) {
  const latest = useDataExport();
  const start = useStartExport();
  return (
    <LoadedCard
      id="export-title"
      title={exportTexts.title}
      description={exportTexts.lead}
      query={latest}
      loading={exportTexts.loading}
      skeleton={{ rows: 1, height: 'h-10' }}
      footer={start.isError ? <FormError>{messageOr(start.error, exportTexts.startFailed)}</FormError> : null}
    >
      {(now) => (
        <div className="grid justify-items-start gap-3">
          <State now={now} timeZone={timeZone} starting={start.isPending} onStart={() => start.mutate()} />
        </div>
      )}
    </LoadedCard>
  );
}

type StateProps = { now: DataExport; timeZone: string; starting: boolean; onStart(): void };

function State({ now, timeZone, starting, onStart }: StateProps) {
  const ready = useRef<HTMLParagraphElement>(null);
  const before = useRef(now.state);
  // Whoever watched it being made is told that it is there.
  useLayoutEffect(() => {
    if (before.current === 'working' && now.state === 'ready') {
      ready.current?.focus();
    }
    before.current = now.state;
  }, [now.state]);
  if (now.state === 'working') {
    return (
      <div className="grid w-full gap-2" role="status">
        <p className="font-semibold">{exportTexts.working}</p>
        <Progress value={now.percent} label={exportTexts.working} valueText={exportTexts.percent(now.percent)} />
        <p className="text-sm text-muted">{exportTexts.workingHint}</p>
      </div>
    );
  }
  const isReady = now.state === 'ready';
  return (
    <>
      {isReady ? (
        <p ref={ready} tabIndex={-1} className="text-sm outline-none">
          {exportTexts.ready(formatMoment(now.expiresAt ?? '', timeZone))}{' '}
          <span className="text-muted">{exportTexts.counts(now.counts)}.</span>
        </p>
      ) : null}
      {now.state === 'expired' || now.state === 'failed' ? <p className="text-sm">{exportTexts[now.state]}</p> : null}
      <div className="flex flex-wrap gap-2">
        {isReady ? (
          <Button asChild>
            <a href={routes.downloadExport.path} download>
              {exportTexts.download(formatBytes(now.bytes ?? 0))}
            </a>
          </Button>
        ) : null}
        <Button
          variant={isReady ? 'secondary' : 'primary'}
          pending={starting}
          pendingText={exportTexts.starting}
          onClick={onStart}
        >
          {now.state === 'none' ? exportTexts.start : exportTexts.again}
        </Button>
      </div>
    </>
  );
}

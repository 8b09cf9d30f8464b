import type { DataImport } from '@postloom/contracts';
import { useLayoutEffect, useRef } from 'react';
import { LoadedCard } from '#components/loaded-card.tsx';
import { messageOr } from '#lib/api/index.ts';
import { Button, FormError, Progress } from '#ui/index.ts';
import { useDataImport, useDropImport, useSendZip } from '../api/imports.ts';
import { importTexts } from '../import-texts.ts';
import { ImportChoice } from './import-choice.tsx';
import { ImportReport } from './import-report.tsx';

/** Brings an export back into this account. */
export function ImportCard() {
  const latest = useDataImport();
  const send = useSendZip();
  return (
    <LoadedCard
      id="import-title"
      title={importTexts.title}
      description={importTexts.lead}
      query={latest}
      loading={importTexts.loading}
      skeleton={{ rows: 1, height: 'h-10' }}
      footer={send.isError ? <FormError>{messageOr(send.error, importTexts.uploadFailed)}</FormError> : null}
    >
      {(now) => (
        <div className="grid justify-items-start gap-3">
          {send.isPending ? (
            <UnderWay title={importTexts.uploading} hint={importTexts.uploadingHint} percent={send.percent} />
          ) : (
            <State now={now} onChosen={(zip) => send.mutate(zip)} />
          )}
        </div>
      )}
    </LoadedCard>
  );
}

function State({ now, onChosen }: { now: DataImport; onChosen(zip: File): void }) {
  const shown = useRef<HTMLDivElement>(null);
  const before = useRef(now.state);
  // Whoever watched it is told what has come of it.
  useLayoutEffect(() => {
    if (before.current !== now.state && ['waiting', 'done', 'refused'].includes(now.state)) {
      shown.current?.focus();
    }
    before.current = now.state;
  }, [now.state]);
  if (now.state === 'checking') {
    return <UnderWay title={importTexts.checking} hint={importTexts.checkingHint} />;
  }
  if (now.state === 'working') {
    return <UnderWay title={importTexts.working} hint={importTexts.workingHint} percent={now.percent} />;
  }
  if (now.state === 'receiving') {
    return <Paused now={now} onChosen={onChosen} />;
  }
  return (
    <div ref={shown} tabIndex={-1} className="grid w-full justify-items-start gap-3 outline-none">
      {now.state === 'waiting' ? <ImportChoice now={now} /> : null}
      {now.state === 'refused' ? <FormError>{now.refusal}</FormError> : null}
      {now.state === 'done' ? <ImportReport now={now} /> : null}
      {now.state === 'waiting' ? null : (
        <ChooseZip onChosen={onChosen}>
          {now.state === 'done' || now.state === 'refused' ? importTexts.another : importTexts.choose}
        </ChooseZip>
      )}
    </div>
  );
}

function UnderWay({ title, hint, percent }: { title: string; hint: string; percent?: number }) {
  return (
    <div className="grid w-full gap-2" role="status">
      <p className="font-semibold">{title}</p>
      {percent === undefined ? null : (
        <Progress value={percent} label={title} valueText={importTexts.percent(percent)} />
      )}
      <p className="text-sm text-muted">{hint}</p>
    </div>
  );
}

/** An upload that broke off, or goes on in another tab. */
function Paused({ now, onChosen }: { now: DataImport; onChosen(zip: File): void }) {
  const drop = useDropImport();
  return (
    <>
      <p className="text-sm">{importTexts.paused(Math.floor((now.receivedBytes / now.bytes) * 100))}</p>
      <div className="flex flex-wrap gap-2">
        <ChooseZip onChosen={onChosen}>{importTexts.same}</ChooseZip>
        <Button variant="ghost" pending={drop.isPending} onClick={() => drop.mutate()}>
          {importTexts.drop}
        </Button>
      </div>
      {drop.isError ? <FormError>{messageOr(drop.error, importTexts.dropFailed)}</FormError> : null}
    </>
  );
}

function ChooseZip({ children, onChosen }: { children: string; onChosen(zip: File): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        className="sr-only"
        aria-label={importTexts.file}
        tabIndex={-1}
        onChange={({ target }) => {
          const [zip] = target.files ?? [];
          if (zip) {
            onChosen(zip);
          }
          target.value = '';
        }}
      />
      <Button variant="secondary" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

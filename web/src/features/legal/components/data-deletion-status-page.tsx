import type { DeletionStatus } from '@postloom/contracts';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isDeadLink, messageOr, unreachable } from '#lib/api/index.ts';
import { formatInstant } from '#lib/format.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { Button, ErrorState, Field, Input } from '#ui/index.ts';
import { useDeletionStatus } from '../api/deletion.ts';
import { deletionTexts } from '../texts.ts';
import { Clause, LegalPage } from './legal-layout.tsx';

const { status: texts } = deletionTexts;

/** How far a deletion is, by its confirmation code. */
export default function DataDeletionStatus() {
  const code = (new URLSearchParams(useSearch()).get('code') ?? '').trim();
  const status = useDeletionStatus(code);
  if (code !== '' && status.isPending) {
    return <p className="p-10 text-center text-muted">Loading...</p>;
  }
  const isUnknown = isDeadLink(status.error);
  return (
    <LegalPage title={texts.title} lead={texts.lead}>
      {status.data ? <Shown status={status.data} /> : null}
      {status.error && !isUnknown ? (
        <ErrorState message={messageOr(status.error, unreachable)} onRetry={() => void status.refetch()} />
      ) : null}
      <CodeForm key={code} code={code} problem={isUnknown ? texts.unknown : undefined} />
    </LegalPage>
  );
}

function textOf({ about, state }: DeletionStatus): string {
  const isElsewhere = about !== 'person' && (state === 'deleting' || state === 'completed');
  return isElsewhere ? texts.elsewhere[about][state] : texts.states[state].text;
}

function Shown({ status }: { status: DeletionStatus }) {
  const zone = browserTimeZone();
  const state = texts.states[status.state];
  const times = [
    [texts.requested, status.requestedAt],
    ...(status.state === 'pending' ? ([[texts.expires, status.expiresAt]] as const) : []),
    [texts.verified, status.verifiedAt],
    [texts.deleting, status.deletingAt],
    [texts.completed, status.completedAt],
  ] as const;
  return (
    <Clause title={state.title}>
      <p role="status">{textOf(status)}</p>
      <dl className="grid gap-1 text-sm">
        {times.map(([label, at]) =>
          at === null ? null : (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt className="font-semibold">{label}</dt>
              <dd className="text-muted">{formatInstant(at, zone)}</dd>
            </div>
          ),
        )}
      </dl>
    </Clause>
  );
}

function CodeForm({ code, problem }: { code: string; problem: string | undefined }) {
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState(code);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') {
          navigate(`/data-deletion-status?code=${encodeURIComponent(typed.trim())}`);
        }
      }}
    >
      <Field label={texts.code} hint={texts.codeHint} error={problem}>
        <Input
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="secondary" className="justify-self-start">
        {texts.show}
      </Button>
    </form>
  );
}

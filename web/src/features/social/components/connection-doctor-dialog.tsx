import type { Doctor, Platform } from '@postloom/contracts';
import { ChevronDown, CircleAlert, CircleCheck, CircleHelp, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { messageOr } from '#lib/api/index.ts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { formatInstant } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import { plural } from '#lib/words.ts';
import { Button, Dialog, DialogContent, ErrorState, platformLooks, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { urgentFirst, verdictText } from '../account-state.ts';
import { useDoctor } from '../api/doctor.ts';
import { fetchSetup, type Setup } from '../api/setup.ts';
import SetupRequiredDialog from './setup-required-dialog.tsx';

/** Its texts: nothing else says them. */
const texts = {
  setupFailed: 'The setup steps could not be loaded.',
  checkFailed: 'The connection could not be checked. Please try again.',
  passed: (checks: number) => `${plural(checks, 'check')} passed`,
} as const;

type Check = Doctor['checks'][number];

const looks = {
  ok: { icon: CircleCheck, tone: 'text-moss', word: 'OK' },
  warning: { icon: TriangleAlert, tone: 'text-weld', word: 'Warning' },
  problem: { icon: CircleAlert, tone: 'text-madder', word: 'Problem' },
  unknown: { icon: CircleHelp, tone: 'text-flax', word: 'Unknown' },
} as const;

const verdictTones = {
  moss: 'bg-moss-soft text-moss',
  weld: 'bg-weld-soft text-weld',
  madder: 'bg-madder-soft text-madder',
  flax: 'bg-flax-soft text-flax',
} as const;

export type ConnectionDoctorProps = {
  platform: Platform;
  timeZone: string;
  connecting: Platform | null;
  onConnect(platform: Platform): void;
  onClose(): void;
};

/** What is right and wrong with a connection, each finding with the steps that fix it; what passed is one line. */
export default function ConnectionDoctorDialog(props: ConnectionDoctorProps) {
  const { platform, timeZone, connecting, onConnect, onClose } = props;
  const query = useDoctor(platform);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [asking, setAsking] = useState(false);
  const { name, longName } = platformRules[platform];
  const doctor = query.data;
  const verdict = doctor ? verdictText(doctor.verdict, name) : null;

  const checks = urgentFirst(doctor?.checks ?? []);
  const open = checks.filter(({ status }) => status !== 'ok');
  const passed = checks.filter(({ status }) => status === 'ok');

  const showSetup = async () => {
    setAsking(true);
    try {
      const found = await fetchSetup(platform);
      if (found) {
        setSetup(found);
      } else {
        void query.refetch();
      }
    } catch (error) {
      toastError(error, texts.setupFailed);
    } finally {
      setAsking(false);
    }
  };
  const act = (check: Check) => {
    if (check.action === 'set_up') {
      return void showSetup();
    }
    if (check.action === 'open_platform') {
      return void window.open(platformLooks[platform].home, '_blank', 'noopener');
    }
    onConnect(platform);
  };

  const row = (check: Check) => (
    <CheckRow
      key={check.id}
      check={check}
      name={name}
      pending={check.action === 'set_up' ? asking : connecting === platform}
      onAct={() => act(check)}
    />
  );

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={`${longName} connection`}
        description="What was checked, what was found, and how to fix it."
        footer={
          <>
            {doctor ? (
              <p className="text-sm text-muted self-center sm:mr-auto">
                Checked {formatInstant(doctor.checkedAt, timeZone)}
              </p>
            ) : null}
            <Button
              variant="secondary"
              pending={query.isFetching}
              pendingText="Checking..."
              onClick={() => void query.refetch()}
            >
              <RefreshCw aria-hidden="true" />
              Check again
            </Button>
          </>
        }
      >
        {query.isError ? (
          <ErrorState
            className="py-8"
            message={messageOr(query.error, texts.checkFailed)}
            onRetry={() => void query.refetch()}
          />
        ) : !doctor || !verdict ? (
          <SkeletonGroup text={`Checking the connection to ${name}`} className="grid gap-3">
            <Skeleton className="h-11" />
            {Array.from({ length: 4 }, (_, index) => (
              <Skeleton key={index} className="h-14" />
            ))}
          </SkeletonGroup>
        ) : (
          <div className="grid gap-4">
            <p
              role="status"
              className={cn('rounded-control px-3 py-2.5 text-sm font-semibold', verdictTones[verdict.tone])}
            >
              {verdict.text}
            </p>
            {open.length > 0 ? (
              <ul aria-label="Findings" className="grid divide-y divide-line">
                {open.map(row)}
              </ul>
            ) : null}
            {passed.length > 0 ? (
              <details className="group rounded-control border border-line">
                <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-3.5 text-sm font-semibold">
                  <CircleCheck className="size-4.5 shrink-0 text-moss" aria-hidden="true" />
                  {texts.passed(passed.length)}
                  <ChevronDown
                    className="ml-auto size-4 text-muted transition-transform group-open:rotate-180"
                    aria-hidden="true"
                  />
                </summary>
                <ul aria-label="Passed checks" className="grid divide-y divide-line border-t border-line px-3.5">
                  {passed.map(row)}
                </ul>
              </details>
            ) : null}
          </div>
        )}
        {setup ? <SetupRequiredDialog setup={setup} onClose={() => setSetup(null)} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function CheckRow({ check, name, pending, onAct }: { check: Check; name: string; pending: boolean; onAct(): void }) {
  const { icon: Icon, tone, word } = looks[check.status];
  const labels = {
    connect: `Connect ${name}`,
    reconnect: `Reconnect ${name}`,
    set_up: 'Show the setup steps',
    open_platform: `Open ${name}`,
  } as const;
  return (
    <li className="flex gap-3 py-3">
      <Icon className={cn('mt-0.5 size-4.5 shrink-0', tone)} aria-hidden="true" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p className="text-sm font-semibold">
          <span className="sr-only">{word}: </span>
          {check.title}
        </p>
        <p className="text-sm break-words text-muted">{check.message}</p>
        {check.steps.length > 0 ? (
          <ol className="mt-1 grid list-decimal gap-1 pl-5 text-sm">
            {check.steps.map((step) => (
              <li key={step} className="pl-0.5 break-words">
                {step}
              </li>
            ))}
          </ol>
        ) : null}
        {check.action ? (
          <Button
            size="sm"
            variant={check.status === 'problem' ? 'primary' : 'secondary'}
            className="mt-1.5"
            pending={pending}
            pendingText={check.action === 'set_up' ? 'Loading...' : 'Connecting...'}
            onClick={onAct}
          >
            {labels[check.action]}
            {check.action === 'open_platform' ? <span className="sr-only">(opens a new tab)</span> : null}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

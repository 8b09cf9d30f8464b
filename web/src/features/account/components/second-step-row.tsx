import type { AnswerOf, SecurityState } from '@postloom/contracts';
import { Suspense, useState } from 'react';
import type { routes } from '#lib/api/index.ts';
import { formatDate } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { plural } from '#lib/words.ts';
import { Button, ConfirmDialog, toast } from '#ui/index.ts';
import { startTotp, useEndTotp, useRenewRecoveryCodes } from '../api/second-step.ts';
import type { useGuard } from '../guard.ts';
import { accountTexts } from '../texts.ts';
import { SecurityRow } from './security-row.tsx';

const TotpDialog = lazily(() => import('./totp-dialog.tsx'));
const RecoveryCodesDialog = lazily(() => import('./recovery-codes-dialog.tsx'));

const { totp: texts, recovery, failed } = accountTexts.security;

/** The code of an app after the password, and the recovery codes that stand in for it. */
export function SecondStepRow({
  state: { onSince, recoveryCodesLeft },
  timeZone,
  guard,
}: {
  state: SecurityState['secondStep'];
  timeZone: string;
  guard: ReturnType<typeof useGuard>['guard'];
}) {
  const end = useEndTotp();
  const renew = useRenewRecoveryCodes();
  const [setUp, setSetUp] = useState<AnswerOf<typeof routes.startTotp> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asking, setAsking] = useState<'off' | 'codes' | null>(null);
  const turnOff = () => {
    setAsking(null);
    guard(() => end.mutateAsync().then(() => toast({ title: texts.offDone, tone: 'success' })), failed);
  };
  const makeCodes = () => {
    setAsking(null);
    guard(() => renew.mutateAsync().then(({ recoveryCodes }) => setCodes(recoveryCodes)), failed);
  };
  return (
    <SecurityRow
      label={texts.label}
      hint={
        onSince === null
          ? texts.off
          : texts.on(formatDate(onSince, timeZone), `${plural(recoveryCodesLeft, 'recovery code')} left`)
      }
      action={
        onSince === null ? (
          <Button variant="secondary" size="sm" onClick={() => guard(() => startTotp().then(setSetUp), failed)}>
            Turn on<span className="sr-only"> two-step sign-in</span>
          </Button>
        ) : (
          <>
            <Button variant="secondary" size="sm" pending={renew.isPending} onClick={() => setAsking('codes')}>
              New codes
            </Button>
            <Button variant="secondary" size="sm" pending={end.isPending} onClick={() => setAsking('off')}>
              Turn off<span className="sr-only"> two-step sign-in</span>
            </Button>
          </>
        )
      }
    >
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => (open ? undefined : setAsking(null))}
        title={asking === 'codes' ? recovery.question : texts.offQuestion}
        description={asking === 'codes' ? recovery.consequence : texts.offConsequence}
        confirmLabel={asking === 'codes' ? 'Make new codes' : 'Turn off'}
        destructive={asking === 'off'}
        onConfirm={asking === 'codes' ? makeCodes : turnOff}
      />
      <Suspense fallback={null}>
        {setUp ? (
          <TotpDialog
            setUp={setUp}
            onDone={(made) => {
              setSetUp(null);
              setCodes(made);
            }}
            onClose={() => setSetUp(null)}
          />
        ) : null}
        {codes ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} /> : null}
      </Suspense>
    </SecurityRow>
  );
}

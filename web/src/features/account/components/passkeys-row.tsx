import type { Passkey } from '@postloom/contracts';
import { Suspense, useState } from 'react';
import { formatDate, formatMoment } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { Button, ConfirmDialog, toast } from '#ui/index.ts';
import { knowsPasskeys, useAddPasskey, useRemovePasskey, useRenamePasskey } from '../api/second-step.ts';
import { deviceName } from '../device-name.ts';
import type { useGuard } from '../guard.ts';
import { accountTexts } from '../texts.ts';
import { SecurityRow } from './security-row.tsx';

const PasskeyDialog = lazily(() => import('./passkey-dialog.tsx'));
const { passkeys: texts, failed } = accountTexts.security;

/** The passkeys of a person: add, rename, remove. */
export function PasskeysRow({
  passkeys,
  timeZone,
  guard,
}: {
  passkeys: readonly Passkey[];
  timeZone: string;
  guard: ReturnType<typeof useGuard>['guard'];
}) {
  const add = useAddPasskey();
  const rename = useRenamePasskey();
  const remove = useRemovePasskey();
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const make = (name: string) =>
    guard(
      () =>
        add.mutateAsync(name).then(() => {
          setAdding(false);
          toast({ title: texts.added, tone: 'success' });
        }),
      texts.failed,
    );
  const call = (id: string, name: string) =>
    guard(() => rename.mutateAsync({ id, name }).then(() => setRenaming(null)), failed);
  const drop = ({ id, name }: Passkey) => {
    setRemoving(null);
    guard(() => remove.mutateAsync(id).then(() => toast({ title: texts.removed(name), tone: 'success' })), failed);
  };
  return (
    <SecurityRow
      label={texts.label}
      hint={texts.none}
      action={
        knowsPasskeys() ? (
          <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        ) : null
      }
    >
      {passkeys.length > 0 ? (
        <ul className="grid divide-y divide-line rounded-control border border-line px-3">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <div className="grid min-w-0">
                <p className="font-semibold break-words">{passkey.name}</p>
                <p className="text-sm text-muted">
                  {passkey.lastUsedAt === null
                    ? texts.unused(formatDate(passkey.createdAt, timeZone))
                    : texts.used(formatMoment(passkey.lastUsedAt, timeZone))}
                  {passkey.isSynced ? `, ${texts.synced}` : ''}
                </p>
              </div>
              <div className="flex gap-1">
                <Button variant="ghost" size="sm" onClick={() => setRenaming(passkey)}>
                  Rename<span className="sr-only"> {passkey.name}</span>
                </Button>
                <Button variant="ghost" size="sm" onClick={() => setRemoving(passkey)}>
                  Remove<span className="sr-only"> {passkey.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => (open ? undefined : setRemoving(null))}
        title={texts.removeQuestion(removing?.name ?? '')}
        description={texts.removeConsequence}
        confirmLabel="Remove"
        destructive
        onConfirm={() => (removing ? drop(removing) : undefined)}
      />
      <Suspense fallback={null}>
        {adding ? (
          <PasskeyDialog
            title={texts.title}
            lead={texts.lead}
            name={deviceName(navigator.userAgent)}
            submitLabel="Continue"
            pending={add.isPending}
            onName={make}
            onClose={() => setAdding(false)}
          />
        ) : null}
        {renaming ? (
          <PasskeyDialog
            title="Rename this passkey"
            name={renaming.name}
            submitLabel="Rename"
            pending={rename.isPending}
            onName={(name) => call(renaming.id, name)}
            onClose={() => setRenaming(null)}
          />
        ) : null}
      </Suspense>
    </SecurityRow>
  );
}

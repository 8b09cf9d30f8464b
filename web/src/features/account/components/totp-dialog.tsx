import type { AnswerOf } from '@postloom/contracts';
import { encodeQR } from 'qr';
import { useMemo } from 'react';
import type { routes } from '#lib/api/index.ts';
import { CopyField, Field, FormDialog, FormError, Input } from '#ui/index.ts';
import { useConfirmTotp } from '../api/second-step.ts';
import { accountTexts } from '../texts.ts';
import { useCodeForm } from '../use-code-form.ts';

const texts = accountTexts.security.totp;

/** The secret for the app, and the first code as proof that the app has it. */
export default function TotpDialog({
  setUp,
  onDone,
  onClose,
}: {
  setUp: AnswerOf<typeof routes.startTotp>;
  onDone(recoveryCodes: readonly string[]): void;
  onClose(): void;
}) {
  const confirm = useConfirmTotp();
  const form = useCodeForm();
  const submit = form.handleSubmit(async (values) => {
    form.clear();
    try {
      onDone((await confirm.mutateAsync(values)).recoveryCodes);
    } catch (error) {
      form.refuse(error);
    }
  });
  return (
    <FormDialog
      title={texts.title}
      description={texts.lead}
      width="sm"
      submitLabel="Turn on"
      pending={form.isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <QrCode text={setUp.uri} />
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold">{texts.byHand}</p>
        <CopyField text={setUp.secret} label="Copy the secret" failure={texts.copyFailed} />
      </div>
      <Field label="Code" required error={form.fieldError}>
        <Input autoComplete="one-time-code" inputMode="numeric" {...form.field} />
      </Field>
      <FormError>{form.problem}</FormError>
    </FormDialog>
  );
}

/** Dark on light in every theme: cameras expect it so. */
function QrCode({ text }: { text: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw'), [text]);
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={texts.qr}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-control bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

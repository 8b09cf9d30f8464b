import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearch } from 'wouter';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { Button, Field, FormError, Input, Textarea } from '#ui/index.ts';
import { useRequestDeletion, type DeletionRequest } from '../api/deletion.ts';
import { deletionTexts } from '../texts.ts';
import { Clause, LegalPage } from './legal-layout.tsx';
import { RequestReceived } from './request-received.tsx';
import { WhatDeletionMeans } from './what-deletion-means.tsx';

const resolver = lazyResolver<DeletionRequest>(() =>
  import('../deletion-schemas.ts').then((module) => module.DeletionRequestInput),
);

/** In the address after a deletion at once: its confirmation code. */
const DELETED = 'deleted';

/**
 * Asks for the deletion of everything about an address, and says what is deleted and how long it takes. `onDeleted` runs before the
 * page is left, when everything about whoever is signed in was deleted at once.
 */
export function DataDeletion({ onDeleted }: { onDeleted(): void }) {
  const deleted = new URLSearchParams(useSearch()).get(DELETED);
  const [code, setCode] = useState<string | null>(null);
  if (deleted !== null || code !== null) {
    return <RequestReceived code={deleted ?? code ?? ''} atOnce={deleted !== null} />;
  }
  return (
    <LegalPage title={deletionTexts.title} lead={deletionTexts.lead}>
      <Clause title={deletionTexts.form.title}>
        <RequestForm onReceived={setCode} onDeleted={onDeleted} />
      </Clause>
      <WhatDeletionMeans />
    </LegalPage>
  );
}

function RequestForm({ onReceived, onDeleted }: { onReceived(code: string): void; onDeleted(): void }) {
  const ask = useRequestDeletion();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, getValues, setError } = useForm<DeletionRequest>({
    resolver,
    defaultValues: { email: '', reason: '' },
  });
  useEffect(() => resolver.prefetch(), []);
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      const { confirmationCode, state } = await ask.mutateAsync(values);
      if (state === 'verified') {
        onDeleted();
        // The session is over, and with it everything this page knows.
        window.location.assign(`/data-deletion?${DELETED}=${encodeURIComponent(confirmationCode)}`);
      } else {
        onReceived(confirmationCode);
      }
    } catch (error) {
      setProblem(applyServerErrors(error, ['email', 'reason'], setError));
      window.alert(deletionTexts.failed);
    }
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (getValues('email').trim() !== '') {
          void submit();
        }
      }}
    >
      <p className="rounded-card border border-madder/40 bg-madder-soft/40 p-4 text-sm">{deletionTexts.form.warning}</p>
      <Field label={deletionTexts.form.email} required error={formState.errors.email?.message}>
        <Input type="email" autoComplete="email" inputMode="email" {...register('email')} />
      </Field>
      <Field
        label={deletionTexts.form.reason}
        hint={deletionTexts.form.reasonHint}
        error={formState.errors.reason?.message}
      >
        <Textarea rows={3} {...register('reason')} />
      </Field>
      <FormError>{problem}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="danger"
          size="lg"
          pending={formState.isSubmitting}
          pendingText={deletionTexts.form.submitting}
        >
          {deletionTexts.form.submit}
        </Button>
        <Button asChild variant="secondary" size="lg">
          <Link href="/">{deletionTexts.form.cancel}</Link>
        </Button>
      </div>
    </form>
  );
}

import type { BodyOf } from '@postloom/contracts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { routes } from '#lib/api/index.ts';
import { lazyResolver } from '#lib/forms.ts';
import { Field, FormDialog, Input } from '#ui/index.ts';

type Name = BodyOf<typeof routes.renamePasskey>;
const resolver = lazyResolver<Name>(() => import('../account-schemas.ts').then((module) => module.PasskeyNameInput));

/** The name by which a person knows a passkey. */
export default function PasskeyDialog({
  title,
  lead,
  name,
  submitLabel,
  pending,
  onName,
  onClose,
}: {
  title: string;
  lead?: string;
  name: string;
  submitLabel: string;
  pending: boolean;
  onName(name: string): void;
  onClose(): void;
}) {
  useEffect(() => resolver.prefetch(), []);
  const { register, handleSubmit, formState } = useForm<Name>({ resolver, defaultValues: { name } });
  const submit = handleSubmit((values) => onName(values.name.trim()));
  return (
    <FormDialog
      title={title}
      {...(lead === undefined ? {} : { description: lead })}
      width="sm"
      submitLabel={submitLabel}
      pending={pending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Name" required error={formState.errors.name?.message}>
        <Input autoComplete="off" {...register('name')} />
      </Field>
    </FormDialog>
  );
}

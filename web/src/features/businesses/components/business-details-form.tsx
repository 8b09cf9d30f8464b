import type { Business } from '@postloom/contracts';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { editedValues } from '#lib/edited-values.ts';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { useSavedValues } from '#lib/use-saved-values.ts';
import { Button, Field, FormError, Input, SaveRow, Textarea, toast } from '#ui/index.ts';
import { useUpdateBusiness, type BusinessProfile } from '../api/update-business.ts';
import { industryLabel } from '../industry.ts';
import { businessTexts } from '../texts.ts';

type Values = Pick<BusinessProfile, 'name' | 'description'>;

const resolver = lazyResolver<Values>(() =>
  import('../business-schemas.ts').then((module) => module.BusinessChanges.pick({ name: true, description: true })),
);

/** Where unsaved edits of a business wait for the person to come back. */
export const detailsPlace = (business: Business) => `business.${business.id}`;

const valuesOf = ({ name, description }: Business) => ({ name, description: description ?? '' });

export type BusinessDetailsFormProps = {
  business: Business;
  /** The person has just asked for the form. */
  focused: boolean;
  onClose(): void;
};

/** The name that everything of a business carries, and what it does in a sentence. */
export function BusinessDetailsForm({ business, focused, onClose }: BusinessDetailsFormProps) {
  const update = useUpdateBusiness();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const saved = useMemo(() => valuesOf(business), [business]);
  const form = useForm<Values>({ resolver, defaultValues: saved });
  const { register, handleSubmit, formState, getFieldState, setError } = form;
  const { settle, forget } = useSavedValues(form, saved, detailsPlace(business));
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      const { description, ...changes } = editedValues(getFieldState, values);
      const answer = await update.mutateAsync({
        id: business.id,
        changes: { ...changes, ...(description === undefined ? {} : { description: description?.trim() || null }) },
      });
      if (settle(valuesOf(answer), values)) {
        onClose();
      }
      toast({
        title: businessTexts.saved.title,
        description: businessTexts.saved.description(answer.name),
        tone: 'success',
      });
    } catch (error) {
      setProblem(applyServerErrors(error, ['name', 'description'], setError));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <Field
          label="Business Name"
          required
          hint={`Industry: ${industryLabel(business)}`}
          error={formState.errors.name?.message}
        >
          <Input autoComplete="organization" autoFocus={focused} {...register('name')} />
        </Field>
        <Field label="Description" error={formState.errors.description?.message}>
          <Textarea rows={2} placeholder="What you do, in a sentence" {...register('description')} />
        </Field>
      </div>
      <FormError>{problem}</FormError>
      <SaveRow label="Save" isDirty={formState.isDirty} pending={formState.isSubmitting} disabled={!formState.isDirty}>
        <Button
          variant="ghost"
          onClick={() => {
            forget();
            onClose();
          }}
        >
          Cancel
        </Button>
      </SaveRow>
    </form>
  );
}

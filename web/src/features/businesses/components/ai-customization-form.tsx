import type { Business } from '@postloom/contracts';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { editedValues } from '#lib/edited-values.ts';
import { applyServerErrors } from '#lib/forms.ts';
import { useSavedValues } from '#lib/use-saved-values.ts';
import { texts } from '#lib/texts.ts';
import { Field, Input, NativeSelect, SaveRow, Textarea, toast } from '#ui/index.ts';
import { useUpdateBusiness, type BusinessProfile } from '../api/update-business.ts';
import { editorTonesWith, toneLabels } from '../tones.ts';
import { businessTexts } from '../texts.ts';

type Values = Pick<
  BusinessProfile,
  | 'targetAudience'
  | 'businessSpecialty'
  | 'uniqueSellingPoint'
  | 'businessTone'
  | 'keyServices'
  | 'businessLocation'
  | 'businessPersonality'
  | 'customIndustryName'
  | 'customAiPrompt'
>;

const areas = [
  ['targetAudience', 'Target Audience', 'Who do you want to reach? For example: families within a ten-minute walk'],
  ['businessSpecialty', 'Business Specialty', 'What are you known for?'],
  ['uniqueSellingPoint', 'Unique Selling Point', 'Why should people choose you over the place next door?'],
  ['keyServices', 'Key Services', 'What you offer, separated by commas'],
  ['businessPersonality', 'Business Personality', 'How would a regular describe you?'],
] as const;

/** What a business of no listed industry was asked for when it was created. */
const ownIndustry = ['customIndustryName', 'customAiPrompt'] as const;

function valuesOf(business: Business): Values {
  return {
    ...(business.industryType === 'other' && {
      customIndustryName: business.customIndustryName ?? '',
      customAiPrompt: business.customAiPrompt ?? '',
    }),
    targetAudience: business.targetAudience ?? '',
    businessSpecialty: business.businessSpecialty ?? '',
    uniqueSellingPoint: business.uniqueSellingPoint ?? '',
    businessTone: business.businessTone,
    keyServices: business.keyServices ?? '',
    businessLocation: business.businessLocation ?? '',
    businessPersonality: business.businessPersonality ?? '',
  };
}

/** The profile that captions are written from. All texts are optional; the editor itself checks nothing. */
export function AiCustomizationForm({ business }: { business: Business }) {
  const update = useUpdateBusiness();
  const isOther = business.industryType === 'other';
  const saved = useMemo(() => valuesOf(business), [business]);
  const form = useForm<Values>({ defaultValues: saved });
  const { register, handleSubmit, formState, getFieldState, reset, setError } = form;
  const { settle } = useSavedValues(form, saved, `captions.${business.id}`);
  const submit = handleSubmit(async (values) => {
    try {
      const edited = Object.entries(editedValues(getFieldState, values));
      const changes = Object.fromEntries(
        edited.map(([key, value]) => [key, value?.trim() === '' ? null : value]),
      ) as Values;
      settle(valuesOf(await update.mutateAsync({ id: business.id, changes })), values);
      toast({
        ...businessTexts.profileSaved,
        tone: 'success',
      });
    } catch (error) {
      // A text that is too long is said at its field; the others are kept as they are.
      const fields = [...areas.map(([name]) => name), ...ownIndustry, 'businessTone', 'businessLocation'] as const;
      const description = applyServerErrors(error, fields, setError, businessTexts.saveFailed);
      if (description !== null) {
        toast({ title: texts.error, description, tone: 'error' });
      }
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className="grid gap-5 lg:grid-cols-2">
        {areas.map(([name, label, placeholder]) => (
          <Field key={name} label={label} error={formState.errors[name]?.message}>
            <Textarea rows={3} placeholder={placeholder} {...register(name)} />
          </Field>
        ))}
        {isOther ? (
          <Field label="Custom AI Prompting Instructions" error={formState.errors.customAiPrompt?.message}>
            <Textarea
              rows={3}
              placeholder="What captions should mention, and what they should leave out"
              {...register('customAiPrompt')}
            />
          </Field>
        ) : null}
        <div className="grid content-start gap-5">
          <Field label="Brand Voice" error={formState.errors.businessTone?.message}>
            <NativeSelect {...register('businessTone')}>
              {editorTonesWith(business.businessTone).map((tone) => (
                <option key={tone} value={tone}>
                  {toneLabels[tone]}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label="Location" error={formState.errors.businessLocation?.message}>
            <Input placeholder="City or neighborhood" {...register('businessLocation')} />
          </Field>
          {isOther ? (
            <Field label="Industry Type" error={formState.errors.customIndustryName?.message}>
              <Input placeholder="For example: Pet grooming" {...register('customIndustryName')} />
            </Field>
          ) : null}
        </div>
      </div>
      <SaveRow
        label="Save Profile"
        isDirty={formState.isDirty}
        pending={formState.isSubmitting}
        onDiscard={() => reset()}
      />
    </form>
  );
}

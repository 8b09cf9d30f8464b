import type { Business } from '@postloom/contracts';
import { useForm } from 'react-hook-form';
import { useKeptEdits } from '#lib/kept-edits.ts';
import { toastError } from '#lib/toast-error.ts';
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
>;

const areas = [
  ['targetAudience', 'Target Audience', 'Who do you want to reach? For example: families within a ten-minute walk'],
  ['businessSpecialty', 'Business Specialty', 'What are you known for?'],
  ['uniqueSellingPoint', 'Unique Selling Point', 'Why should people choose you over the place next door?'],
  ['keyServices', 'Key Services', 'What you offer, separated by commas'],
  ['businessPersonality', 'Business Personality', 'How would a regular describe you?'],
] as const;

/** The profile that captions are written from. All texts are optional; the editor itself checks nothing. */
export function AiCustomizationForm({ business }: { business: Business }) {
  const update = useUpdateBusiness();
  const form = useForm<Values>({
    defaultValues: {
      targetAudience: business.targetAudience ?? '',
      businessSpecialty: business.businessSpecialty ?? '',
      uniqueSellingPoint: business.uniqueSellingPoint ?? '',
      businessTone: business.businessTone,
      keyServices: business.keyServices ?? '',
      businessLocation: business.businessLocation ?? '',
      businessPersonality: business.businessPersonality ?? '',
    },
  });
  const { register, handleSubmit, formState, reset } = form;
  useKeptEdits(`captions.${business.id}`, form);
  const submit = handleSubmit(async (values) => {
    try {
      const changes = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, value?.trim() === '' ? null : value]),
      ) as Values;
      await update.mutateAsync({ id: business.id, changes });
      reset(values);
      toast({
        ...businessTexts.profileSaved,
        tone: 'success',
      });
    } catch (error) {
      toastError(error, businessTexts.saveFailed);
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
        </div>
      </div>
      <SaveRow label="Save Profile" isDirty={formState.isDirty} pending={formState.isSubmitting} />
    </form>
  );
}

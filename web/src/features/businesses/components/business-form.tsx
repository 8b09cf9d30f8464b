import type { Business, IndustryKey } from '@postloom/contracts';
import { createFormTones, toneFor } from '#lib/contract-data.ts';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useController, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { messageOr } from '#lib/api/index.ts';
import { lazyResolver } from '#lib/forms.ts';
import { useKeptEdits } from '#lib/use-kept-edits.ts';
import { texts } from '#lib/texts.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { IndustryIcon } from '#components/industry-icon.tsx';
import { Button, Field, Input, NativeSelect, Textarea, toast } from '#ui/index.ts';
import { useSwitchBusiness } from '../api/switch-business.ts';
import { useCreateBusiness, type NewBusiness } from '../api/create-business.ts';
import { industryOf } from '../industry.ts';
import { toneNotice } from '../tone-notice.ts';
import { toneLabels } from '../tones.ts';
import { businessTexts } from '../texts.ts';
import { TimeZoneField } from './time-zone-field.tsx';

const resolver = lazyResolver<NewBusiness>(() =>
  import('../business-schemas.ts').then((module) => module.BusinessInput),
);

/** Words differ: the dashboard pre-fills the name and says 'Business Created', settings says 'Business Created!'. */
export type BusinessFormVariant = 'dashboard' | 'settings';

export type BusinessFormProps = {
  form: UseFormReturn<NewBusiness>;
  industry: IndustryKey;
  variant: BusinessFormVariant;
  onBack(): void;
  onCreated(business: Business): void;
};

/** Empty texts are left out; the tone is the one the industry gives when none or 'professional' was chosen. */
export function toNewBusiness(values: NewBusiness): NewBusiness {
  const filled = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== null),
  ) as NewBusiness;
  if (values.industryType !== 'other') {
    delete filled.customIndustryName;
    delete filled.customAiPrompt;
  }
  return { ...filled, businessTone: toneFor(values.industryType, values.businessTone) };
}

/** What the form begins with for an industry. */
function suggestedFor(industry: IndustryKey, variant: BusinessFormVariant): NewBusiness {
  return {
    name: variant === 'dashboard' ? `My ${industryOf(industry).label} Business` : '',
    industryType: industry,
    description: '',
    businessLocation: '',
    businessTone: toneFor(industry, ''),
    customIndustryName: '',
    customAiPrompt: '',
    timeZone: browserTimeZone(),
  };
}

/** The values of a new business. They outlive the way back to the industries; what was not sent is there again after a reload. */
export function useNewBusiness(variant: BusinessFormVariant) {
  const form = useForm<NewBusiness>({ resolver, defaultValues: suggestedFor('other', variant) });
  const { reset, resetField } = form;
  const forget = useKeptEdits('business.new', form);
  return {
    form,
    /** What was only suggested follows the industry; what was typed stays, but for the name of an industry that is listed. */
    choose: (industry: IndustryKey) => {
      reset(suggestedFor(industry, variant), { keepDirtyValues: true });
      if (industry !== 'other') {
        resetField('customIndustryName');
      }
    },
    startOver: () => {
      reset(suggestedFor('other', variant));
      forget(); // The first business may have taken the dialog away, and with it what listens to `reset`.
    },
  };
}

export function BusinessForm({ form, industry, variant, onBack, onCreated }: BusinessFormProps) {
  const chosen = industryOf(industry);
  const create = useCreateBusiness();
  const switchBusiness = useSwitchBusiness();
  useEffect(() => resolver.prefetch(), []);
  const [softHint, setSoftHint] = useState(false);
  const { register, handleSubmit, formState, control, setFocus, getFieldState } = form;
  // A name that was only suggested gives way to the first key. The form fills its fields in after they had the focus by themselves.
  useEffect(() => setFocus('name', { shouldSelect: !getFieldState('name').isDirty }), [setFocus, getFieldState]);
  const { field: zone } = useController({ control, name: 'timeZone' });
  const errors = formState.errors;
  const notice = toneNotice(industry, chosen.label, useWatch({ control, name: 'businessTone' }));

  const submit = handleSubmit(async (values) => {
    if (industry === 'other' && !values.customIndustryName && !softHint) {
      setSoftHint(true);
      return;
    }
    try {
      const business = await create.mutateAsync(toNewBusiness(values));
      toast({
        title: businessTexts.created.title[variant],
        description: businessTexts.created.description(business.name),
        tone: 'success',
        // The page goes on showing the one it showed: what comes next would be done there by mistake.
        ...(variant === 'settings'
          ? {
              action: {
                label: texts.switchTo(business.name),
                onSelect: () => switchBusiness.mutate(business.id),
              },
            }
          : {}),
      });
      onCreated(business);
    } catch (error) {
      const { title, description } = businessTexts.createFailed;
      toast({ title, description: messageOr(error, description[variant]), tone: 'error' });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="flex items-center gap-3 rounded-card border border-line bg-sunken p-3">
        <IndustryIcon industry={industry} />
        <div className="grid flex-1">
          <span className="text-sm font-bold">{chosen.label}</span>
          <span className="text-xs text-muted">{chosen.description}</span>
        </div>
        <Button variant="link" onClick={onBack}>
          Change
        </Button>
      </div>
      <Field label="Business Name" required error={errors.name?.message}>
        <Input autoComplete="organization" {...register('name')} />
      </Field>
      {industry === 'other' ? (
        <>
          <Field
            label="Industry Type *"
            hint={softHint ? businessTexts.nameYourIndustry : undefined}
            error={errors.customIndustryName?.message}
          >
            <Input placeholder="For example: Pet grooming" {...register('customIndustryName')} />
          </Field>
          <Field label="Custom AI Prompting Instructions *" error={errors.customAiPrompt?.message}>
            <Textarea
              rows={3}
              placeholder="What captions should mention, and what they should leave out"
              {...register('customAiPrompt')}
            />
          </Field>
        </>
      ) : null}
      <Field label="Description" error={errors.description?.message}>
        <Textarea rows={2} placeholder="What you do, in a sentence" {...register('description')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Location" error={errors.businessLocation?.message}>
          <Input placeholder="City or neighborhood" {...register('businessLocation')} />
        </Field>
        <Field label="Time zone" hint={businessTexts.timeZoneUse} error={errors.timeZone?.message}>
          <TimeZoneField value={zone.value ?? 'UTC'} onChange={zone.onChange} onBlur={zone.onBlur} />
        </Field>
        <Field label="Brand Tone" hint={notice ?? undefined} error={errors.businessTone?.message}>
          <NativeSelect {...register('businessTone')}>
            {createFormTones.map((tone) => (
              <option key={tone} value={tone}>
                {toneLabels[tone]}
              </option>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <div className="flex flex-wrap justify-between gap-2 pt-2 max-sm:*:flex-1">
        <Button variant="ghost" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          Back to Industries
        </Button>
        <Button type="submit" pending={formState.isSubmitting} pendingText="Creating...">
          Create Business
        </Button>
      </div>
    </form>
  );
}

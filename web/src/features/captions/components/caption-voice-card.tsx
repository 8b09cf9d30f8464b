import type { CaptionVoice } from '@postloom/contracts';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { LoadedCard } from '#components/loaded-card.tsx';
import { useCaptionVoice } from '#data/caption-voice.ts';
import { useNamedBusiness } from '#data/page-context.tsx';
import { applyServerErrors } from '#lib/forms.ts';
import { useSavedValues } from '#lib/use-saved-values.ts';
import { Field, FormError, Input, NativeSelect, SaveRow, Textarea, toast } from '#ui/index.ts';
import { useSaveCaptionVoice } from '../api/voice.ts';
import { formOf, voiceOf, type VoiceForm } from '../voice-form.ts';
import { voiceTexts as texts } from '../voice-texts.ts';
import { VoicePreview } from './voice-preview.tsx';

/** 'Business Voice' of the settings page: words, hashtags, emoji and language of every caption. */
export default function CaptionVoiceCard({ businessId, onUpgrade }: { businessId: string; onUpgrade(): void }) {
  const voice = useCaptionVoice();
  return (
    <LoadedCard
      id="caption-voice"
      title={texts.title}
      description={texts.lead(useNamedBusiness())}
      query={voice}
      loading={texts.loading}
      skeleton={{ rows: 5, height: 'h-14' }}
    >
      {(saved) => <VoiceFields key={businessId} businessId={businessId} saved={saved} onUpgrade={onUpgrade} />}
    </LoadedCard>
  );
}

function VoiceFields({ businessId, saved, onUpgrade }: { businessId: string; saved: CaptionVoice; onUpgrade(): void }) {
  const save = useSaveCaptionVoice();
  const [problem, setProblem] = useState<string | null>(null);
  const known = useMemo(() => formOf(saved), [saved]);
  const form = useForm<VoiceForm>({ defaultValues: known });
  const { register, handleSubmit, formState, getValues, reset, setError } = form;
  const { settle } = useSavedValues(form, known, `voice.${businessId}`);
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      settle(formOf(await save.mutateAsync(voiceOf(values))), values);
      toast({ ...texts.saved, tone: 'success' });
    } catch (error) {
      const fields = ['favoriteWords', 'bannedWords', 'hashtagSets', 'language'] as const;
      setProblem(applyServerErrors(error, fields, setError, texts.failed));
    }
  });
  const errorOf = (field: keyof VoiceForm) => formState.errors[field]?.message;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field label={texts.favoriteWords} hint={texts.favoriteWordsHint} error={errorOf('favoriteWords')}>
        <Input {...register('favoriteWords')} />
      </Field>
      <Field label={texts.bannedWords} hint={texts.bannedWordsHint} error={errorOf('bannedWords')}>
        <Input {...register('bannedWords')} />
      </Field>
      <Field label={texts.hashtagSets} hint={texts.hashtagSetsHint} error={errorOf('hashtagSets')}>
        <Textarea rows={3} {...register('hashtagSets')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.emojis}>
          <NativeSelect {...register('emojis')}>
            {Object.entries(texts.emojiHabits).map(([habit, label]) => (
              <option key={habit} value={habit}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label={texts.language} hint={texts.languageHint} error={errorOf('language')}>
          <Input {...register('language')} />
        </Field>
      </div>
      <VoicePreview voiceNow={() => voiceOf(getValues())} onUpgrade={onUpgrade} />
      {problem ? <FormError>{problem}</FormError> : null}
      <SaveRow
        label={texts.save}
        isDirty={formState.isDirty}
        pending={formState.isSubmitting}
        onDiscard={() => {
          reset();
          setProblem(null);
        }}
      />
    </form>
  );
}

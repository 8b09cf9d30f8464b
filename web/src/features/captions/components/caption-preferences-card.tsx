import type { UserSettings } from '@postloom/contracts';
import { useForm } from 'react-hook-form';
import { LoadedCard } from '#components/loaded-card.tsx';
import { SwitchField } from '#components/switch-field.tsx';
import { useCaptionPreferences } from '#data/caption-preferences.ts';
import { useNamedBusiness } from '#data/page-context.tsx';
import { useSavedValues } from '#lib/use-saved-values.ts';
import { toastError } from '#lib/toast-error.ts';
import { Field, NativeSelect, SaveRow, toast } from '#ui/index.ts';
import { captionStyles, styleLabels, useSavePreferences } from '../api/captions.ts';
import { captionTexts } from '../texts.ts';

type Preferences = ReturnType<typeof UserSettings.parse>;

/** 'Caption Preferences' of the settings page. */
export function CaptionPreferencesCard() {
  const preferences = useCaptionPreferences();
  return (
    <LoadedCard
      id="caption-preferences"
      title="Caption Preferences"
      description={useNamedBusiness() && captionTexts.preferencesAreYours}
      query={preferences}
      loading="Loading your caption preferences"
      skeleton={{ rows: 3, height: 'h-12' }}
    >
      {(saved) => <PreferencesForm saved={saved} />}
    </LoadedCard>
  );
}

function PreferencesForm({ saved }: { saved: Preferences }) {
  const save = useSavePreferences();
  const form = useForm<Preferences>({ defaultValues: saved });
  const { control, register, handleSubmit, formState, reset } = form;
  const { settle } = useSavedValues(form, saved, 'preferences');
  const submit = handleSubmit(async (values) => {
    try {
      settle(await save.mutateAsync(values), values);
      toast({
        ...captionTexts.preferencesSaved,
        tone: 'success',
      });
    } catch (error) {
      toastError(error, captionTexts.preferencesFailed);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field label="Default caption style">
        <NativeSelect {...register('defaultCaptionStyle')}>
          {captionStyles.map((style) => (
            <option key={style} value={style}>
              {styleLabels[style]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <SwitchField
        control={control}
        name="autoGenerateCaptions"
        label="Generate captions automatically"
        hint={captionTexts.automaticHint}
      />
      <SwitchField
        control={control}
        name="includeHashtags"
        label="Include relevant hashtags"
        hint="They follow the caption after a blank line."
      />
      <SaveRow
        label="Save Preferences"
        isDirty={formState.isDirty}
        pending={formState.isSubmitting}
        onDiscard={() => reset()}
      />
    </form>
  );
}

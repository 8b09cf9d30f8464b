import type { UserSettings } from '@postloom/contracts';
import { useId } from 'react';
import { useController, useForm, type Control } from 'react-hook-form';
import { useKeptEdits } from '#lib/kept-edits.ts';
import { toastError } from '#lib/toast-error.ts';
import {
  Card,
  CardBody,
  CardHeader,
  ErrorState,
  Field,
  Label,
  NativeSelect,
  SaveRow,
  Skeleton,
  SkeletonGroup,
  Switch,
  toast,
} from '#ui/index.ts';
import { captionStyles, styleLabels, useCaptionPreferences, useSavePreferences } from '../api/captions.ts';
import { captionTexts } from '../texts.ts';

type Preferences = ReturnType<typeof UserSettings.parse>;

/** 'Caption Preferences' of the settings page. */
export function CaptionPreferencesCard() {
  const preferences = useCaptionPreferences();
  return (
    <Card aria-labelledby="caption-preferences">
      <CardHeader id="caption-preferences" title="Caption Preferences" />
      <CardBody>
        {preferences.isError ? (
          <ErrorState className="border-0 py-4" onRetry={() => void preferences.refetch()} />
        ) : preferences.isPending ? (
          <SkeletonGroup text="Loading your caption preferences" className="grid gap-3">
            <Skeleton className="h-16" />
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </SkeletonGroup>
        ) : (
          <PreferencesForm saved={preferences.data} />
        )}
      </CardBody>
    </Card>
  );
}

function PreferencesForm({ saved }: { saved: Preferences }) {
  const save = useSavePreferences();
  const form = useForm<Preferences>({ defaultValues: saved });
  const { control, register, handleSubmit, formState, reset } = form;
  useKeptEdits('preferences', form);
  const submit = handleSubmit(async (values) => {
    try {
      reset(await save.mutateAsync(values));
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
      <PreferenceSwitch
        control={control}
        name="autoGenerateCaptions"
        label="Generate captions automatically"
        hint="For posts of recurring schedules."
      />
      <PreferenceSwitch
        control={control}
        name="includeHashtags"
        label="Include relevant hashtags"
        hint="They follow the caption after a blank line."
      />
      <SaveRow label="Save Preferences" isDirty={formState.isDirty} pending={formState.isSubmitting} />
    </form>
  );
}

type PreferenceSwitchProps = {
  control: Control<Preferences>;
  name: 'autoGenerateCaptions' | 'includeHashtags';
  label: string;
  hint: string;
};

function PreferenceSwitch({ control, name, label, hint }: PreferenceSwitchProps) {
  const id = useId();
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name });
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="grid">
        <Label htmlFor={id}>{label}</Label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      </div>
      <Switch
        ref={ref}
        id={id}
        aria-describedby={`${id}-hint`}
        checked={value}
        onCheckedChange={onChange}
        onBlur={onBlur}
      />
    </div>
  );
}

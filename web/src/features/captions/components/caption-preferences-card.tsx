import type { CaptionStyle, UserSettings } from '@postloom/contracts';
import { useId, useState } from 'react';
import { toastError } from '#lib/toast-error.ts';
import {
  Button,
  Card,
  CardBody,
  CardHeader,
  ErrorState,
  Field,
  Label,
  NativeSelect,
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
  const [values, setValues] = useState(saved);
  const save = useSavePreferences();
  const id = useId();
  const switches = [
    ['autoGenerateCaptions', 'Generate captions automatically', 'For posts of recurring schedules.'],
    ['includeHashtags', 'Include relevant hashtags', 'They follow the caption after a blank line.'],
  ] as const;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save.mutateAsync(values).then(
          () =>
            toast({
              ...captionTexts.preferencesSaved,
              tone: 'success',
            }),
          (error: unknown) => toastError(error, captionTexts.preferencesFailed),
        );
      }}
    >
      <Field label="Default caption style">
        <NativeSelect
          value={values.defaultCaptionStyle}
          onChange={(event) => setValues({ ...values, defaultCaptionStyle: event.target.value as CaptionStyle })}
        >
          {captionStyles.map((style) => (
            <option key={style} value={style}>
              {styleLabels[style]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {switches.map(([name, label, hint]) => (
        <div key={name} className="flex items-center justify-between gap-4">
          <div className="grid">
            <Label htmlFor={`${id}-${name}`}>{label}</Label>
            <p id={`${id}-${name}-hint`} className="text-sm text-muted">
              {hint}
            </p>
          </div>
          <Switch
            id={`${id}-${name}`}
            aria-describedby={`${id}-${name}-hint`}
            checked={values[name]}
            onCheckedChange={(checked) => setValues({ ...values, [name]: checked })}
          />
        </div>
      ))}
      <Button type="submit" className="justify-self-end" pending={save.isPending} pendingText="Saving...">
        Save Preferences
      </Button>
    </form>
  );
}

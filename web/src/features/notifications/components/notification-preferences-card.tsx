import type { NotificationKind, NotificationPreferences } from '@postloom/contracts';
import { useEffect, useState, type ReactNode } from 'react';
import { useController, useForm, useWatch, type Control } from 'react-hook-form';
import { LoadedCard } from '#components/loaded-card.tsx';
import { SwitchField } from '#components/switch-field.tsx';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { useSavedValues } from '#lib/use-saved-values.ts';
import { Field, FormError, SaveRow, Switch, TimeField, toast } from '#ui/index.ts';
import { useNotificationPreferences, useSaveNotificationPreferences } from '../api/preferences.ts';
import { kindTexts, preferenceTexts as texts } from '../preference-texts.ts';

const kinds = Object.keys(kindTexts) as NotificationKind[];
const channels = ['page', 'mail', 'weekly'] as const;
type Channel = (typeof channels)[number];

const resolver = lazyResolver<NotificationPreferences>(() =>
  import('../preference-schema.ts').then((module) => module.NotificationPreferences),
);

type Unconfirmed = {
  email: string;
  /** The way to another mail that confirms it. */
  again: ReactNode;
};

/** 'Notifications' of the settings page: what is told where, and when mails wait. `unconfirmed`: where mails do not go yet. */
export default function NotificationPreferencesCard({ unconfirmed = null }: { unconfirmed?: Unconfirmed | null }) {
  const preferences = useNotificationPreferences();
  useEffect(() => resolver.prefetch(), []);
  return (
    <LoadedCard
      id="notification-preferences"
      title={texts.title}
      description={texts.lead}
      query={preferences}
      loading={texts.loading}
      skeleton={{ rows: 6, height: 'h-12' }}
    >
      {(saved) => (
        <>
          {unconfirmed ? (
            <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="min-w-0 text-sm font-semibold wrap-anywhere text-weld">
                {texts.unconfirmed(unconfirmed.email)}
              </p>
              {unconfirmed.again}
            </div>
          ) : null}
          <PreferencesForm saved={saved} />
        </>
      )}
    </LoadedCard>
  );
}

function PreferencesForm({ saved }: { saved: NotificationPreferences }) {
  const save = useSaveNotificationPreferences();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<NotificationPreferences>({ resolver, defaultValues: saved });
  const { control, handleSubmit, formState, getFieldState, reset, setError } = form;
  const { settle } = useSavedValues(form, saved, 'notifications');
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      const edited = kinds.filter((kind) => getFieldState(`kinds.${kind}`).isDirty);
      const changes = {
        kinds: Object.fromEntries(edited.map((kind) => [kind, values.kinds[kind]])),
        ...(getFieldState('quietHours').isDirty && { quietHours: values.quietHours }),
      };
      settle(await save.mutateAsync(changes), values);
      toast({ ...texts.saved, tone: 'success' });
    } catch (error) {
      setProblem(applyServerErrors(error, ['kinds', 'quietHours'], setError, texts.failed));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="text-xs text-muted">
            <td className="pb-1" />
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-14 pb-1 text-center font-semibold sm:w-18">
                {texts.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-2.5 pr-2 font-normal">
                <span className="block text-sm font-semibold">{kindTexts[kind].name}</span>
                <span className="block text-sm text-muted">{kindTexts[kind].hint}</span>
              </th>
              {channels.map((channel) => (
                <td key={channel} className="text-center">
                  <ChannelSwitch control={control} kind={kind} channel={channel} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid gap-1 text-sm text-muted">
        <p>{texts.explained}</p>
        <p>{texts.always}</p>
      </div>
      <QuietHoursFields control={control} />
      <FormError>{problem}</FormError>
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

type FieldsProps = { control: Control<NotificationPreferences> };

function ChannelSwitch({ control, kind, channel }: FieldsProps & { kind: NotificationKind; channel: Channel }) {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name: `kinds.${kind}.${channel}` });
  return (
    <Switch
      ref={ref}
      aria-label={`${kindTexts[kind].name} ${texts.channelNames[channel]}`}
      className="align-middle"
      checked={value}
      onCheckedChange={onChange}
      onBlur={onBlur}
    />
  );
}

/** The times are there while quiet hours are on; switched off, they keep what was chosen. */
function QuietHoursFields({ control }: FieldsProps) {
  const on = useWatch({ control, name: 'quietHours.on' });
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">{texts.quiet}</legend>
      <SwitchField control={control} name="quietHours.on" label={texts.quiet} hint={texts.quietHint} />
      {on ? (
        <>
          <div className="grid grid-cols-2 gap-4">
            <QuietTime control={control} name="quietHours.from" label={texts.from} />
            <QuietTime control={control} name="quietHours.to" label={texts.to} />
          </div>
          <SwitchField
            control={control}
            name="quietHours.failuresPass"
            label={texts.failuresPass}
            hint={texts.failuresPassHint}
          />
        </>
      ) : null}
    </fieldset>
  );
}

function QuietTime({
  control,
  name,
  label,
}: FieldsProps & { name: 'quietHours.from' | 'quietHours.to'; label: string }) {
  const {
    field: { ref, value, onChange },
    fieldState: { error },
  } = useController({ control, name });
  return (
    <Field label={label} required error={error?.message}>
      <TimeField ref={ref} value={value} onChange={onChange} />
    </Field>
  );
}

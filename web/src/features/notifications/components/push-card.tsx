import type { PushDevice } from '@postloom/contracts';
import { useId, useRef, useSyncExternalStore } from 'react';
import { LoadedCard } from '#components/loaded-card.tsx';
import { detailOr } from '#lib/api/index.ts';
import { Button, FormError, Label, Switch } from '#ui/index.ts';
import { usePushDevice, useTurnOffPushes, useTurnOnPushes } from '../api/push-device.ts';
import { onPermissionChange, pushAbility, type PushAbility } from '../push/push-ability.ts';
import { pushTexts as texts } from '../push-texts.ts';

/** 'Push notifications' of the settings page. Not there before it is known that this installation sends any. */
export default function PushCard() {
  const device = usePushDevice();
  if (!device.isError && !device.data?.serverKey) {
    return null;
  }
  return (
    <LoadedCard
      id="push-notifications"
      title={texts.title}
      description={texts.lead}
      query={device}
      loading={texts.loading}
      skeleton={{ rows: 1, height: 'h-12' }}
    >
      {({ state }) => <PushSwitch state={state} />}
    </LoadedCard>
  );
}

const obstacles: Record<Exclude<PushAbility, 'able' | 'blocked'>, string> = {
  'after-install': texts.afterInstall,
  none: texts.none,
};

/** Acts at once, unlike the switches of the form beside it. */
function PushSwitch({ state }: { state: PushDevice['state'] }) {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const on = useTurnOnPushes();
  const off = useTurnOffPushes();
  const ability = useSyncExternalStore(onPermissionChange, pushAbility);
  if (ability === 'after-install' || ability === 'none') {
    return <p className="max-w-[68ch] text-sm text-muted">{obstacles[ability]}</p>;
  }
  const isBlocked = ability === 'blocked';
  const isBusy = on.isPending || off.isPending;
  const shown = isBlocked ? 'blocked' : on.isPending ? 'turningOn' : off.isPending ? 'turningOff' : state;
  const turn = (wanted: boolean) => {
    if (!isBusy) {
      on.reset();
      off.reset();
      (wanted ? on : off).mutate();
    }
  };
  const turnOnAgain = () => {
    // The button goes with the reason for it.
    toggle.current?.focus();
    turn(true);
  };
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-4">
        <div className="grid max-w-[60ch]">
          <Label htmlFor={id}>{texts.label}</Label>
          <p id={`${id}-state`} role="status" className="text-sm text-muted">
            {texts[shown]}
          </p>
        </div>
        <Switch
          ref={toggle}
          id={id}
          aria-describedby={`${id}-state`}
          checked={shown === 'turningOn' || shown === 'on' || shown === 'failing'}
          onCheckedChange={turn}
        />
      </div>
      {shown === 'failing' ? (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={turnOnAgain}>
          {texts.again}
        </Button>
      ) : null}
      <FormError>{isBlocked ? null : problemOf(on.error, off.error)}</FormError>
    </div>
  );
}

function problemOf(on: Error | null, off: Error | null): string | null {
  if (on) {
    return on.name === 'NotAllowedError' ? texts.notAllowed : detailOr(on, texts.onFailed);
  }
  return off && detailOr(off, texts.offFailed);
}

import type { AiSettings } from '@postloom/contracts';
import { Label, Switch } from '#ui/index.ts';
import { useAllowFailover } from '../api/failover.ts';
import { failoverTexts as texts } from '../failover-texts.ts';

/** Whether other providers may stand in for the chosen one; nothing while there are no others. */
export default function FailoverRow({ settings }: { settings: ReturnType<typeof AiSettings.parse> }) {
  const change = useAllowFailover();
  if (settings.providers.filter(({ configured }) => configured).length < 2) {
    return null;
  }
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="grid">
        <Label htmlFor="ai-failover">{texts.label}</Label>
        <p id="ai-failover-hint" className="text-sm text-muted">
          {texts.hint}
        </p>
      </div>
      <Switch
        id="ai-failover"
        aria-describedby="ai-failover-hint"
        checked={settings.failover}
        disabled={change.isPending}
        onCheckedChange={(allowed) => change.mutate(allowed)}
      />
    </div>
  );
}

import type { AiProvider } from '@postloom/contracts';
import { Suspense } from 'react';
import { useNamedBusiness } from '#data/page-context.tsx';
import { cn } from '#lib/cn.ts';
import { aiProviders } from '#lib/contract-data.ts';
import { lazily } from '#lib/lazily.ts';
import { Badge, Card, CardBody, CardHeader, ErrorState, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { useAiSettings, useSwitchProvider } from '../api/provider.ts';
import { providerTexts } from '../provider-texts.ts';
import { ProviderBadges } from './provider-badges.tsx';

const FailoverRow = lazily(() => import('./failover-row.tsx'));

/** 'AI Caption Settings': three providers; choosing one switches at once. */
export function ProviderPickerCard() {
  const settings = useAiSettings();
  const change = useSwitchProvider(providerTexts.switched);
  const note = settings.data?.providers.find((one) => one.note)?.note;
  const providerOf = (id: AiProvider) => settings.data?.providers.find((one) => one.id === id);
  return (
    <Card aria-labelledby="ai-settings">
      <CardHeader
        id="ai-settings"
        title="AI Caption Settings"
        description={providerTexts.lead(useNamedBusiness())}
        action={note ? <Badge tone="weld">{note}</Badge> : undefined}
      />
      <CardBody>
        {settings.isError ? (
          <ErrorState className="border-0 py-4" onRetry={() => void settings.refetch()} />
        ) : settings.isPending ? (
          <SkeletonGroup text="Loading the AI providers" className="grid gap-2">
            {aiProviders.map((provider) => (
              <Skeleton key={provider.id} className="h-14" />
            ))}
          </SkeletonGroup>
        ) : (
          <div className="grid gap-4">
            <div role="radiogroup" aria-label="AI provider" className="grid gap-2">
              {aiProviders.map(({ id, longLabel }) => {
                const active = settings.data.currentProvider === id;
                const configured = providerOf(id)?.configured ?? false;
                return (
                  <label
                    key={id}
                    className={cn(
                      'flex min-h-14 items-center gap-3 rounded-control border px-4 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-woad',
                      active ? 'border-woad bg-woad-soft' : 'border-line',
                      configured && !active && 'cursor-pointer hover:border-line-strong hover:bg-sunken',
                    )}
                  >
                    <input
                      type="radio"
                      name="ai-provider"
                      className="size-4 accent-(--woad)"
                      checked={active}
                      disabled={!configured || change.isPending}
                      onChange={() => change.mutate(id)}
                    />
                    <span className={cn('flex-1 text-sm font-semibold', !configured && 'text-muted')}>{longLabel}</span>
                    <ProviderBadges isActive={active} isConfigured={configured} />
                  </label>
                );
              })}
            </div>
            <Suspense fallback={<Skeleton className="h-11" />}>
              <FailoverRow settings={settings.data} />
            </Suspense>
          </div>
        )}
      </CardBody>
    </Card>
  );
}

import { Building2, Check, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { lazily } from '#lib/lazily.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { usePageContext } from '#data/page-context.tsx';
import { IndustryIcon } from '#components/industry-icon.tsx';
import {
  Badge,
  Button,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  PageHeader,
  Skeleton,
  StatusShape,
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
} from '#ui/index.ts';
import { useAttention } from '../api/attention.ts';
import { useSwitchBusiness } from '../api/switch-business.ts';
import { attentionText, byName } from '../business-list.ts';
import { industryLabel } from '../industry.ts';
import { businessTexts } from '../texts.ts';
import { toneLabels } from '../tones.ts';
import { AiCustomizationForm } from './ai-customization-form.tsx';
import { BusinessSwitcher } from './business-switcher.tsx';

// With the zones of the world and the dialogs of its end: fetched with its tab.
const GeneralSettings = lazily(async () => ({ default: (await import('./general-settings.tsx')).GeneralSettings }));

/** Businesses of the person; the profile of the one this page shows. */
export function BusinessSettings({ onCreate }: { onCreate(): void }) {
  const { business, businesses } = usePageContext();
  const attention = useAttention(businesses);
  const change = useSwitchBusiness();
  const address = useSearchState();
  return (
    <>
      <PageHeader title="Business Settings" description="Who you post for, and what captions should know about it." />
      <div className="grid gap-5">
        <Card aria-labelledby="businesses">
          <CardHeader
            id="businesses"
            title="Your Businesses"
            // A status: after a switch or a deletion it says by itself which one the page is about.
            description={business ? <span role="status">{businessTexts.nowWorkingOn(business.name)}</span> : null}
            action={
              business ? (
                <Button size="sm" onClick={onCreate}>
                  <Plus aria-hidden="true" />
                  New Business
                </Button>
              ) : null
            }
          />
          {business ? (
            <CardBody className="grid gap-4">
              <div className="max-w-sm min-w-0">
                <BusinessSwitcher business={business} businesses={businesses} onCreate={onCreate} wide />
              </div>
              <ul className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
                {byName(businesses).map((one) => {
                  const needs = attentionText(attention, one.id);
                  return (
                    <li key={one.id} className="flex items-center gap-3 rounded-card border border-line p-3">
                      <IndustryIcon industry={one.industryType} />
                      <div className="grid min-w-0 flex-1">
                        <span className="truncate text-sm font-bold">{one.name}</span>
                        <span className="truncate text-xs text-muted">
                          {industryLabel(one)}, {toneLabels[one.businessTone].toLowerCase()}
                        </span>
                        {needs ? (
                          <span className="flex items-center gap-1.5 text-xs text-muted">
                            <StatusShape status="attention" />
                            {needs}
                          </span>
                        ) : null}
                      </div>
                      {one.id === business.id ? (
                        <Badge tone="woad">Active</Badge>
                      ) : (
                        <Button
                          variant="ghost"
                          size="sm"
                          aria-label={`Switch to ${one.name}`}
                          className="text-woad"
                          pending={change.isPending && change.variables === one.id}
                          onClick={() => change.mutate(one.id)}
                        >
                          Switch
                        </Button>
                      )}
                    </li>
                  );
                })}
              </ul>
            </CardBody>
          ) : (
            <EmptyState
              title="No businesses yet"
              pattern="businesses"
              action={
                <Button onClick={onCreate}>
                  <Building2 aria-hidden="true" />
                  Create Your First Business
                </Button>
              }
            >
              {businessTexts.noneYet}
            </EmptyState>
          )}
        </Card>
        {business ? (
          <Card aria-label={businessTexts.settingsOf(business.name)} className="px-5 pt-2 pb-5">
            {businesses.length > 1 ? (
              <h2 className="pt-2 text-lg font-bold wrap-anywhere">{businessTexts.settingsOf(business.name)}</h2>
            ) : null}
            <Tabs
              value={address.get('tab') === 'general' ? 'general' : 'ai'}
              onValueChange={(tab) => address.set({ tab: tab === 'ai' ? null : tab })}
            >
              <TabsList aria-label="Business settings">
                <TabsTrigger value="ai">AI Customization</TabsTrigger>
                <TabsTrigger value="general">General Settings</TabsTrigger>
              </TabsList>
              <TabsContent value="ai">
                <AiCustomizationForm key={business.id} business={business} />
              </TabsContent>
              <TabsContent value="general">
                <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
                  <GeneralSettings business={business} canDelete={businesses.length > 1} />
                </Suspense>
              </TabsContent>
            </Tabs>
          </Card>
        ) : null}
        <aside aria-labelledby="benefits" className="rounded-card border border-line bg-woad-soft p-5">
          <h2 id="benefits" className="text-base font-bold">
            {businessTexts.benefits.title}
          </h2>
          <ul className="mt-3 grid gap-2 text-sm">
            {businessTexts.benefits.list.map((benefit) => (
              <li key={benefit} className="flex gap-2.5">
                <Check className="mt-0.5 size-4 shrink-0 text-woad" aria-hidden="true" />
                {benefit}
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </>
  );
}

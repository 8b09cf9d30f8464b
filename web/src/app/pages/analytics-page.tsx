import { useMemo } from 'react';
import { AnalyticsView } from '#features/analytics/components/analytics-view.tsx';
import { silentPlatforms } from '#features/analytics/silent-platforms.ts';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { connectedPlatforms, useSocialAccounts, useSocialStatus } from '#data/social.ts';
import { NeedsBusiness } from '../needs-business.tsx';

export default function AnalyticsPage() {
  const { business } = usePageContext();
  return business ? <Analytics key={business.id} /> : <NeedsBusiness title="Analytics" />;
}

function Analytics() {
  const { data } = useSocialStatus();
  const connected = useMemo(() => (data ? connectedPlatforms(data) : undefined), [data]);
  const { data: accounts } = useSocialAccounts();
  const silent = useMemo(() => silentPlatforms(accounts), [accounts]);
  return <AnalyticsView timeZone={usePageTimeZone()} connected={connected} silent={silent} />;
}

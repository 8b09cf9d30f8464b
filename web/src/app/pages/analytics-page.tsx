import { useMemo } from 'react';
import { AnalyticsView } from '#features/analytics/components/analytics-view.tsx';
import { silentPlatforms } from '#features/analytics/silent-platforms.ts';
import { AccountWarnings } from '#features/social/components/account-warnings.tsx';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { connectedPlatforms, useSocialAccounts, useSocialStatus } from '#data/social.ts';
import { NeedsBusiness } from '../needs-business.tsx';
import { useShellActions } from '../shell-actions.ts';

export default function AnalyticsPage() {
  const { business } = usePageContext();
  return business ? <Analytics key={business.id} /> : <NeedsBusiness title="Analytics" />;
}

function Analytics() {
  const { data } = useSocialStatus();
  const connected = useMemo(() => (data ? connectedPlatforms(data) : undefined), [data]);
  const { data: accounts } = useSocialAccounts();
  const silent = useMemo(() => silentPlatforms(accounts), [accounts]);
  const { connectAccount, connecting } = useShellActions();
  return (
    <AnalyticsView
      timeZone={usePageTimeZone()}
      connected={connected}
      // An account that was lost has its own warning, and its figures stay.
      needsAccounts={accounts?.length === 0}
      silent={silent}
      warnings={<AccountWarnings connecting={connecting} onConnect={connectAccount} />}
    />
  );
}

import { useEffect } from 'react';
import { AccountProfileCard } from '#features/account/components/account-profile-card.tsx';
import { SubscriptionCard } from '#features/billing/components/subscription-card.tsx';
import { UsageCard } from '#features/billing/components/usage-card.tsx';
import { CaptionPreferencesCard } from '#features/captions/components/caption-preferences-card.tsx';
import { ProviderPickerCard } from '#features/captions/components/provider-picker.tsx';
import { BusinessProfileCard } from '#features/businesses/components/business-cards.tsx';
import { SocialAccountsCard } from '#features/social/components/social-accounts-card.tsx';
import { usePageContext } from '#data/page-context.tsx';
import { Button, PageHeader } from '#ui/index.ts';
import { useShellActions } from '../shell-actions.ts';
import { leaveDevice } from '../device-data.ts';

export default function SettingsPage() {
  const { user, business } = usePageContext();
  const { createBusiness, choosePlan, connectAccount, connecting } = useShellActions();

  // 'Profile' of the user menu leads to its card.
  useEffect(() => {
    if (location.hash) {
      document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'start' });
    }
  }, []);

  return (
    <>
      <PageHeader
        title="Settings"
        description="Your account, your plan and how captions are written."
        actions={
          <Button asChild variant="secondary">
            <a href="/api/logout" onClick={leaveDevice}>
              Sign Out
            </a>
          </Button>
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <AccountProfileCard user={user} />
          <SubscriptionCard tier={user.subscriptionTier} onChoosePlan={choosePlan} />
          <BusinessProfileCard business={business} onCreate={() => createBusiness('settings')} />
          <CaptionPreferencesCard />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <UsageCard />
          <ProviderPickerCard />
          {business ? (
            <SocialAccountsCard title="Social Media Accounts" connecting={connecting} onConnect={connectAccount} />
          ) : null}
        </div>
      </div>
    </>
  );
}

import { Suspense, useEffect, type ReactNode } from 'react';
import { AccountProfileCard } from '#features/account/components/account-profile-card.tsx';
import { SendConfirmation } from '#features/account/components/send-confirmation.tsx';
import { UsageCard } from '#features/billing/components/usage-card.tsx';
import { BusinessProfileCard } from '#features/businesses/components/business-cards.tsx';
import { SocialAccountsCard } from '#features/social/components/social-accounts-card.tsx';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { focusHeading } from '#lib/focus-heading.ts';
import { lazily } from '#lib/lazily.ts';
import { Button, PageHeader, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { SectionBoundary } from '../boundaries.tsx';
import { useShellActions } from '../shell-actions.ts';
import { leaveDevice } from '../device-data.ts';

const SubscriptionCard = lazily(async () => ({
  default: (await import('#features/billing/components/subscription-card.tsx')).SubscriptionCard,
}));
const ProviderPickerCard = lazily(async () => ({
  default: (await import('#features/captions/components/provider-picker.tsx')).ProviderPickerCard,
}));
const CaptionPreferencesCard = lazily(async () => ({
  default: (await import('#features/captions/components/caption-preferences-card.tsx')).CaptionPreferencesCard,
}));
const CaptionVoiceCard = lazily(() => import('#features/captions/components/caption-voice-card.tsx'));
const NotificationPreferencesCard = lazily(
  () => import('#features/notifications/components/notification-preferences-card.tsx'),
);
const PushCard = lazily(() => import('#features/notifications/components/push-card.tsx'));
const SecurityCards = lazily(() => import('#features/account/components/security-cards.tsx'));
const DataCards = lazily(() => import('#features/exports/components/data-cards.tsx'));
const DeleteAccountCard = lazily(async () => ({
  default: (await import('#features/account/components/delete-account-card.tsx')).DeleteAccountCard,
}));

/** A card whose code comes when the page is there; what goes wrong in it stays in it. */
function Later({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <SectionBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </SectionBoundary>
  );
}

/** What happens when the hash changes. The first is the router's own event; a change of the hash alone renders nothing anew. */
const partEvents = ['pushState', 'hashchange'] as const;

/**
 * Brings the part that the address names into view, with the focus on its heading. At once, while the menu that led there is
 * still open: a menu that has lost the focus does not return it to its trigger when it closes.
 */
function goToPart(): void {
  const part = document.getElementById(location.hash.slice(1));
  if (part) {
    part.scrollIntoView({ block: 'start' });
    focusHeading(part.querySelector('h2') ?? part);
  }
}

export default function SettingsPage() {
  const { user, business } = usePageContext();
  const timeZone = usePageTimeZone();
  const { createBusiness, choosePlan, connectAccount, connecting } = useShellActions();

  // 'Profile' of the user menu leads to its card, also when it is chosen again.
  useEffect(() => {
    goToPart();
    partEvents.forEach((type) => addEventListener(type, goToPart));
    return () => partEvents.forEach((type) => removeEventListener(type, goToPart));
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
          <div id="subscription">
            <Later fallback={<Skeleton className="h-28 rounded-card" />}>
              <SubscriptionCard tier={user.subscriptionTier} onChoosePlan={choosePlan} />
            </Later>
          </div>
          <BusinessProfileCard business={business} onCreate={() => createBusiness('settings')} />
          <div id="captions">
            <Later fallback={<Skeleton className="h-90 rounded-card" />}>
              <CaptionPreferencesCard />
            </Later>
          </div>
          {business ? (
            <Later fallback={<Skeleton className="h-150 rounded-card" />}>
              <CaptionVoiceCard businessId={business.id} onUpgrade={choosePlan} />
            </Later>
          ) : null}
          <div id="notifications" className="grid grid-cols-1 gap-5">
            <Later
              fallback={
                <SkeletonGroup text="Loading your notification settings">
                  <Skeleton className="h-150 rounded-card" />
                </SkeletonGroup>
              }
            >
              <NotificationPreferencesCard
                unconfirmed={
                  user.emailVerified ? null : { email: user.email, again: <SendConfirmation user={user} size="sm" /> }
                }
              />
            </Later>
            <Later fallback={null}>
              <PushCard />
            </Later>
          </div>
        </div>
        <div className="grid grid-cols-1 gap-5">
          <UsageCard onChoosePlan={choosePlan} />
          <Later fallback={<Skeleton className="h-72 rounded-card" />}>
            <ProviderPickerCard />
          </Later>
          {business ? (
            <SocialAccountsCard title="Social Media Accounts" connecting={connecting} onConnect={connectAccount} />
          ) : null}
          <div id="sign-in" className="grid grid-cols-1 gap-5">
            <Later fallback={<Skeleton className="h-96" />}>
              <SecurityCards user={user} timeZone={timeZone} />
            </Later>
          </div>
          <div id="export">
            <Later fallback={<Skeleton className="h-48 rounded-card" />}>
              <DataCards timeZone={timeZone} />
            </Later>
          </div>
          <Later fallback={<Skeleton className="h-36 rounded-card" />}>
            <DeleteAccountCard email={user.email} onDeleted={leaveDevice} />
          </Later>
        </div>
      </div>
    </>
  );
}

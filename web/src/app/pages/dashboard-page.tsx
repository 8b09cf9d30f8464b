import { ActiveBusinessCard, AiCustomizationBanner } from '../../features/businesses/components/business-cards.tsx';
import { UsageCard } from '../../features/billing/components/usage-card.tsx';
import { usePageContext } from '../../lib/page-context.tsx';
import { Button, Card, EmptyState, PageHeader } from '../../ui/index.ts';
import { useShellActions } from '../shell-actions.ts';

export default function DashboardPage() {
  const { user, business } = usePageContext();
  const { createBusiness } = useShellActions();
  return (
    <>
      <PageHeader
        title={user.firstName ? `Hello, ${user.firstName}` : 'Dashboard'}
        description={business ? `This is where ${business.name} stands.` : undefined}
      />
      {business ? (
        <div className="grid gap-5 lg:grid-cols-2">
          <ActiveBusinessCard business={business} />
          <AiCustomizationBanner business={business} />
          <UsageCard />
        </div>
      ) : (
        <Card>
          <EmptyState
            level={2}
            pattern="businesses"
            title="No businesses yet"
            action={<Button onClick={() => createBusiness('dashboard')}>Choose Your Industry</Button>}
          >
            Photos, posts and accounts belong to a business. Choose an industry and the rest is filled in for you.
          </EmptyState>
        </Card>
      )}
    </>
  );
}

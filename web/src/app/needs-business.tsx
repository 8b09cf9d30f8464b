import { Button, Card, EmptyState, PageHeader } from '#ui/index.ts';
import { useShellActions } from './shell-actions.ts';

/** A page of a business, for a person who has none yet. */
export function NeedsBusiness({ title }: { title: string }) {
  const { createBusiness } = useShellActions();
  return (
    <>
      <PageHeader title={title} />
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
    </>
  );
}

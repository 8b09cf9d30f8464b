import type { Tier } from '@postloom/contracts';
import { Badge, Button, Card, CardBody, CardHeader } from '#ui/index.ts';
import { planLine } from '../usage.ts';

/** The plan in one line; free accounts get the way up. */
export function SubscriptionCard({ tier, onChoosePlan }: { tier: Tier; onChoosePlan(): void }) {
  return (
    <Card aria-labelledby="subscription">
      <CardHeader
        id="subscription"
        title="Subscription"
        action={tier === 'free' ? null : <Badge tone="moss">Active</Badge>}
      />
      <CardBody className="flex flex-wrap items-center justify-between gap-4">
        <p>{planLine(tier)}</p>
        <Button variant={tier === 'free' ? 'primary' : 'secondary'} onClick={onChoosePlan}>
          {tier === 'free' ? 'Upgrade Plan' : 'Change plan'}
        </Button>
      </CardBody>
    </Card>
  );
}

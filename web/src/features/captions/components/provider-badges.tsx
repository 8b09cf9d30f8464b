import { Badge } from '#ui/index.ts';

/** What stands behind the name of a provider that can be chosen. */
export function ProviderBadges({ isActive, isConfigured }: { isActive: boolean; isConfigured: boolean }) {
  return (
    <>
      {isActive ? <Badge tone="primary">Active</Badge> : null}
      {isConfigured ? <Badge tone="moss">Included</Badge> : <Badge>Not configured</Badge>}
    </>
  );
}

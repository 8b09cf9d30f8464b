import type { Business } from '@postloom/contracts';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { cn } from '#lib/cn.ts';
import { lazily, prefetch } from '#lib/lazily.ts';
import { IndustryIcon } from '#components/industry-icon.tsx';
import { Button, DeferredMenu, StatusShape } from '#ui/index.ts';
import { useAttention } from '../api/attention.ts';
import { useSwitchBusiness } from '../api/switch-business.ts';

const elsewhere = 'Another business needs attention';
const load = () => import('./business-menu.tsx');
const BusinessMenu = lazily(load);

export type BusinessSwitcherProps = {
  business: Business | null;
  businesses: readonly Business[];
  onCreate(): void;
  /** Compact in the header, wide in a card or the phone menu. */
  wide?: boolean;
};

/** The business this page shows, and the way to another one. */
export function BusinessSwitcher({ business, businesses, onCreate, wide = false }: BusinessSwitcherProps) {
  const change = useSwitchBusiness();
  const attention = useAttention(businesses);
  // What is kept of a business that was just deleted says nothing.
  const isElsewhere = businesses.some(
    ({ id }) => id !== business?.id && attention?.some(({ businessId }) => businessId === id),
  );
  if (!business) {
    return (
      <Button variant="secondary" size={wide ? 'md' : 'sm'} onClick={onCreate}>
        <Plus aria-hidden="true" />
        Create Business Profile
      </Button>
    );
  }
  return (
    <DeferredMenu
      prefetch={() => prefetch(load)}
      trigger={
        <Button
          variant={wide ? 'secondary' : 'ghost'}
          aria-label={`Business: ${business.name}. Switch business${isElsewhere ? `. ${elsewhere}` : ''}`}
          pending={change.isPending}
          pendingText="Switching..."
          className={cn('max-w-full min-w-0 justify-start px-2', wide && 'h-12 w-full px-3')}
        >
          {/* The header of a phone has room for the name alone. */}
          <IndustryIcon
            industry={business.industryType}
            className={cn('size-7 rounded-sm', !wide && 'max-sm:hidden')}
          />
          <span className="truncate">{business.name}</span>
          <ChevronsUpDown className="ml-auto text-muted" aria-hidden="true" />
          {/* At the way to the others: beside the name it would be about this one. */}
          {isElsewhere ? (
            <span title={elsewhere}>
              <StatusShape status="attention" />
            </span>
          ) : null}
        </Button>
      }
    >
      {(trigger) => (
        <BusinessMenu
          trigger={trigger}
          business={business}
          businesses={businesses}
          onSwitch={(id) => change.mutate(id)}
          onCreate={onCreate}
        />
      )}
    </DeferredMenu>
  );
}

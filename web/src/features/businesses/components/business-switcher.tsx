import type { Business } from '@postloom/contracts';
import { Check, ChevronsUpDown, Plus, Settings2 } from 'lucide-react';
import { useLocation } from 'wouter';
import { cn } from '../../../lib/cn.ts';
import { messageOr } from '../../../lib/api/index.ts';
import { IndustryIcon } from '../../../lib/industry-icon.tsx';
import {
  Button,
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
  toast,
} from '../../../ui/index.ts';
import { useSwitchBusiness } from '../api/switch-business.ts';
import { industryLabel } from '../industry.ts';

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
  const [, navigate] = useLocation();
  if (!business) {
    return (
      <Button variant="secondary" size={wide ? 'md' : 'sm'} onClick={onCreate}>
        <Plus aria-hidden="true" />
        Create Business Profile
      </Button>
    );
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant={wide ? 'secondary' : 'ghost'}
          aria-label={`Business: ${business.name}. Switch business`}
          pending={change.isPending}
          pendingText="Switching..."
          className={cn('min-w-0 justify-start px-2', wide ? 'h-12 w-full px-3' : 'max-w-52')}
        >
          <IndustryIcon industry={business.industryType} className="size-7 rounded-sm" />
          <span className="truncate">{business.name}</span>
          <ChevronsUpDown className="ml-auto text-muted" aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent align="start" className="w-72">
        <MenuLabel>Your businesses</MenuLabel>
        {businesses.map((one) => (
          <MenuItem
            key={one.id}
            onSelect={() => {
              if (one.id === business.id) return;
              change.mutate(one.id, {
                onError: (error) =>
                  toast({
                    title: 'Error',
                    description: messageOr(error, 'The business could not be switched. Please try again.'),
                    tone: 'error',
                  }),
              });
            }}
          >
            <IndustryIcon industry={one.industryType} className="size-8 rounded-sm" />
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-semibold">{one.name}</span>
              <span className="truncate text-xs text-muted">{industryLabel(one)}</span>
            </span>
            {one.id === business.id ? (
              <>
                <Check aria-hidden="true" />
                <span className="sr-only">active</span>
              </>
            ) : null}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={onCreate}>
          <Plus aria-hidden="true" />
          New Business
        </MenuItem>
        <MenuItem onSelect={() => navigate('/business-settings')}>
          <Settings2 aria-hidden="true" />
          Business Settings
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

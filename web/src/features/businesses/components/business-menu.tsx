import type { Business } from '@postloom/contracts';
import { Check, Plus, Settings2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { IndustryIcon } from '#components/industry-icon.tsx';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger, StatusShape } from '#ui/index.ts';
import { useAttention } from '../api/attention.ts';
import { attentionText, byName } from '../business-list.ts';
import { industryLabel } from '../industry.ts';

export type BusinessMenuProps = {
  trigger: ReactElement;
  business: Business;
  businesses: readonly Business[];
  onSwitch(id: string): void;
  onCreate(): void;
};

/** The open menu of the switcher; its code arrives with the first use. */
export default function BusinessMenu({ trigger, business, businesses, onSwitch, onCreate }: BusinessMenuProps) {
  const [, navigate] = useLocation();
  const attention = useAttention(businesses);
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="start" className="w-72">
        <MenuLabel>Your businesses</MenuLabel>
        {byName(businesses).map((one) => {
          const needs = attentionText(attention, one.id);
          return (
            <MenuItem
              key={one.id}
              onSelect={() => {
                if (one.id !== business.id) {
                  onSwitch(one.id);
                }
              }}
            >
              <IndustryIcon industry={one.industryType} className="size-8 rounded-sm" />
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-semibold">
                  {one.name}
                  {needs ? <span className="sr-only">, {needs}</span> : null}
                </span>
                <span className="truncate text-xs text-muted">{industryLabel(one)}</span>
              </span>
              {needs ? (
                // In a box of its own: the menu's icons are muted, this one is not.
                <span>
                  <StatusShape status="attention" />
                </span>
              ) : null}
              {one.id === business.id ? (
                <>
                  <Check aria-hidden="true" />
                  <span className="sr-only">active</span>
                </>
              ) : null}
            </MenuItem>
          );
        })}
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

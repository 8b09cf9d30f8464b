import type { User } from '@postloom/contracts';
import { CreditCard, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import {
  Badge,
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '#ui/index.ts';
import { planCatalogue } from '#lib/contract-data.ts';
import { leaveDevice } from '../device-data.ts';
import { setThemeMode, useThemeMode, type ThemeMode } from '../theme.ts';

/** The open menu of the account; its code arrives with the first use. */
export default function UserMenuPanel({
  user,
  onBilling,
  trigger,
}: {
  user: User;
  onBilling(): void;
  trigger: ReactElement;
}) {
  const [, navigate] = useLocation();
  const mode = useThemeMode();
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent className="w-68">
        <div className="px-2.5 py-2">
          {name ? <p className="truncate text-sm font-bold">{name}</p> : null}
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
        <MenuSeparator />
        <MenuItem onSelect={() => navigate('/settings#account-profile')}>
          <UserRound aria-hidden="true" />
          Profile
        </MenuItem>
        <MenuItem onSelect={() => navigate('/settings')}>
          <Settings aria-hidden="true" />
          Settings
        </MenuItem>
        <MenuItem onSelect={onBilling}>
          <CreditCard aria-hidden="true" />
          Billing
          <Badge tone="woad" className="ml-auto">
            {planCatalogue[user.subscriptionTier].name}
          </Badge>
        </MenuItem>
        <MenuSeparator />
        <MenuLabel>Appearance</MenuLabel>
        <MenuRadioGroup value={mode} onValueChange={(next) => setThemeMode(next as ThemeMode)}>
          <MenuRadioItem value="light">
            <Sun aria-hidden="true" />
            Light
          </MenuRadioItem>
          <MenuRadioItem value="dark">
            <Moon aria-hidden="true" />
            Dark
          </MenuRadioItem>
          <MenuRadioItem value="system">
            <Monitor aria-hidden="true" />
            System
          </MenuRadioItem>
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuItem asChild>
          <a href="/api/logout" onClick={leaveDevice}>
            <LogOut aria-hidden="true" />
            Log out
          </a>
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

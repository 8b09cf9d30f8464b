import type { User } from '@postloom/contracts';
import { CreditCard, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react';
import { useLocation } from 'wouter';
import {
  Avatar,
  Badge,
  Button,
  initialsOf,
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../../ui/index.ts';
import { planCatalogue } from '../../lib/contract-data.ts';
import { setThemeMode, useThemeMode, type ThemeMode } from '../theme.ts';

export function UserMenu({ user, onBilling }: { user: User; onBilling(): void }) {
  const [, navigate] = useLocation();
  const mode = useThemeMode();
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="icon" className="rounded-full">
          <span className="sr-only">Account: {name || user.email}</span>
          <Avatar src={user.profileImageUrl} initials={initialsOf(user)} className="size-9" />
        </Button>
      </MenuTrigger>
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
          <a href="/api/logout">
            <LogOut aria-hidden="true" />
            Log out
          </a>
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

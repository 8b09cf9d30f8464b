import type { User } from '@postloom/contracts';
import { lazily, prefetch } from '#lib/lazily.ts';
import { Avatar, Button, DeferredMenu, initialsOf } from '#ui/index.ts';

const load = () => import('./user-menu-panel.tsx');
const UserMenuPanel = lazily(load);

export function UserMenu({ user, onBilling }: { user: User; onBilling(): void }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <DeferredMenu
      prefetch={() => prefetch(load)}
      trigger={
        <Button variant="ghost" size="icon" className="rounded-full">
          <span className="sr-only">Account: {name || user.email}</span>
          <Avatar src={user.profileImageUrl} initials={initialsOf(user)} className="size-9" />
        </Button>
      }
    >
      {(trigger) => <UserMenuPanel trigger={trigger} user={user} onBilling={onBilling} />}
    </DeferredMenu>
  );
}

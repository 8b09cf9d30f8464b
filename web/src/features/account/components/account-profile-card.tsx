import type { User } from '@postloom/contracts';
import { SendConfirmation } from './send-confirmation.tsx';
import { Avatar, Badge, Card, CardBody, CardHeader, initialsOf } from '#ui/index.ts';

/** Full name, or the email address while there is no name. */
export function displayName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
}

export function AccountProfileCard({ user }: { user: User }) {
  return (
    <Card aria-labelledby="account-profile">
      <CardHeader id="account-profile" title="Account Profile" />
      <CardBody className="flex flex-wrap items-center gap-4">
        <Avatar src={user.profileImageUrl} initials={initialsOf(user)} className="size-16 text-xl" />
        <div className="grid min-w-0 gap-0.5">
          <div className="flex min-w-0 items-center gap-2">
            <p className="truncate text-lg font-bold">{displayName(user)}</p>
            <Badge tone="woad">{user.subscriptionTier.toUpperCase()}</Badge>
          </div>
          <p className="truncate text-sm text-muted">{user.email}</p>
          {user.emailVerified ? null : (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
              <p className="text-sm font-semibold text-weld">Address not confirmed</p>
              <SendConfirmation user={user} size="sm" />
            </div>
          )}
          <p className="text-sm text-muted">Member since {new Date(user.createdAt).getFullYear()}</p>
        </div>
      </CardBody>
    </Card>
  );
}

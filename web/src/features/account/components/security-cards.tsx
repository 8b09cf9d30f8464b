import type { User } from '@postloom/contracts';
import { AuditCard } from './audit-card.tsx';
import { SecurityCard } from './security-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** What guards the account, where it is open, and what happened to it: the part of Settings that is fetched by itself. */
export default function SecurityCards({ user, timeZone }: { user: User; timeZone: string }) {
  return (
    <>
      <SecurityCard user={user} timeZone={timeZone} />
      <SessionsCard timeZone={timeZone} />
      <AuditCard timeZone={timeZone} />
    </>
  );
}

import type { User } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { Mail, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Button } from '#ui/index.ts';
import { currentUserQuery } from '../api/current-user.ts';
import { SendConfirmation } from './send-confirmation.tsx';

const hiddenKey = (userId: string) => `postloom.confirm-later.${userId}`;

function isHidden(userId: string): boolean {
  try {
    return sessionStorage.getItem(hiddenKey(userId)) !== null;
  } catch {
    return false; // Storage is blocked: hidden until the page is loaded again.
  }
}

function hide(userId: string): void {
  try {
    sessionStorage.setItem(hiddenKey(userId), '1');
  } catch {
    return; // The same.
  }
}

/** A quiet line while the address is not confirmed. Put aside, it comes back with the next visit. */
export function ConfirmAddressNotice({ user }: { user: User }) {
  const [later, setLater] = useState(() => isHidden(user.id));
  // Most people confirm in another tab and come back to this one.
  useQuery({ ...currentUserQuery, refetchOnWindowFocus: user.emailVerified ? false : 'always' });
  if (user.emailVerified || later) {
    return null;
  }
  return (
    <section
      aria-label="Email address"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-cloth px-4 py-2.5 text-sm"
    >
      <Mail className="size-4 shrink-0 text-woad max-sm:hidden" aria-hidden="true" />
      <p className="min-w-32 flex-1 break-words">
        Please confirm{' '}
        <strong className="font-semibold">
          {/* A line of a phone ends behind the @ rather than within a word. */}
          {user.email.split(/(?<=@)/).map((part) => (
            <Fragment key={part}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </strong>
        .<span className="max-sm:hidden"> Until then, no email tells you when a post fails.</span>
        <span className="sm:hidden"> No emails until then.</span>
      </p>
      <SendConfirmation user={user} size="sm" />
      <Button
        variant="ghost"
        size="icon-sm"
        className="ml-auto"
        aria-label="Not now"
        title="Not now"
        onClick={() => {
          hide(user.id);
          setLater(true);
        }}
      >
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}

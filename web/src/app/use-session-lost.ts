import { useEffect } from 'react';
import { onSessionLost } from '#lib/api/index.ts';
import { loginHref } from '#lib/return-to.ts';
import { toast } from '#ui/index.ts';

/** Milliseconds between the message and the way to the sign-in page. */
const LOGIN_REDIRECT_MS = 500;

/** Where the person is, to come back to. */
export function here(): string {
  return location.pathname + location.search + location.hash;
}

function assign(href: string): void {
  location.assign(href);
}

/** When a call finds the session gone: says so once, then goes to the sign-in page and back here afterwards. */
export function useSessionLost(go: (href: string) => void = assign): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onSessionLost(() => {
      if (timer !== undefined) {
        return;
      }
      toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', tone: 'error' });
      timer = setTimeout(() => go(loginHref(here(), 'session-ended')), LOGIN_REDIRECT_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [go]);
}

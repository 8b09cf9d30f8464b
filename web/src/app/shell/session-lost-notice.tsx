import { useEffect, useState } from 'react';
import { onSessionLost } from '#lib/api/index.ts';
import { loginHref } from '#lib/return-to.ts';
import { Button } from '#ui/index.ts';
import { here } from '../use-session-lost.ts';

/** Between the end of a session and the sign-in page, and for as long as that page does not open. What was being done stays below it. */
export function SessionLostNotice() {
  const [isLost, setIsLost] = useState(false);
  useEffect(() => onSessionLost(() => setIsLost(true)), []);
  if (!isLost) {
    return null;
  }
  return (
    <section
      aria-labelledby="welcome"
      className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-cloth px-5 py-4"
    >
      <h2 id="welcome" className="text-lg font-semibold">
        Welcome
      </h2>
      <Button asChild>
        <a href={loginHref(here(), 'session-ended')}>Sign In</a>
      </Button>
    </section>
  );
}

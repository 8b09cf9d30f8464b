import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { signInPath } from '#lib/return-to.ts';
import { platforms, WovenBand, Wordmark } from '#ui/index.ts';

/** A week in the making, beside the form: decoration from a fixed pattern. */
const knots = [
  { day: 1, thread: 0, status: 'published' },
  { day: 2, thread: 3, status: 'published' },
  { day: 3, thread: 1, status: 'published' },
  { day: 4, thread: 4, status: 'scheduled' },
  { day: 5, thread: 0, status: 'scheduled' },
  { day: 6, thread: 2, status: 'scheduled' },
] as const;

/** A link inside a sentence of these pages. */
export const authLink = 'font-semibold text-woad underline underline-offset-4';

/** The footer of pages that a person who remembers the password leaves. */
export function BackToSignIn({ returnTo = '/' }: { returnTo?: string }) {
  return (
    <Link href={signInPath(returnTo)} className={authLink}>
      Back to sign in
    </Link>
  );
}

/** Form on paper at the left, cloth on night at the right. On phones only the form. */
export function AuthLayout({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="flex flex-col px-5 py-6 sm:px-10">
        <Link href="/" className="self-start rounded-control">
          <Wordmark />
        </Link>
        <div className="m-auto grid w-full max-w-sm gap-6 py-10">
          <div className="grid gap-1.5">
            <h1 className="text-3xl font-bold">{title}</h1>
            <p className="text-muted">{lead}</p>
          </div>
          {children}
          {footer ? <div className="text-sm text-muted">{footer}</div> : null}
        </div>
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          <Link href="/privacy-policy" className="rounded-sm hover:text-ink">
            Privacy Policy
          </Link>
          <Link href="/terms-of-service" className="rounded-sm hover:text-ink">
            Terms of Service
          </Link>
        </p>
      </main>
      <aside aria-hidden="true" className="relative hidden overflow-hidden bg-band lg:block">
        <div
          data-theme="dark"
          className="absolute inset-x-10 inset-y-0 flex flex-col justify-center gap-10 xl:inset-x-16"
        >
          <p className="max-w-[18ch] text-4xl font-bold text-on-band">A week of posts, planned ahead.</p>
          <WovenBand
            days={8}
            threads={platforms}
            ground="var(--night-band)"
            warp="#7f8fb8"
            cell={64}
            wovenDays={7}
            knots={knots}
            className="w-full"
          />
        </div>
      </aside>
    </div>
  );
}

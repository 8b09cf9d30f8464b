import type { ReactNode } from 'react';
import { loginHref } from '#lib/return-to.ts';
import { Button, Wordmark } from '#ui/index.ts';

/** The header and the footer of the site around a page of text or a form. */
export function PublicFrame({ footer, children }: { footer: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="mx-auto flex h-16 w-full max-w-6xl items-center justify-between px-4 sm:px-6">
          <a href="/" className="flex rounded-control">
            <Wordmark />
          </a>
          <Button asChild variant="secondary">
            <a href={loginHref()}>Sign in</a>
          </Button>
        </div>
      </header>
      <main className="flex-1">{children}</main>
      {footer}
    </div>
  );
}

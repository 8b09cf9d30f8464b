import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { loginHref, signInPath } from '#lib/return-to.ts';
import { Button, Wordmark } from '#ui/index.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { Page } from './pages.ts';
import { screenAt } from './routes.ts';
import { useDocumentTitle } from './use-document-title.ts';

const SiteFooter = lazy(() =>
  import('#features/landing/components/site-footer.tsx').then((module) => ({ default: module.SiteFooter })),
);

function PublicFrame({ children }: { children: ReactNode }) {
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
      <SiteFooter />
    </div>
  );
}

/** Search engines should not take the landing page for the content of a path that does not exist. */
function NoIndex() {
  useEffect(() => {
    const meta = document.createElement('meta');
    meta.name = 'robots';
    meta.content = 'noindex';
    document.head.append(meta);
    return () => meta.remove();
  }, []);
  return null;
}

/** What a path shows without a session: its screen, the way to sign in where it needs one, the landing page where it has none. */
export function SignedOut() {
  const [location] = useLocation();
  const search = useSearch();
  const screen = screenAt(location, false);
  useDocumentTitle(screen);
  if (!screen && screenAt(location, true)) {
    const place = (search ? `${location}?${search}` : location) + window.location.hash;
    return <Redirect to={signInPath(place)} replace />;
  }
  const page = <Page screen={screen ?? screenAt('/', false)} />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      {screen ? null : <NoIndex />}
      {screen && !screen.bare ? <PublicFrame>{page}</PublicFrame> : page}
    </Suspense>
  );
}

import { lazy, Suspense } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { signInPath } from '#lib/return-to.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { Page } from './pages.ts';
import { PublicFrame } from './public-frame.tsx';
import { screenAt } from './routes.ts';
import { useDocumentTitle } from './use-document-title.ts';

const SiteFooter = lazy(() =>
  import('#features/landing/components/site-footer.tsx').then((module) => ({ default: module.SiteFooter })),
);

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
      {screen && !screen.bare ? <PublicFrame footer={<SiteFooter />}>{page}</PublicFrame> : page}
    </Suspense>
  );
}

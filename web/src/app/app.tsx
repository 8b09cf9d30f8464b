import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useCurrentUser } from '#features/account/api/current-user.ts';
import { fetchAhead, lazily } from '#lib/lazily.ts';
import { safeReturnTo } from '#lib/return-to.ts';
import { ErrorState, OfflineState, useToasts } from '#ui/index.ts';
import { claimDevice, finishLeaving } from './device-data.ts';
import { FrameScreen, LoadingScreen } from './loading-screen.tsx';
import { RootBoundary, ToastBoundary } from './boundaries.tsx';
import { fetchFirstPage, Page } from './pages.ts';
import { screenAt, type Screen } from './routes.ts';
import { SignedOut } from './signed-out.tsx';
import { watchTheme } from './theme.ts';
import { useDocumentTitle } from './use-document-title.ts';
import { useSessionLost } from './use-session-lost.ts';

const loadProduct = async () => ({ default: (await import('./signed-in.tsx')).SignedIn });
const SignedIn = lazily(loadProduct);
const Toaster = lazily(async () => ({ default: (await import('#ui/toaster.tsx')).Toaster }));

/** Fetches what a member's first page is made of. Until then the HTML shows the frame, which is all that could be rendered. */
export async function fetchProduct(path: string): Promise<void> {
  await Promise.all([screenAt(path, true)?.bare ? null : fetchAhead(loadProduct), fetchFirstPage(path)]);
}

/** The toasts' code arrives with the first toast. */
function Toasts() {
  const [latest] = useToasts();
  return (
    <ToastBoundary resetKey={String(latest?.id)}>
      <Suspense fallback={null}>{latest ? <Toaster /> : null}</Suspense>
    </ToastBoundary>
  );
}

/** A screen without the shell, for somebody who is signed in. */
function BareScreen({ screen }: { screen: Screen }) {
  useDocumentTitle(screen);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Page screen={screen} />
    </Suspense>
  );
}

/** From a page for visitors to where the person wanted to go. */
function Return() {
  return <Redirect to={safeReturnTo(new URLSearchParams(useSearch()).get('returnTo'))} replace />;
}

/** Signed in, signed out, or not known yet. */
function Root() {
  const { user, signedOut, loading, waiting, retry } = useCurrentUser();
  const [location] = useLocation();
  useSessionLost();
  useEffect(() => watchTheme(), []);
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined) {
      claimDevice(userId);
    } else if (signedOut) {
      finishLeaving();
    }
  }, [userId, signedOut]);

  if (waiting) {
    const screen = screenAt(location, false);
    return (
      <main className="mx-auto max-w-xl px-4 py-24">
        <h1 className="sr-only">{screen?.isByLink ? screen.title : 'Postloom'}</h1>
        <OfflineState />
      </main>
    );
  }
  if (loading) {
    return <LoadingScreen />;
  }
  if (user) {
    const screen = screenAt(location, true);
    if (!screen && screenAt(location, false)) {
      return <Return />;
    }
    if (screen?.bare) {
      return <BareScreen screen={screen} />;
    }
    return (
      <Suspense fallback={<FrameScreen />}>
        <SignedIn user={user} />
      </Suspense>
    );
  }
  if (signedOut) {
    return <SignedOut />;
  }
  return (
    <div className="mx-auto max-w-xl px-4 py-24">
      <ErrorState onRetry={retry} />
    </div>
  );
}

export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <RootBoundary>
        <Root />
        <Toasts />
      </RootBoundary>
    </QueryClientProvider>
  );
}

import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { loginHref } from '#lib/return-to.ts';
import { Button, Wordmark } from '#ui/index.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { DataDeletionPage, PrivacyPolicyPage, TermsOfServicePage } from './pages.ts';

const SignInPage = lazy(() => import('#features/account/components/sign-in-page.tsx'));
const RegisterPage = lazy(() => import('#features/account/components/register-page.tsx'));
const LandingPage = lazy(() =>
  import('#features/landing/components/landing-page.tsx').then((module) => ({ default: module.LandingPage })),
);
const SiteFooter = lazy(() =>
  import('#features/landing/components/landing-page.tsx').then((module) => ({ default: module.SiteFooter })),
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

/** Unknown paths show the landing page, which search engines should not take for the path's own content. */
function UnknownPath() {
  useEffect(() => {
    const meta = document.createElement('meta');
    meta.name = 'robots';
    meta.content = 'noindex';
    document.head.append(meta);
    return () => meta.remove();
  }, []);
  return <LandingPage />;
}

export function SignedOut() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Switch>
        <Route path="/" component={LandingPage} />
        <Route path="/login" component={SignInPage} />
        <Route path="/register" component={RegisterPage} />
        <Route path="/privacy-policy">
          <PublicFrame>
            <PrivacyPolicyPage />
          </PublicFrame>
        </Route>
        <Route path="/terms-of-service">
          <PublicFrame>
            <TermsOfServicePage />
          </PublicFrame>
        </Route>
        <Route path="/data-deletion">
          <PublicFrame>
            <DataDeletionPage />
          </PublicFrame>
        </Route>
        <Route component={UnknownPath} />
      </Switch>
    </Suspense>
  );
}

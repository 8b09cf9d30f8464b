import { act, render, screen, waitFor } from '@testing-library/react';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from '#lib/api/index.ts';
import { App } from './app.tsx';
import { Page } from './pages.ts';
import { documentTitle, screenAt, screens } from './routes.ts';
import { SignedOut } from './signed-out.tsx';

// Their code is here before a test waits for what they show.
beforeAll(
  () =>
    Promise.all([
      import('#features/landing/components/landing-page.tsx'),
      import('#features/landing/components/site-footer.tsx'),
      import('#features/account/components/sign-in-page.tsx'),
      import('#features/account/components/verify-email-page.tsx'),
      import('#features/legal/components/privacy-policy-page.tsx'),
      import('./pages/not-found-page.tsx'),
    ]),
  60_000,
);
afterEach(() => {
  act(() => onlineManager.setOnline(true));
  history.replaceState(null, '', '/');
  document.title = '';
});

function openSignedOut(path: string): void {
  history.replaceState(null, '', path);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SignedOut />
    </QueryClientProvider>,
  );
}

describe('the table of screens', () => {
  it('names code that exists, and each path once for everybody', () => {
    const missing = screens.filter(({ module }) => !existsSync(resolve(import.meta.dirname, '..', module)));
    expect(missing).toEqual([]);
    for (const signedIn of [true, false]) {
      const paths = screens
        .filter(({ audience }) => audience !== (signedIn ? 'visitors' : 'members'))
        .map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
    }
  });

  it('has the addresses of the specification, for whom it names', () => {
    const everyone = ['/privacy-policy', '/terms-of-service', '/data-deletion'];
    const members = ['/', '/media', '/schedule', '/automation', '/analytics', '/settings', '/business-settings'];
    expect([...members, ...everyone].filter((path) => !screenAt(path, true))).toEqual([]);
    expect(['/', ...everyone, '/data-deletion-status'].filter((path) => !screenAt(path, false))).toEqual([]);
    expect(members.filter((path) => path !== '/' && screenAt(path, false))).toEqual([]);
    expect(screenAt('/', true)).not.toBe(screenAt('/', false));
  });

  it('gives each screen a title of its own, what it shows first', () => {
    const titles = screens.map(documentTitle);
    expect(new Set(titles).size).toBe(screens.length);
    expect(titles).toContain('Media Library · Postloom');
    expect(documentTitle(screenAt('/', false))).toBe('Postloom: Social Media Automation for Every Business');
    expect(documentTitle(undefined)).toBe('Page not found · Postloom');
  });

  it('knows a path with a slash at its end, and who may see it', () => {
    expect(screenAt('/media/', true)?.title).toBe('Media Library');
    expect(screenAt('/media', false)).toBeUndefined();
    expect(screenAt('/login', true)).toBeUndefined();
    expect(screenAt('/privacy-policy', true)).toBe(screenAt('/privacy-policy', false));
  });

  it('shows the not-found page without a screen', async () => {
    render(<Page screen={screenAt('/nowhere', true)} />);
    expect(await screen.findByText('404 Page Not Found')).toBeInTheDocument();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/');
  });
});

describe('without a session', () => {
  it('a screen that needs one leads to the sign-in and back', async () => {
    openSignedOut('/schedule?view=list#today');
    await waitFor(() =>
      expect(location.pathname + location.search).toBe('/login?returnTo=%2Fschedule%3Fview%3Dlist%23today'),
    );
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
    expect(document.title).toBe('Sign in · Postloom');
  });

  it('an unknown path shows the landing page', async () => {
    openSignedOut('/wp-admin');
    expect(
      await screen.findByRole('heading', { name: 'Social Media Automation for Every Business' }),
    ).toBeInTheDocument();
    expect(document.title).toBe('Page not found · Postloom');
    expect(location.pathname).toBe('/wp-admin');
  });

  it.each([
    ['opens', 200, { success: true }, 'Your address is confirmed'],
    ['does not open', 410, { error: 'token_expired', message: 'x', requestId: 'r' }, 'This link no longer works'],
  ])('a mailed link that %s is used once, and asks once who is here', async (_, status, body, heading) => {
    const fetched = vi.fn<typeof fetch>((input) =>
      Promise.resolve(
        String(input).endsWith('/verify-email')
          ? new Response(JSON.stringify(body), { status })
          : new Response(JSON.stringify({ error: 'unauthorized', message: 'Unauthorized', requestId: 'r' }), {
              status: 401,
            }),
      ),
    );
    vi.stubGlobal('fetch', fetched);
    history.replaceState(null, '', `/verify-email?token=${'x'.repeat(43)}`);
    render(<App client={createQueryClient()} />);
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(fetched.mock.calls.map(([input]) => String(input)).sort()).toEqual([
      '/api/auth/user',
      '/api/auth/verify-email',
    ]);
    vi.unstubAllGlobals();
  });

  it('a page for whoever has its link names no product while it waits for a network', async () => {
    onlineManager.setOnline(false);
    history.replaceState(null, '', '/shared-report#token');
    render(<App client={createQueryClient()} />);
    expect(await screen.findByText(/^You’re offline/)).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Social media report' })).toBeInTheDocument();
    expect(document.body.textContent).not.toMatch(/postloom/i);
  });

  it('a legal page has the header of the site', async () => {
    openSignedOut('/privacy-policy');
    expect(await screen.findByRole('heading', { name: 'Privacy Policy' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/api/login');
    expect(document.title).toBe('Privacy Policy · Postloom');
  });
});

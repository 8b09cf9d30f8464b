import type { Business, Tier, User, UserLimits } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PlanChooserDialog } from '#features/billing/components/plan-chooser-dialog.tsx';
import { AiCustomizationForm } from '#features/businesses/components/ai-customization-form.tsx';
import CreateBusinessDialog from '#features/businesses/components/create-business-dialog.tsx';
import { GeneralSettings } from '#features/businesses/components/general-settings.tsx';
import PrivacyPolicy from '#features/legal/components/privacy-policy-page.tsx';
import TermsOfService from '#features/legal/components/terms-of-service-page.tsx';
import { DisconnectDialog } from '#features/social/components/disconnect-dialog.tsx';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery as rye } from '#data/testing/businesses.ts';
import { freeLimits } from '#data/testing/limits.ts';
import { ada } from '#data/testing/people.ts';
import { toastPostLimit } from '#data/use-post-failure.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { formatDate } from '#lib/format.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { LoadingScreen } from './loading-screen.tsx';
import BusinessSettingsPage from './pages/business-settings-page.tsx';
import SettingsPage from './pages/settings-page.tsx';
import { ShellActionsContext, type ShellActions } from './shell-actions.ts';
import { UserMenu } from './shell/user-menu.tsx';
import UserMenuPanel from './shell/user-menu-panel.tsx';
import {
  businessSettings,
  industryLabels,
  legal,
  outcomes,
  plans,
  postLimit,
  settings,
  tones,
  usageWarnings,
  userMenu,
  type Wanted,
} from './testing/spec-texts.ts';

const flax: Business = { ...rye, id: '0192f3c0-0000-7000-8000-00000000000c', name: 'Flax Studio' };
const fetched = stubbedFetch();
const actions = new Proxy({} as ShellActions, { get: () => vi.fn() });

/** What the server holds; a test puts its own answers over it. */
let held: Record<string, unknown>;
/** Answers to what changes something. */
let changed: () => Response;
const limitsOf = (tier: Tier, part: Partial<UserLimits> = {}): UserLimits => ({
  ...freeLimits,
  ...{ subscriptionTier: tier, postsLimit: tier === 'agency' ? -1 : 5, ...part },
});

const unpaid = { subscriptionTier: 'free', status: 'none', graceEndsAt: null, renewsAt: null, endsAt: null };

beforeEach(() => {
  setPageBusinessId(rye.id);
  changed = () => Response.json({});
  held = {
    '/api/user/limits': limitsOf('free'),
    '/api/user/settings': { defaultCaptionStyle: 'professional', autoGenerateCaptions: true, includeHashtags: true },
    '/api/ai-settings': {
      currentProvider: 'openai',
      failover: false,
      providers: ['openai', 'anthropic', 'grok'].map((id) => ({ id, label: id, configured: true, note: null })),
    },
    '/api/billing': { ...unpaid, payment: 'none' },
    '/api/social/status': {},
    '/api/user/active-business': { businessId: rye.id },
  };
  fetched.mockImplementation((input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.origin);
    const isRead = (init?.method ?? 'GET') === 'GET';
    const nothing = searchParams.has('limit') ? { data: [], nextCursor: null, total: 0 } : [];
    return Promise.resolve(isRead ? Response.json(held[pathname] ?? nothing) : changed());
  });
});

async function show(screenOf: ReactNode, { user = ada, businesses = [rye] as Business[] } = {}) {
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PageContextProvider value={{ user, business: businesses[0] ?? null, businesses }}>
          <ShellActionsContext value={actions}>
            <Suspense>{screenOf}</Suspense>
          </ShellActionsContext>
        </PageContextProvider>
      </QueryClientProvider>,
    );
    await Promise.resolve();
  });
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
}

const found = ([role, name]: Wanted) =>
  role === 'text' ? screen.queryAllByText(name) : screen.queryAllByRole(role, { name });
const missing = (lines: readonly Wanted[]) => lines.filter((line) => found(line).length === 0);
const present = (lines: readonly Wanted[] = []) => lines.filter((line) => found(line).length > 0);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const of = (subscriptionTier: Tier): User => ({ ...ada, subscriptionTier });

describe('the specification’s words', () => {
  it('while it is not known who is signed in', () => {
    render(<LoadingScreen />);
    expect(document.body.textContent).toBe('Loading...');
  });

  it.each([
    ['on the free plan', 'free', [rye]],
    ['on the Pro plan', 'pro', [rye]],
    ['on the Agency plan', 'agency', [rye]],
    ['without a business', 'free', []],
  ] as const)('on Settings %s', async (state, tier, businesses) => {
    held['/api/user/limits'] = limitsOf(tier);
    await show(<SettingsPage />, { user: of(tier), businesses: [...businesses] });
    const wanted: { shows: readonly Wanted[]; hides?: readonly Wanted[] } = settings[state];
    expect(missing(wanted.shows)).toEqual([]);
    expect(present(wanted.hides)).toEqual([]);
    expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/api/logout');
  });

  it('on Settings: the bar of an unlimited count stands at 25', async () => {
    held['/api/user/limits'] = limitsOf('agency');
    await show(<SettingsPage />, { user: of('agency') });
    expect(screen.getByRole('progressbar', { name: 'Posts' })).toHaveAttribute('aria-valuenow', '25');
  });

  it.each([
    ['with two businesses', [rye, flax]],
    ['without one', []],
  ] as const)('on Business Settings %s', async (state, businesses) => {
    await show(<BusinessSettingsPage />, { businesses: [...businesses] });
    const wanted: { shows: readonly Wanted[]; hides?: readonly Wanted[] } = businessSettings[state];
    expect(missing(wanted.shows)).toEqual([]);
    expect(present(wanted.hides)).toEqual([]);
  });

  it('on Business Settings: deleting is offered only when there are more', async () => {
    for (const [canDelete, offers] of [
      [true, 1],
      [false, 0],
    ] as const) {
      await show(<GeneralSettings business={rye} canDelete={canDelete} />);
      expect(screen.queryAllByRole('button', { name: 'Delete Business' })).toHaveLength(offers);
      cleanup();
    }
  });

  it.each([
    ['dashboard', 'Choose Your Industry'],
    ['settings', 'Create Business'],
  ] as const)('of Create Business, %s variant', async (variant, title) => {
    const onOpenChange = vi.fn();
    await show(<CreateBusinessDialog open variant={variant} onOpenChange={onOpenChange} />);
    const dialog = within(screen.getByRole('dialog', { name: title }));
    const cards = dialog.getAllByRole('listitem').map((card) => within(card).getByRole('button').textContent);
    expect(cards.map((text, index) => text.startsWith(industryLabels[index] ?? '?'))).toEqual(
      industryLabels.map(() => true),
    );
    for (const label of industryLabels) {
      press(new RegExp(`^${label}`));
      expect(screen.getByLabelText(/^Business Name/)).toHaveValue(
        variant === 'dashboard' ? `My ${label} Business` : '',
      );
      const tone = screen.getByLabelText('Brand Tone');
      expect([...tone.querySelectorAll('option')].map(({ value }) => value)).toEqual(tones.create);
      expect(tone).toHaveValue(tones.derived[label]);
      const ofOther = ['Industry Type *', 'Custom AI Prompting Instructions *'];
      expect(ofOther.filter((name) => screen.queryByLabelText(name))).toEqual(
        label === 'Other Industry' ? ofOther : [],
      );
      expect(screen.getByRole('button', { name: 'Create Business' })).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Change' })).toBeInTheDocument();
      press('Back to Industries');
    }
  });

  it('of the brand voice: five, and the stored one when it is another', async () => {
    for (const [stored, more] of [
      ['friendly', []],
      ['creative', ['creative']],
    ] as const) {
      await show(<AiCustomizationForm business={{ ...rye, businessTone: stored }} />);
      const voice = screen.getByLabelText('Brand Voice');
      expect([...voice.querySelectorAll('option')].map(({ value }) => value)).toEqual([...tones.editor, ...more]);
      cleanup();
    }
  });

  it.each(['free', 'pro', 'agency'] as const)('of Choose Your Plan on %s', async (tier) => {
    held['/api/user/limits'] = limitsOf(tier);
    await show(<PlanChooserDialog open onOpenChange={vi.fn()} currentTier={tier} />, { user: of(tier) });
    expect(screen.getByRole('dialog', { name: 'Choose Your Plan' })).toBeInTheDocument();
    for (const [name, lines] of Object.entries(plans)) {
      const card = within(screen.getByRole('article', { name: `${name} plan` }));
      expect(lines.filter((line) => card.queryByText(line) === null)).toEqual([]);
      expect(card.queryAllByText('Current plan')).toHaveLength(name.toLowerCase() === tier ? 1 : 0);
    }
    expect(screen.getByRole('heading', { name: 'Usage and Limits' })).toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: 'Upgrade' })).toHaveLength(tier === 'free' ? 1 : 0);
  });

  it.each(Object.entries(usageWarnings))('of usage at %s percent', async (percent, warning) => {
    held['/api/user/limits'] = limitsOf('free', { captionsUsed: Number(percent), captionsLimit: 100 });
    await show(<PlanChooserDialog open onOpenChange={vi.fn()} currentTier="free" />);
    const said = screen.queryAllByText(/^(Approaching|Almost at your limit)/).map(({ textContent }) => textContent);
    expect(said).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
  });

  it('of the simulated payment', async () => {
    held['/api/billing'] = { ...unpaid, payment: 'simulated' };
    await show(<PlanChooserDialog open onOpenChange={vi.fn()} currentTier="free" />);
    press('Choose Pro');
    expect(screen.getByText('Payment Processing')).toBeInTheDocument();
    expect(
      screen.getByText('In production this would redirect to the card payment provider. Nothing is charged here.'),
    ).toBeInTheDocument();
  });

  it('of a plan that has no post left', () => {
    for (const [plan, description] of Object.entries(postLimit)) {
      toastPostLimit(plan, vi.fn());
      expect(currentToasts()[0]).toMatchObject({ title: 'Post Limit Reached', description });
    }
  });

  it('in the user menu', async () => {
    await show(<UserMenuPanel user={of('free')} onBilling={vi.fn()} trigger={<button type="button">Ada</button>} />);
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(
      userMenu.map((entry) => (entry === 'Billing' ? 'BillingFree' : entry)),
    );
    expect(within(items[2] ?? document.body).getByText('Free')).toBeVisible();
    expect(screen.getByText('ada@example.org')).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'Log out' })).toHaveAttribute('href', '/api/logout');
    cleanup();
    await show(<UserMenu user={{ ...ada, lastName: 'Byron' }} onBilling={vi.fn()} />);
    expect(screen.getByRole('button', { name: /^Account: Ada Byron/ })).toHaveTextContent(/AB$/);
  });

  it.each([
    ['Privacy Policy', PrivacyPolicy],
    ['Terms of Service', TermsOfService],
  ] as const)('of the %s', (title, Page) => {
    render(<Page />);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(screen.getByText(/^Last updated: /)).toHaveTextContent(formatDate(new Date(), browserTimeZone()));
    expect(legal[title].filter((promise) => screen.queryByText(promise) === null)).toEqual([]);
  });

  describe('once something is done, and when it is not', () => {
    const created = (variant: 'dashboard' | 'settings') => async () => {
      await show(<CreateBusinessDialog open variant={variant} onOpenChange={vi.fn()} />);
      press(/^Photography/);
      fireEvent.change(screen.getByLabelText(/^Business Name/), { target: { value: 'My Photography Business' } });
      changed = answered(() => Response.json({ ...rye, name: 'My Photography Business' }, { status: 201 }));
      press('Create Business');
    };
    /** The answer of a test that fails gives no sentence of its own. */
    let isRefused = false;
    const answered = (well: () => Response) => () => (isRefused ? new Response('', { status: 500 }) : well());
    const acts: Record<keyof typeof outcomes, () => Promise<void>> = {
      'the provider is switched': async () => {
        await show(<SettingsPage />);
        changed = answered(() =>
          Response.json({ ...(held['/api/ai-settings'] as object), currentProvider: 'anthropic' }),
        );
        fireEvent.click(screen.getByRole('radio', { name: /^Anthropic/ }));
      },
      'preferences are saved': async () => {
        await show(<SettingsPage />);
        changed = answered(() => Response.json(held['/api/user/settings']));
        fireEvent.click(screen.getByRole('switch', { name: 'Include relevant hashtags' }));
        press('Save Preferences');
      },
      'the profile is saved': async () => {
        await show(<AiCustomizationForm business={rye} />);
        changed = answered(() => Response.json(rye));
        fireEvent.change(screen.getByLabelText('Target Audience'), { target: { value: 'Families' } });
        press('Save Profile');
      },
      'a business is created on the dashboard': created('dashboard'),
      'a business is created on its settings': created('settings'),
      'a plan is chosen': async () => {
        await show(<PlanChooserDialog open onOpenChange={vi.fn()} currentTier="pro" />, { user: of('pro') });
        changed = answered(() => Response.json({ success: true, subscriptionTier: 'free' }));
        press('Switch to Free');
      },
      'an account is disconnected': async () => {
        await show(<DisconnectDialog platform="instagram" onClose={vi.fn()} />);
        changed = answered(() => Response.json({ success: true }));
        press('Disconnect');
      },
      'a business is deleted': async () => {
        await show(<GeneralSettings business={rye} canDelete />);
        changed = answered(() => new Response(null, { status: 204 }));
        press('Delete Business');
        const sure = within(await screen.findByRole('alertdialog'));
        fireEvent.click(sure.getByRole('button', { name: `Delete ${rye.name}` }));
      },
    };

    it.each(Object.keys(outcomes) as (keyof typeof outcomes)[])('%s', async (what) => {
      for (const end of ['done', 'failed'] as const) {
        isRefused = end === 'failed';
        await acts[what]();
        await waitFor(() => expect(currentToasts()[0]).toMatchObject(outcomes[what][end]));
        cleanup();
      }
    });
  });
});

import type { Business, User } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays, ImageUp, Moon, PencilLine, Plus, SunMoon, type LucideIcon } from 'lucide-react';
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useActiveBusiness, useBusinesses } from '#features/businesses/api/businesses.ts';
import { useSwitchBusiness } from '#features/businesses/api/switch-business.ts';
import { BusinessSwitcher } from '#features/businesses/components/business-switcher.tsx';
import { listenLive, onPageBusinessChange, pageBusiness, setPageBusinessId } from '#lib/api/index.ts';
import { lazily } from '#lib/lazily.ts';
import { PageContextProvider, type PageContext } from '#data/page-context.tsx';
import { ErrorState } from '#ui/index.ts';
import { DialogBoundary } from './boundaries.tsx';
import { keepOnDeviceWhenIdle } from './device/when-idle.ts';
import { FrameScreen } from './loading-screen.tsx';
import { navEntries, navIcons } from './navigation.ts';
import { businessOfPage } from './page-business.ts';
import { Page } from './pages.ts';
import type { Command } from './palette/commands.ts';
import { screenAt } from './routes.ts';
import { ShellActionsContext, type ShellActions } from './shell-actions.ts';
import { Shell } from './shell/shell.tsx';
import { setThemeMode, toggleTheme } from './theme.ts';
import { useDocumentTitle } from './use-document-title.ts';
import { isDialogOpen } from '#lib/is-dialog-open.ts';
import { useHotkeys } from './use-hotkeys.ts';
import { useMainJob } from './main-job.tsx';

const CommandPalette = lazily(() => import('./palette/command-palette.tsx'));
const ShortcutsDialog = lazily(() => import('./palette/shortcuts-dialog.tsx'));
const CreateBusinessDialog = lazily(() => import('#features/businesses/components/create-business-dialog.tsx'));
const NextStepsDialog = lazily(() => import('#features/businesses/components/next-steps-dialog.tsx'));
const PlanChooserDialog = lazily(async () => ({
  default: (await import('#features/billing/components/plan-chooser-dialog.tsx')).PlanChooserDialog,
}));

/** Remembers per account that 'Choose Your Industry' opened by itself; it does so once. */
const askedKey = (userId: string) => `postloom.industry-asked.${userId}`;

function wasAsked(userId: string): boolean {
  try {
    return localStorage.getItem(askedKey(userId)) !== null;
  } catch {
    return true; // Storage is blocked: opening at every visit would be worse than never.
  }
}

function rememberAsked(userId: string): void {
  try {
    localStorage.setItem(askedKey(userId), '1');
  } catch (error) {
    if (!(error instanceof DOMException)) {
      throw error;
    }
  }
}

/** The signed-in product: which business the page shows, the shell around the pages, its dialogs, live updates. */
export function SignedIn({ user }: { user: User }) {
  const businesses = useBusinesses();
  const active = useActiveBusiness();
  const scope = useSyncExternalStore(onPageBusinessChange, pageBusiness);

  // Kept here: with its first business the product below starts anew.
  const [begun, setBegun] = useState<Business | null>(null);

  const list = businesses.data;
  const ready = list !== undefined && active.data !== undefined;
  const wanted = ready ? businessOfPage(list, active.data.businessId, scope) : null;
  useLayoutEffect(() => {
    if (ready) {
      setPageBusinessId(wanted);
    }
  }, [ready, wanted]);

  // What is known stays on screen when it could not be read again.
  if (!ready && (businesses.isError || active.isError)) {
    return (
      <div className="mx-auto max-w-xl px-4 py-24">
        <ErrorState
          onRetry={() => {
            void businesses.refetch();
            void active.refetch();
          }}
        />
      </div>
    );
  }
  if (!ready || scope !== wanted) {
    return <FrameScreen />;
  }
  return (
    <Product
      context={{ user, businesses: list, business: list.find((one) => one.id === wanted) ?? null }}
      begun={begun}
      onBegin={setBegun}
    />
  );
}

type ProductProps = {
  context: PageContext;
  /** The business that was just made and whose first steps are shown. */
  begun: Business | null;
  onBegin(business: Business | null): void;
};

function Product({ context, begun, onBegin }: ProductProps) {
  const { user, business, businesses } = context;
  const client = useQueryClient();
  const [location, navigate] = useLocation();
  const screen = screenAt(location, true);
  useDocumentTitle(screen, business && businesses.length > 1 ? business.name : null);
  const switchBusiness = useSwitchBusiness();
  const [palette, setPalette] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const [plans, setPlans] = useState(false);
  const businessId = business?.id ?? null;
  const [creating, setCreating] = useState<'dashboard' | 'settings' | null>(() =>
    businessId === null && !wasAsked(user.id) ? 'dashboard' : null,
  );

  useEffect(
    () =>
      businessId === null
        ? undefined
        : listenLive(client, businessId, {
            photo: async (ids) => (await import('#data/photo-patch.ts')).photoPatch(client, businessId)(ids),
            post: async (ids) => (await import('#data/post-patch.ts')).postPatch(client, businessId)(ids),
          }),
    [client, businessId],
  );
  useEffect(() => keepOnDeviceWhenIdle(client, user.id), [client, user.id]);
  useEffect(() => {
    if (businessId === null) {
      rememberAsked(user.id);
    }
  }, [businessId, user.id]);
  useHotkeys({
    palette: () => setPalette((open) => !open && !isDialogOpen()),
    shortcuts: () => setShortcuts(!isDialogOpen()),
  });

  const closeAll = () => {
    setPalette(false);
    setShortcuts(false);
    setPlans(false);
    setCreating(null);
    onBegin(null);
  };

  const choosePlan = useCallback(() => setPlans(true), []);
  const createFirst = useCallback(() => setCreating('dashboard'), []);
  const { job, dialogs, pill } = useMainJob(business, choosePlan, createFirst);
  const actions = useMemo<ShellActions>(() => ({ createBusiness: setCreating, choosePlan, ...job }), [choosePlan, job]);
  const commands = useMemo<readonly Command[]>(() => {
    const action = (id: string, label: string, icon: LucideIcon, run: () => void, words = ''): Command => ({
      id,
      group: 'Actions',
      label,
      icon,
      run,
      words,
    });
    return [
      ...navEntries.map((entry) => ({
        id: entry.path,
        group: 'Pages',
        label: entry.label,
        icon: entry.icon,
        run: () => navigate(entry.path),
      })),
      action('new-post', 'New post', PencilLine, () => job.composePost(), 'schedule create write'),
      action('plan-week', 'Plan your week', CalendarDays, () => job.planWeek(), 'schedule drafts template ideas'),
      action('upload', 'Upload photos', ImageUp, () => job.uploadPhotos(), 'pictures images add'),
      action('new-business', 'New business', Plus, () => setCreating('settings'), 'create company'),
      action('theme', 'Switch between light and dark', Moon, toggleTheme, 'theme appearance'),
      action(
        'theme-system',
        'Follow the system’s theme',
        SunMoon,
        () => setThemeMode('system'),
        'light dark auto appearance',
      ),
      ...businesses
        .filter((one) => one.id !== businessId)
        .map((one): Command => ({
          id: `business-${one.id}`,
          group: 'Switch business',
          label: one.name,
          icon: navIcons.store,
          run: () => switchBusiness.mutate(one.id),
        })),
    ];
  }, [businesses, businessId, navigate, switchBusiness, job]);

  return (
    <PageContextProvider value={context}>
      <ShellActionsContext value={actions}>
        <Shell
          switcher={(wide) => (
            <BusinessSwitcher
              business={business}
              businesses={businesses}
              onCreate={() => setCreating(business ? 'settings' : 'dashboard')}
              wide={wide}
            />
          )}
          status={pill}
          onSearch={() => setPalette(true)}
          onBilling={choosePlan}
        >
          <Page screen={screen} />
        </Shell>
        {dialogs}
        <DialogBoundary onFailed={closeAll}>
          <Suspense fallback={null}>
            {palette ? (
              <CommandPalette open onOpenChange={setPalette} commands={commands} onShortcuts={setShortcuts} />
            ) : null}
            {shortcuts ? <ShortcutsDialog open onOpenChange={setShortcuts} /> : null}
            {creating ? (
              <CreateBusinessDialog
                open
                variant={creating}
                onOpenChange={(open) => setCreating(open ? creating : null)}
                {...(creating === 'dashboard' ? { onCreated: onBegin } : {})}
              />
            ) : null}
            {begun && begun.id === businessId ? (
              <NextStepsDialog
                business={begun}
                onClose={() => onBegin(null)}
                onUpload={() => {
                  onBegin(null);
                  job.uploadPhotos();
                }}
              />
            ) : null}
            {plans ? <PlanChooserDialog open onOpenChange={setPlans} currentTier={user.subscriptionTier} /> : null}
          </Suspense>
        </DialogBoundary>
      </ShellActionsContext>
    </PageContextProvider>
  );
}

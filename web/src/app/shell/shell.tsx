import { Menu as MenuIcon, Moon, Search, Sun } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { ConfirmAddressNotice } from '#features/account/components/confirm-address-notice.tsx';
import { NotificationsButton } from '#features/notifications/components/notifications-button.tsx';
import { cn } from '#lib/cn.ts';
import { controlKey } from '#lib/control-key.ts';
import { lazily, prefetch } from '#lib/lazily.ts';
import { usePageContext } from '#data/page-context.tsx';
import { BrandMark, Button, OfflineState, Skeleton, SkeletonGroup, Wordmark } from '#ui/index.ts';
import { breadcrumbOf, isActivePath, navEntries } from '../navigation.ts';
import { SectionBoundary } from '../boundaries.tsx';
import { usePageCodeWaits } from '../page-code.ts';
import { prefetchPage, prefetchPagesWhenIdle } from '../pages.ts';
import { toggleTheme, useTheme } from '../theme.ts';
import { useScrollMemory } from '../scroll-memory.ts';
import { NewReleaseButton } from './new-release-button.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SessionLostNotice } from './session-lost-notice.tsx';
import { UserMenu } from './user-menu.tsx';

const loadPhonePanel = () => import('./phone-panel.tsx');

const frame = 'mx-auto w-full max-w-7xl px-4 sm:px-6';

function ThemeToggle() {
  const dark = useTheme() === 'dark';
  const label = dark ? 'Use the light theme' : 'Use the dark theme';
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      onClick={toggleTheme}
      className="hidden text-muted sm:inline-flex"
    >
      {dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </Button>
  );
}

function SearchButton({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex size-10 items-center justify-center gap-2 rounded-control text-sm text-muted transition-colors hover:text-ink touch:h-11 lg:w-60 lg:justify-start lg:border lg:border-line lg:bg-cloth lg:px-3 lg:hover:border-line-strong"
    >
      <Search className="size-5 lg:size-4" aria-hidden="true" />
      <span className="sr-only lg:not-sr-only">Search</span>
      <kbd
        aria-hidden="true"
        className="ml-auto hidden rounded-sm border border-line bg-sunken px-1.5 font-sans text-xs lg:inline"
      >
        {controlKey === '⌘' ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}

function TabBar({ location }: { location: string }) {
  return (
    <nav aria-label="Main" className={cn(frame, 'hidden md:block')}>
      <ul className="-mx-3 flex">
        {navEntries.map(({ path, label, icon: Icon }) => {
          const active = isActivePath(path, location);
          return (
            <li key={path}>
              <Link
                href={path}
                aria-current={active ? 'page' : undefined}
                onPointerEnter={() => prefetchPage(path)}
                onFocus={() => prefetchPage(path)}
                className={cn(
                  'group relative flex h-11 items-center gap-2 px-3 text-sm font-semibold transition-colors focus-visible:-outline-offset-2',
                  active ? 'text-ink' : 'text-muted hover:text-ink',
                )}
              >
                <Icon className={cn('size-4', active && 'text-woad')} aria-hidden="true" />
                {label}
                <span
                  aria-hidden="true"
                  className={cn(
                    'absolute inset-x-3 bottom-0 h-0.75 rounded-t-full',
                    active ? 'bg-woad' : 'group-hover:bg-line',
                  )}
                />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const PhonePanel = lazily(loadPhonePanel);

/** The button is there at once; the panel's code comes with the first touch of it. */
function PhoneMenu({ location, switcher }: { location: string; switcher: ReactNode }) {
  // Open on one page alone: whoever goes on to another one finds it closed.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === location;
  const setOpen = (next: boolean) => setOpenAt(next ? location : null);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className="-ml-2 md:hidden"
        onPointerDown={() => prefetch(loadPhonePanel)}
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden="true" />
      </Button>
      <Suspense fallback={null}>
        {open ? <PhonePanel onOpenChange={setOpen} location={location} switcher={switcher} /> : null}
      </Suspense>
    </>
  );
}

function Breadcrumb({ location }: { location: string }) {
  const crumbs = breadcrumbOf(location);
  if (crumbs.length === 0) {
    return null;
  }
  return (
    <nav aria-label="Breadcrumb" className="pb-3">
      <ol className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
        {crumbs.map((crumb, index) => (
          <li key={crumb.path} className="flex items-center gap-1.5">
            {index > 0 ? <span aria-hidden="true">/</span> : null}
            {index === crumbs.length - 1 ? (
              <span aria-current="page" className="text-ink">
                {crumb.label}
              </span>
            ) : (
              <Link href={crumb.path} className="rounded-sm py-0.5 hover:text-ink hover:underline">
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Heading and first card of a page whose code is on its way; without a network, that it waits for one. */
function PageSkeleton() {
  if (usePageCodeWaits()) {
    return <OfflineState>You’re offline. This page opens by itself when you’re back online.</OfflineState>;
  }
  return (
    <SkeletonGroup text="The page is loading" className="grid gap-6">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-72 rounded-card" />
    </SkeletonGroup>
  );
}

type ShellProps = {
  /** The business switcher: once in the header, once (wide) in the phone menu. */
  switcher: (wide: boolean) => ReactNode;
  /** Extra controls of the header, e.g. upload progress. */
  status?: ReactNode;
  onSearch(): void;
  onBilling(): void;
  children: ReactNode;
};

/** Header, navigation and page frame of the signed-in product. */
export function Shell({ switcher, status, onSearch, onBilling, children }: ShellProps) {
  const { user, business, businesses } = usePageContext();
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useScrollMemory(location);

  useEffect(prefetchPagesWhenIdle, []);

  // On a new page the focus is on its content, so that keyboard and screen reader go on from there. Where the address names a part
  // of it, the page puts it there.
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (window.location.hash === '') {
      main.current?.focus({ preventScroll: true });
    }
  }, [location]);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-woad px-4 py-2 text-on-woad focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-40 border-b border-line bg-paper/94 backdrop-blur">
        <div className={cn(frame, 'flex h-15 items-center gap-2')}>
          <PhoneMenu key={business?.id} location={location} switcher={switcher(true)} />
          <Link href="/" className="flex items-center rounded-control">
            <Wordmark className="hidden sm:inline-flex" />
            <BrandMark className="sm:hidden" />
            <span className="sr-only sm:hidden">Postloom</span>
          </Link>
          <span aria-hidden="true" className="mx-2 hidden h-6 w-px bg-line md:block" />
          {/* On a phone, whoever has one business knows which. */}
          <div className={cn('max-w-sm min-w-0', businesses.length < 2 && 'hidden md:block')}>{switcher(false)}</div>
          <div className="ml-auto flex items-center gap-1">
            <NewReleaseButton />
            {status}
            <SearchButton onOpen={onSearch} />
            {business ? <NotificationsButton key={business.id} /> : null}
            <ThemeToggle />
            <UserMenu user={user} onBilling={onBilling} />
          </div>
        </div>
        <TabBar location={location} />
        <OfflineBanner />
      </header>
      <main id="main" ref={main} tabIndex={-1} className={cn(frame, 'flex-1 py-6 outline-none sm:py-8')}>
        <SessionLostNotice />
        <ConfirmAddressNotice user={user} />
        <Breadcrumb location={location} />
        <SectionBoundary resetKey={location}>
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </SectionBoundary>
      </main>
    </div>
  );
}

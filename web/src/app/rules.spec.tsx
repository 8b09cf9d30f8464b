import { act, fireEvent, render, screen } from '@testing-library/react';
import { Moon } from 'lucide-react';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportSessionLost } from '#lib/api/index.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { breadcrumbOf, isActivePath, navEntries } from './navigation.ts';
import { filterCommands, type Command } from './palette/commands.ts';
import { SectionBoundary } from './boundaries.tsx';
import { setThemeMode, themeMode, toggleTheme } from './theme.ts';
import { isTyping } from '#lib/is-typing.ts';
import { useSessionLost } from './use-session-lost.ts';

afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

function systemIs(dark: boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: dark && query.includes('dark'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

describe('theme', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is light by default and toggles between light and dark', () => {
    systemIs(false);
    expect(themeMode()).toBe('light');
    toggleTheme();
    expect(localStorage.getItem('postloom.theme')).toBe('dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    toggleTheme();
    expect(document.documentElement.dataset['theme']).toBe('light');
  });

  it('follows the system in its third mode, and a toggle leaves it for what is not on screen', () => {
    systemIs(true);
    setThemeMode('system');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    toggleTheme();
    expect(themeMode()).toBe('light');
  });

  it.each([
    [null, true, 'light'],
    ['dark', false, 'dark'],
    ['system', true, 'dark'],
    ['system', false, 'light'],
    ['nonsense', true, 'light'],
  ])('is set before the first paint: stored %s, system dark %s gives %s', (stored, dark, expected) => {
    systemIs(dark);
    if (stored !== null) {
      localStorage.setItem('postloom.theme', stored);
    }
    const script = readFileSync(resolve(import.meta.dirname, 'first-theme.js'), 'utf8');
    new Function('matchMedia', script)(globalThis.matchMedia);
    expect(document.documentElement.dataset['theme']).toBe(expected);
  });
});

describe('navigation', () => {
  it('has the seven entries', () => {
    expect(navEntries.map(({ path, label }) => `${label} ${path}`)).toEqual([
      'Dashboard /',
      'Media /media',
      'Schedule /schedule',
      'Automation /automation',
      'Analytics /analytics',
      'Businesses /business-settings',
      'Settings /settings',
    ]);
  });

  it('marks the matching entry; the start page only exactly', () => {
    expect(isActivePath('/', '/')).toBe(true);
    expect(isActivePath('/', '/media')).toBe(false);
    expect(isActivePath('/media', '/media/albums')).toBe(true);
    expect(isActivePath('/settings', '/settings-old')).toBe(false);
  });

  it.each([
    ['/', []],
    ['/media', ['Home', 'Media Library']],
    ['/schedule', ['Home', 'Schedule Posts']],
    ['/business-settings', ['Home', 'Business Settings']],
    ['/privacy-policy', ['Home', 'Privacy Policy']],
    ['/nope/deep', ['Home', 'Nope', 'Deep']],
  ])('breadcrumb of %s', (path, labels) => {
    expect(breadcrumbOf(path).map((crumb) => crumb.label)).toEqual(labels);
  });
});

describe('a lost session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    clearToasts();
    vi.useRealTimers();
  });

  it('is told once and leads to the sign-in after 500 ms', () => {
    const go = vi.fn();
    history.replaceState(null, '', '/schedule?view=list');
    function Probe() {
      useSessionLost(go);
      return null;
    }
    render(<Probe />);
    act(() => {
      reportSessionLost();
      reportSessionLost();
    });
    expect(currentToasts()[0]).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    });
    vi.advanceTimersByTime(499);
    expect(go).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(go.mock.calls).toEqual([['/api/login?returnTo=%2Fschedule%3Fview%3Dlist&reason=session-ended']]);
    history.replaceState(null, '', '/');
  });
});

describe('section boundary', () => {
  it('keeps a crash inside and tries again', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    function Part() {
      if (broken) {
        throw new Error('broken');
      }
      return <p>fine</p>;
    }
    render(
      <SectionBoundary>
        <Part />
      </SectionBoundary>,
    );
    expect(screen.getByText('Something went wrong')).toBeInTheDocument();
    expect(
      screen.getByText('We encountered an error loading this section. Please try refreshing.'),
    ).toBeInTheDocument();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByText('fine')).toBeInTheDocument();
    vi.restoreAllMocks();
  });
});

describe('palette', () => {
  const ran: string[] = [];
  const command = (id: string, group: string, label: string, words = ''): Command => ({
    id,
    group,
    label,
    words,
    icon: Moon,
    run: () => void ran.push(id),
  });
  const commands = [
    command('media', 'Pages', 'Media'),
    command('settings', 'Pages', 'Settings'),
    command('theme', 'Actions', 'Switch between light and dark', 'theme'),
  ];

  it('finds by every word, beginnings first', () => {
    expect(filterCommands(commands, '').map(({ id }) => id)).toEqual(['media', 'settings', 'theme']);
    expect(filterCommands(commands, 'dark light').map(({ id }) => id)).toEqual(['theme']);
    expect(filterCommands(commands, 's').map(({ id }) => id)).toEqual(['settings', 'theme']);
    expect(filterCommands(commands, 'xyz')).toEqual([]);
  });

  it('leaves single letters to text', () => {
    expect(isTyping(document.createElement('input'))).toBe(true);
    expect(isTyping(document.createElement('textarea'))).toBe(true);
    expect(isTyping(document.createElement('button'))).toBe(false);
  });
});

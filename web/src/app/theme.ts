import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark' | 'system';
const THEME_KEY = 'postloom.theme';
const listeners = new Set<() => void>();
/** The choice of this page while storage is blocked. */
let held: ThemeMode | null = null;

/** The stored choice; light when there is none. */
export function themeMode(): ThemeMode {
  if (held) {
    return held;
  }
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'dark' || stored === 'system' ? stored : 'light';
  } catch {
    return 'light'; // Storage is blocked: the default.
  }
}

function systemIsDark(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** What is on screen for a mode. */
function resolveTheme(mode: ThemeMode): 'light' | 'dark' {
  return mode === 'system' ? (systemIsDark() ? 'dark' : 'light') : mode;
}

/** Puts the theme on the document; first-theme.js does the same before the first paint. */
function applyTheme(mode: ThemeMode): void {
  const theme = resolveTheme(mode);
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#15131F' : '#FBF8F3');
}

/** False when storage is blocked: the choice then holds until the page is closed. */
function store(mode: ThemeMode): boolean {
  try {
    localStorage.setItem(THEME_KEY, mode);
    return true;
  } catch {
    return false;
  }
}

export function setThemeMode(mode: ThemeMode): void {
  held = store(mode) ? null : mode;
  applyTheme(mode);
  for (const listener of listeners) {
    listener();
  }
}

/** The two-way toggle: what is on screen becomes its opposite. */
export function toggleTheme(): void {
  setThemeMode(resolveTheme(themeMode()) === 'dark' ? 'light' : 'dark');
}

/** Follows the system while the mode is System, and other tabs always. */
export function watchTheme(): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    applyTheme(themeMode());
    for (const listener of listeners) {
      listener();
    }
  };
  media.addEventListener('change', follow);
  addEventListener('storage', follow);
  return () => {
    media.removeEventListener('change', follow);
    removeEventListener('storage', follow);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, themeMode, () => 'light');
}

/** What is on screen now. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(
    subscribe,
    () => resolveTheme(themeMode()),
    () => 'light',
  );
}

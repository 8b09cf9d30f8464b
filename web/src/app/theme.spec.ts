import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setThemeMode, themeMode, toggleTheme } from './theme.ts';

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

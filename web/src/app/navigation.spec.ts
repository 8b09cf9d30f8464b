import { describe, expect, it } from 'vitest';
import { breadcrumbOf, isActivePath, navEntries } from './navigation.ts';

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

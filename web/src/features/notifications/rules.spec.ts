import { describe, expect, it } from 'vitest';
import { ageLabel } from './age.ts';
import { badgeText } from './badge.ts';
import { postOf, safeLink } from './links.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number) => ageLabel(new Date(now.getTime() - seconds * 1000), now);

describe('age of a notification', () => {
  it.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [-30, 'Just now'],
    [60, '1 minute ago'],
    [59 * 60, '59 minutes ago'],
    [60 * 60, '1 hour ago'],
    [23 * 3600 + 3599, '23 hours ago'],
    [24 * 3600, '1 day ago'],
    [50 * 3600, '2 days ago'],
  ])('%s seconds: %s', (seconds, label) => expect(ago(seconds)).toBe(label));
});

describe('the bell', () => {
  it('shows nothing, a number, or 99+', () => {
    expect(badgeText(0)).toBeNull();
    expect(badgeText(7)).toBe('7');
    expect(badgeText(100)).toBe('99+');
  });
  it('knows which post a notification is about', () => {
    expect(postOf('/schedule?post=p1')).toBe('p1');
    expect(postOf('/settings#social-accounts')).toBeNull();
    expect(postOf('https://evil.example?post=p1')).toBeNull();
    expect(postOf(null)).toBeNull();
  });
  it('follows only paths of the product', () => {
    expect(safeLink('/schedule?post=1')).toBe('/schedule?post=1');
    for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', null]) {
      expect(safeLink(bad)).toBeNull();
    }
  });
});

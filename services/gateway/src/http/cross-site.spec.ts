import { describe, expect, it } from '@jest/globals';
import { routes } from '@postloom/contracts';
import { isCrossSite } from './cross-site.ts';

const OWN = 'https://postloom.example';
const ask = (facts: Partial<Parameters<typeof isCrossSite>[0]>) =>
  isCrossSite({ method: 'POST', contract: routes.createPost, origin: undefined, fetchSite: undefined, ...facts }, OWN);

describe('isCrossSite', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s of another site (S07)', (method) => {
    for (const origin of [
      'https://evil.example',
      'null',
      `${OWN}.evil.example`,
      'http://postloom.example',
      `${OWN}:8443`,
    ]) {
      expect(ask({ method, origin })).toBe(true);
    }
    for (const fetchSite of ['cross-site', 'same-site', 'something-new']) {
      expect(ask({ method, fetchSite })).toBe(true);
      expect(ask({ method, fetchSite, origin: OWN })).toBe(true);
    }
  });

  it('a page of our own, a person, a script', () => {
    expect(ask({ origin: OWN, fetchSite: 'same-origin' })).toBe(false);
    expect(ask({ fetchSite: 'none' })).toBe(false);
    expect(ask({})).toBe(false);
  });

  it('reading is allowed, but for navigations that change something (S06, S51)', () => {
    for (const method of ['GET', 'HEAD']) {
      expect(ask({ method, contract: routes.posts, fetchSite: 'cross-site' })).toBe(false);
      expect(ask({ method, contract: routes.loginPage, fetchSite: 'cross-site' })).toBe(false);
      for (const contract of [routes.logout, routes.socialConnect, routes.exportData]) {
        expect(ask({ method, contract, fetchSite: 'cross-site' })).toBe(true);
        expect(ask({ method, contract, fetchSite: 'same-site' })).toBe(true);
        expect(ask({ method, contract, fetchSite: 'none' })).toBe(false);
        // A navigation from one of our pages is marked same-origin; a link in a mail carries no mark at all.
        expect(ask({ method, contract, fetchSite: 'same-origin' })).toBe(false);
      }
    }
  });
});

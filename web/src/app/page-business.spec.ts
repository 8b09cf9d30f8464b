import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageBusiness, setPageBusinessId } from '#lib/api/index.ts';
import { beginPageBusiness, businessOfPage } from './page-business.ts';

const rye = '00000000-0000-4000-8000-00000000000a';
const flax = '00000000-0000-4000-8000-00000000000b';

/** The same tab, loaded anew. */
function load(address: string): void {
  setPageBusinessId(null);
  history.replaceState(null, '', address);
  beginPageBusiness();
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

describe('the business that a page begins with', () => {
  it('is the one that the link of a mail names, and the address says so no longer', () => {
    load(`/schedule?post=1&business=${rye}#top`);
    expect(pageBusiness()).toBe(rye);
    expect(location.pathname + location.search + location.hash).toBe('/schedule?post=1#top');
  });

  it('is after a reload the one that this tab showed, also when another tab has made another one the active one', () => {
    load('/media');
    setPageBusinessId(flax);
    load('/media');
    expect(pageBusiness()).toBe(flax);
    expect(businessOfPage([{ id: rye }, { id: flax }], rye, pageBusiness())).toBe(flax);
  });

  it('is the active one when the person has no such business, or the address names nothing of the kind', () => {
    load(`/media?business=${flax}`);
    expect(businessOfPage([{ id: rye }], rye, pageBusiness())).toBe(rye);
    load('/media?business=../../evil');
    expect(pageBusiness()).toBeNull();
    expect(location.search).toBe('');
  });
});

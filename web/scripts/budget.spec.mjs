import { describe, expect, it } from 'vitest';
import { measure, pages } from './budget.mjs';

const page = (name) => `src/app/pages/${name}-page.tsx`;
const shell = 'src/app/signed-in.tsx';

/** A build in which every page has a chunk of 1 kB, as have the entry, the shell and a dialog that needs code of the schedule's page. */
function buildWhere(openers) {
  const own = (key, imports) => [
    key,
    { file: key, imports, dynamicImports: openers.includes(key) ? ['dialog.tsx'] : [], isDynamicEntry: true },
  ];
  const chunks = new Set(pages.flatMap(({ chunks }) => chunks));
  return Object.fromEntries([
    ['index.html', { file: 'index.html', isEntry: true }],
    ['_dates.js', { file: 'dates' }],
    ...[...chunks].map((key) => own(key, key === page('schedule') ? ['index.html', '_dates.js'] : ['index.html'])),
    own('dialog.tsx', [page('schedule')]),
  ]);
}
const dialogOf = (openers) =>
  measure(buildWhere(openers), () => 1000).find(({ name }) => name === 'lazy dialog.tsx').kB;

describe('the budget of a chunk that is fetched later', () => {
  it('counts its own code alone where only the page it shares code with opens it', () => {
    expect(dialogOf([page('schedule')])).toBe(1);
  });
  it('counts the page it drags along as well where another page opens it, or any page', () => {
    expect(dialogOf([page('schedule'), page('media')])).toBe(3);
    expect(dialogOf([shell])).toBe(3);
  });
  it('counts everything where nobody opens it', () => {
    expect(dialogOf([])).toBe(4);
  });
});

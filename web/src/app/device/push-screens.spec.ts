import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPageBusinessId } from '#lib/api/index.ts';
import { goToPushScreens } from './push-screens.ts';

const rye = '00000000-0000-4000-8000-00000000000a';
const flax = '00000000-0000-4000-8000-00000000000b';
const workers = new EventTarget();
let stop: () => void;

beforeEach(() => {
  stop = goToPushScreens(workers as ServiceWorkerContainer);
  setPageBusinessId(rye);
  history.replaceState(null, '', '/media');
});
afterEach(() => {
  stop();
  history.replaceState(null, '', '/');
});

/** What the page answers the worker, and where it is then. */
function ask(data: unknown) {
  const { port1, port2 } = new MessageChannel();
  const answer = vi.spyOn(port2, 'postMessage');
  workers.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port2] }));
  port1.close();
  return [answer.mock.calls.flat(), location.pathname + location.search + location.hash];
}

it.each([
  ['/schedule?post=p1', '/schedule?post=p1'],
  [`/schedule?post=p1&business=${rye}`, '/schedule?post=p1'],
  ['/settings#subscription', '/settings#subscription'],
])('a screen of the business on the page is gone to at once: %s', (screen, shown) => {
  expect(ask({ screen })).toEqual([[true], shown]);
});

it('a screen of another business is left to a page of its own', () => {
  expect(ask({ screen: `/schedule?post=p1&business=${flax}` })).toEqual([[false], '/media']);
});

it('nothing else that a worker says leads anywhere', () => {
  expect([ask({ release: '/assets/index-two.js' }), ask(null)]).toEqual([
    [[], '/media'],
    [[], '/media'],
  ]);
});

import { PushMessage } from '@postloom/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { followPush, messageOf, screenOf, showPush } from './pushes.ts';
import type { WorkerScope, WorkerWindow } from './worker-scope.ts';

const origin = 'https://postloom.example';
const said: PushMessage = {
  title: 'Your post did not go out on TikTok',
  body: 'Corner Kitchen\nOpen it to fix it and send it again.',
  link: '/schedule?post=p1',
  tag: 'n1',
};
const neutral = messageOf(undefined);

describe('a push', () => {
  it('shows what it says; its tag lets a repeated one take its place', async () => {
    const showNotification = vi.fn(() => Promise.resolve());
    const scope = { registration: { showNotification } } as unknown as WorkerScope;
    await showPush(scope, JSON.stringify(said));
    expect(showNotification.mock.calls).toEqual([
      [
        said.title,
        {
          body: said.body,
          icon: '/icon-192.png',
          badge: '/badge-96.png',
          tag: 'n1',
          data: { link: '/schedule?post=p1' },
        },
      ],
    ]);
  });

  it('is read as the contract has it', () => {
    const others: unknown[] = [
      said,
      { ...said, more: 1 },
      ...Object.keys(PushMessage.shape).flatMap((name) => [
        { ...said, [name]: undefined },
        { ...said, [name]: 7 },
        { ...said, [name]: null },
      ]),
      ...[null, 'Hello', 3, [], [said], {}],
    ];
    for (const one of others) {
      const isOurs = PushMessage.safeParse(one).success;
      expect([one, messageOf(JSON.stringify(one))]).toEqual([one, isOurs ? one : neutral]);
    }
  });

  it('that says nothing we know is a neutral sentence which leads to the product', () => {
    expect(neutral).toEqual({
      title: 'Postloom',
      body: 'Open Postloom to see what is new.',
      link: '/',
      tag: 'postloom',
    });
    expect([messageOf(''), messageOf('<b>Hello</b>')]).toEqual([neutral, neutral]);
  });
});

describe('a link of a push', () => {
  it.each(['/', '/schedule?post=p1', '/settings#subscription'])('leads to a screen: %s', (link) =>
    expect(screenOf(link, origin)).toBe(link),
  );

  it.each([
    ...['https://evil.example/schedule', '//evil.example/schedule', '/\\evil.example', '/\t/evil.example'],
    ...['javascript:alert(1)', 'https://%', '/api/logout', '/objects/a.jpg', '/shared-report?token=x', '/unknown'],
    ...[null, undefined, 7, {}],
  ])('that leads to none leads to the first one: %j', (link) => expect(screenOf(link, origin)).toBe('/'));
});

describe('a click on a notification', () => {
  afterEach(() => vi.useRealTimers());
  /** A page that goes to no screen by itself. */
  const window = (path: string, focused = false) => {
    const one = {
      url: new URL(path, origin).href,
      focused,
      postMessage: vi.fn((_message: unknown, [port]: Transferable[] = []) => (port as MessagePort).postMessage(false)),
      focus: vi.fn(() => Promise.resolve()),
      navigate: vi.fn((_url: string) => Promise.resolve()),
    };
    return one satisfies WorkerWindow;
  };
  const follow = async (windows: WorkerWindow[], data: unknown = { link: said.link }) => {
    const openWindow = vi.fn((_url: string) => Promise.resolve());
    const clients = { claim: vi.fn(), matchAll: () => Promise.resolve(windows), openWindow };
    await followPush({ clients, location: new URL('/sw.js', origin) as unknown as Location }, { data });
    return openWindow.mock.calls.flat();
  };

  it('shows it in the window that was used last', async () => {
    const [last, other] = [window('/media'), window('/')];
    expect(await follow([last, other])).toEqual([]);
    expect(last.focus).toHaveBeenCalledTimes(1);
    expect(last.navigate.mock.calls).toEqual([[said.link]]);
    expect(other.navigate).not.toHaveBeenCalled();
  });

  it('is left to the page, which need not be loaded anew for it', async () => {
    const open = window('/media');
    open.postMessage.mockImplementation((_message, [port] = []) => (port as MessagePort).postMessage(true));
    await follow([open]);
    expect(open.focus).toHaveBeenCalledOnce();
    expect(open.postMessage.mock.calls.map(([message]) => message)).toEqual([{ screen: said.link }]);
    expect(open.navigate).not.toHaveBeenCalled();
  });

  it('loads a page that does not answer, as one of an older release', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const open = window('/media');
    open.postMessage.mockImplementation(() => undefined);
    const followed = follow([open]);
    await vi.waitFor(() => expect(open.postMessage).toHaveBeenCalledOnce());
    expect(open.navigate).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    await followed;
    expect(open.navigate.mock.calls).toEqual([[said.link]]);
  });

  it('shows it in the window that is in front', async () => {
    const [behind, front] = [window('/media'), window('/schedule?view=list', true)];
    await follow([behind, front]);
    expect([behind.navigate.mock.calls, front.navigate.mock.calls]).toEqual([[], [[said.link]]]);
  });

  it('opens a window where none of the product is open', async () => {
    const report = window('/shared-report?token=x', true);
    expect(await follow([])).toEqual([said.link]);
    expect(await follow([report])).toEqual([said.link]);
    expect([report.focus, report.navigate].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  });

  it('goes nowhere else', async () => {
    const open = window('/media');
    await follow([open], { link: 'https://evil.example/' });
    expect(open.navigate.mock.calls).toEqual([['/']]);
    expect(await follow([], { link: '//evil.example' })).toEqual(['/']);
    expect(await follow([], null)).toEqual(['/']);
  });
});

import type { PushDevice, PushDeviceInput } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { renewPushes } from './api/push-device.ts';
import PushCard from './components/push-card.tsx';
import { pushTexts as texts } from './push-texts.ts';
import { PlayedBrowser, serverKeys } from './testing/played-browser.ts';

const fetched = stubbedFetch();
let serverKey: string | null;
let state: PushDevice['state'];
/** In place of what the server says to a change. */
let refused: (() => Promise<Response>) | null;
let saved: PushDeviceInput[];

beforeEach(() => {
  serverKey = serverKeys.current;
  state = 'off';
  refused = null;
  saved = [];
  fetched.mockImplementation((_path, init) => {
    if (init?.method !== 'GET' && refused) {
      return refused();
    }
    switch (init?.method) {
      case 'PUT':
        saved.push(JSON.parse(String(init.body)) as PushDeviceInput);
        state = 'on';
        return json(200, { serverKey, state });
      case 'DELETE':
        state = 'off';
        return json(200, { success: true });
      default:
        return json(200, { serverKey, state });
    }
  });
});

async function show(): Promise<void> {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PushCard />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Push notifications' });
}
const toggle = () => screen.getByRole('switch', { name: 'Push notifications on this browser' });
const says = (text: string) => waitFor(() => expect(toggle()).toHaveAccessibleDescription(text));
const press = () => fireEvent.click(toggle());

describe('push notifications on this browser', () => {
  it('are turned on and off, here and at the server', async () => {
    const browser = new PlayedBrowser();
    await show();
    await says(texts.off);
    expect(toggle()).not.toBeChecked();
    expect(browser.asked).toBe(0);
    press();
    await says(texts.on);
    expect(toggle()).toBeChecked();
    const { key, ...device } = browser.subscription!;
    expect([browser.asked, key, saved]).toEqual([1, serverKeys.current, [device]]);
    press();
    await says(texts.off);
    expect(toggle()).not.toBeChecked();
    expect([state, browser.subscription]).toEqual(['off', null]);
  });

  it('are the person’s, whichever business the page shows', async () => {
    new PlayedBrowser();
    setPageBusinessId('b1');
    await show();
    press();
    await says(texts.on);
    press();
    await says(texts.off);
    expect(fetched.mock.calls.filter(([, init]) => new Headers(init?.headers).has('X-Business-Id'))).toEqual([]);
  });

  it('say that they are being turned on, and take no second press meanwhile', async () => {
    const browser = new PlayedBrowser();
    await show();
    const { promise, resolve } = Promise.withResolvers<Response>();
    refused = () => promise;
    press();
    await says(texts.turningOn);
    await waitFor(() => expect(browser.subscription).not.toBeNull());
    press();
    resolve(Response.json({ serverKey, state: 'on' }));
    await says(texts.on);
    const changes = fetched.mock.calls.map(([, init]) => init?.method).filter((method) => method !== 'GET');
    expect([browser.asked, changes]).toEqual([1, ['PUT']]);
  });

  it('say how to allow them again where the person has said no, and notice it', async () => {
    const browser = new PlayedBrowser();
    browser.answer = 'denied';
    await show();
    press();
    await says(texts.blocked);
    expect(toggle()).not.toBeChecked();
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => browser.allow('granted'));
    await says(texts.off);
    press();
    await says(texts.on);
  });

  it('need an answer', async () => {
    const browser = new PlayedBrowser();
    browser.answer = 'default';
    await show();
    press();
    expect(await screen.findByRole('alert')).toHaveTextContent(texts.notAllowed);
    expect(toggle()).not.toBeChecked();
    browser.answer = 'granted';
    press();
    await says(texts.on);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stay off where the browser cannot subscribe', async () => {
    const browser = new PlayedBrowser();
    browser.failure = new DOMException('Registration failed', 'AbortError');
    await show();
    press();
    expect(await screen.findByRole('alert')).toHaveTextContent(texts.onFailed);
    expect(toggle()).not.toBeChecked();
    expect(saved).toEqual([]);
  });

  it('stay off where the server refuses, in its words, and leave no subscription behind', async () => {
    const browser = new PlayedBrowser();
    const reason = 'This address is not one of a push service.';
    refused = () => refusal(400, 'validation_failed', 'Not valid.', [{ path: 'endpoint', message: reason }]);
    await show();
    press();
    expect(await screen.findByRole('alert')).toHaveTextContent(reason);
    expect(toggle()).not.toBeChecked();
    expect(browser.subscription).toBeNull();
  });

  it('stay on where they could not be turned off', async () => {
    const browser = new PlayedBrowser('granted');
    browser.subscribe(serverKeys.current);
    state = 'on';
    await show();
    refused = () => refusal(503, 'unavailable', 'Restarting.');
    press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Restarting.');
    expect(toggle()).toBeChecked();
    expect(browser.subscription).not.toBeNull();
  });

  it('that do not arrive are turned on again, at another address', async () => {
    const browser = new PlayedBrowser('granted');
    browser.subscribe(serverKeys.current);
    const before = browser.subscription?.endpoint;
    state = 'failing';
    await show();
    await says(texts.failing);
    expect(saved).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Turn on again' }));
    await says(texts.on);
    expect(toggle()).toHaveFocus();
    expect(saved.map(({ endpoint }) => endpoint)).toEqual([browser.subscription?.endpoint]);
    expect(browser.subscription?.endpoint).not.toBe(before);
  });

  it.each([
    ['has none', {}, texts.none],
    ['has them on the Home Screen alone', { standalone: false }, texts.afterInstall],
    ['has none there either', { standalone: true }, texts.none],
  ])('are explained in a browser that %s', async (_, browser, text) => {
    vi.stubGlobal('navigator', { onLine: true, ...browser });
    await show();
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('are not spoken of where the installation sends none', async () => {
    serverKey = null;
    const { container } = render(
      <QueryClientProvider client={createQueryClient()}>
        <PushCard />
      </QueryClientProvider>,
    );
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    await act(async () => {});
    expect(container).toBeEmptyDOMElement();
  });

  it('say that they could not be read, and are read again', async () => {
    new PlayedBrowser();
    const answer = fetched.getMockImplementation();
    fetched.mockImplementation(() => refusal(503, 'unavailable', 'Restarting.'));
    await show();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    fetched.mockImplementation(answer!);
    fireEvent.click(retry);
    await waitFor(() => expect(toggle()).not.toBeChecked());
  });
});

describe('a page that is opened', () => {
  const opened = async (browser: PlayedBrowser) => {
    await renewPushes(createQueryClient());
    expect(browser.asked).toBe(0);
    return saved.length;
  };

  it.each([
    ['the server has another key', 'on', serverKeys.next],
    ['the server took the key out', 'off', serverKeys.next],
    ['the person has signed in anew', 'off', serverKeys.current],
    ['the browser has lost its address', 'on', null],
  ] as const)('subscribes anew where %s', async (_, told, key) => {
    const browser = new PlayedBrowser('granted');
    if (key) {
      browser.subscribe(serverKeys.current);
      serverKey = key;
    }
    const before = browser.subscription?.endpoint;
    state = told;
    expect(await opened(browser)).toBe(1);
    expect(browser.subscription).toMatchObject({ key: serverKey, endpoint: saved[0]?.endpoint });
    expect(browser.subscription?.endpoint).not.toBe(before);
  });

  it.each([
    ['they are on', 'granted', 'on', true],
    ['they do not arrive, which the person is told', 'granted', 'failing', true],
    ['they are off', 'granted', 'off', false],
    ['the person allows none any more', 'denied', 'on', true],
    ['the person is to be asked', 'default', 'on', false],
  ] as const)('leaves them alone where %s', async (_, permission, told, isSubscribed) => {
    const browser = new PlayedBrowser(permission);
    if (isSubscribed) {
      browser.subscribe(serverKeys.current);
    }
    state = told;
    expect(await opened(browser)).toBe(0);
    expect(browser.subscription !== null).toBe(isSubscribed);
  });

  it('tells in the settings that it could not', async () => {
    const browser = new PlayedBrowser('granted');
    browser.failure = new DOMException('Registration failed', 'AbortError');
    state = 'on';
    await show();
    await says(texts.failing);
    browser.failure = null;
    fireEvent.click(screen.getByRole('button', { name: 'Turn on again' }));
    await says(texts.on);
  });
});

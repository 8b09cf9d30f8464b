import type { BestTimes } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, vi } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { Composer, type ComposerProps } from '../components/composer.tsx';

const id = '00000000-0000-4000-8000-000000000001';
/** What the server answers to a post that is saved, unless a test says otherwise. */
export const saved = aPost(id, null, aTarget('pending'));
/** On 15 December 2099 Instagram's nine o'clock in New York is taken. */
const taken = aPost('00000000-0000-4000-8000-000000000009', '2099-12-15T14:00:00Z', aTarget('pending'));
const general: BestTimes = { basis: 'general', cells: [], posts: 3 };
const generalTimes = () => Promise.resolve(Response.json(general));

type Answers = Partial<
  Record<'POST /api/posts' | 'PUT /api/posts' | 'GET /api/posts', () => Response | Promise<Response>>
>;
/** How calls are answered. */
export const server: { answers: Answers; bestTimes: () => Promise<Response> } = {
  answers: {},
  bestTimes: generalTimes,
};

export const onClose = vi.fn();
/** Called with each rendering of the photo picker. */
export const picker = vi.fn();

/** `fetch` of every test of a file, answered by the server above, and the bodies of what was sent to it. */
export function composerServer() {
  const fetched = stubbedFetch();
  beforeEach(() => {
    // Files of one worker share the address, and the calendar is told nothing that it shows by itself.
    history.replaceState(null, '', '/');
    onClose.mockReset();
    picker.mockReset();
    Object.assign(server, { answers: {}, bestTimes: generalTimes });
    fetched.mockImplementation((input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
      if (pathname.endsWith('/preflight')) {
        return Promise.resolve(Response.json({ ok: true, platforms: [] }));
      }
      if (pathname === '/api/calendar') {
        return Promise.resolve(Response.json({ timeZone: 'America/New_York', posts: [taken] }));
      }
      if (pathname === '/api/best-times') {
        return server.bestTimes();
      }
      const call = `${init?.method ?? 'GET'} ${pathname.replace(/\/[\da-f-]{36}$/, '')}` as keyof Answers;
      return Promise.resolve(server.answers[call]?.() ?? Response.json(saved, { status: 201 }));
    });
  });
  const sent = (method: string) =>
    fetched.mock.calls
      .filter(([address, init]) => init?.method === method && !String(address).endsWith('/preflight'))
      .map(([, init]) => JSON.parse(String(init?.body)) as Record<string, unknown>);
  return { fetched, sent };
}

/** Opens the composer for a new post, unless told otherwise; `update` gives the open one other facts. */
export async function compose(part: Partial<ComposerProps> = {}) {
  const props: ComposerProps = {
    businessId: 'b1',
    timeZone: 'America/New_York',
    tier: 'Free',
    connected: new Set(['instagram', 'twitter'] as const),
    waiting: new Set(['linkedin'] as const),
    accounts: [],
    connecting: null,
    onConnect: vi.fn(),
    onCrop: vi.fn(),
    onUpgrade: vi.fn(),
    onClose,
    photoPicker: (slot) => {
      picker();
      return (
        <button type="button" onClick={() => slot.onToggle(aPhoto(1))}>
          Choose
        </button>
      );
    },
    ideaTool: () => null,
    captionTool: () => null,
    ...part,
  };
  const client = createQueryClient();
  const shown = (changed: Partial<ComposerProps> = {}) => (
    <QueryClientProvider client={client}>
      <Suspense>
        <Composer {...props} {...changed} />
      </Suspense>
    </QueryClientProvider>
  );
  const { rerender, unmount } = await act(async () => {
    const view = render(shown());
    await temporalReady();
    return view;
  });
  return {
    close: () => act(() => unmount()),
    update: (changed: Partial<ComposerProps>) => act(async () => rerender(shown(changed))),
  };
}

export const caption = () => screen.getByRole('textbox', { name: /^Caption/ });
export const write = (text: string) => fireEvent.change(caption(), { target: { value: text } });
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
export const check = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

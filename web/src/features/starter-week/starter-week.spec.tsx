import type { Platform } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { bakeryTemplate } from '#data/testing/industry-template.ts';
import { freeLimits } from '#data/testing/limits.ts';
import { ada } from '#data/testing/people.ts';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { platforms } from '#lib/contract-data.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { StarterWeekDialog } from './components/starter-week-dialog.tsx';

type Sent = { caption: string; status: string; scheduledFor: string; photoId: string | null; platforms: string[] };

const business = { ...aBakery, timeZone: 'America/New_York' };
const fetched = stubbedFetch();
const does = { onUpload: vi.fn(), onConnect: vi.fn(), onUpgrade: vi.fn(), onSee: vi.fn(), onClose: vi.fn() };
const connected = (...some: Platform[]) => Object.fromEntries(platforms.map((one) => [one, some.includes(one)]));
const library = (...photos: unknown[]) => ({ data: photos, nextCursor: null, total: photos.length });
const limitReached = { error: 'upgrade_required', message: 'Post limit reached. Upgrade your plan to create more.' };
let answers: Record<string, (body: unknown) => unknown>;

/** The post that the server makes of a card. */
function made(body: unknown) {
  const [post] = (body as { drafts: Sent[] }).drafts;
  if (post === undefined) {
    throw new Error('Nothing was asked for.');
  }
  const id = crypto.randomUUID();
  const status = post.status === 'scheduled' ? 'scheduled' : 'draft';
  return { posts: [{ ...aPost(id, post.scheduledFor, aTarget('pending')), ...post, status, source: 'template' }] };
}

beforeEach(() => {
  // A Monday morning in New York: the bread of Tuesday comes before the cake of Thursday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T14:00:00Z') });
  Object.values(does).forEach((one) => one.mockReset());
  answers = {
    '/api/industry-templates': () => [bakeryTemplate],
    '/api/photos': () => library(aPhoto(1), aPhoto(2)),
    '/api/social/status': () => connected('instagram'),
    '/api/social-accounts': () => [],
    '/api/calendar': () => ({ timeZone: business.timeZone, posts: [], occurrences: [] }),
    '/api/analytics/best-times': () => ({ cells: [], basis: 'general', posts: 0 }),
    '/api/user/limits': () => freeLimits,
    '/api/posts/starter-week': made,
    '/api/posts/starter-week/undo': (body) => ({ removed: (body as { ids: string[] }).ids, kept: [] }),
  };
  fetched.mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    const answer = answers[pathname]?.(init?.body ? JSON.parse(String(init.body)) : undefined);
    return Promise.resolve(answer instanceof Response ? answer : Response.json(answer));
  });
});

afterEach(() => vi.useRealTimers());

async function open(businesses = [business]) {
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PageContextProvider value={{ user: ada, business, businesses }}>
          <Suspense>
            <StarterWeekDialog
              business={business}
              connecting={null}
              {...does}
              photoPicker={({ onToggle, onUploaded }) => (
                <>
                  <button onClick={() => onToggle(aPhoto(2))}>The second photo</button>
                  <button onClick={() => onUploaded(aPhoto(9))}>A new photo</button>
                </>
              )}
            />
          </Suspense>
        </PageContextProvider>
      </QueryClientProvider>,
    );
    await temporalReady();
  });
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const captions = () => screen.findAllByRole('textbox', { name: /^Caption for/ });
const card = (kind: RegExp) => within(screen.getByRole('checkbox', { name: kind }).closest('li') ?? document.body);
const calls = (path: string) =>
  fetched.mock.calls
    .filter(([url, init]) => init?.method === 'POST' && new URL(String(url), location.origin).pathname === path)
    .map(([, init]) => ({
      body: JSON.parse(String(init?.body)) as { drafts: [Sent]; ids: string[] },
      key: new Headers(init?.headers).get('Idempotency-Key'),
    }));
const sent = () => calls('/api/posts/starter-week').map(({ body }) => body.drafts[0]);

describe('planning a week', () => {
  it('shows each post before it is made, says what becomes of it, and leads to its week', async () => {
    await open();
    expect(await captions()).toHaveLength(2);
    expect(screen.getByText('2 posts go out on time.')).toBeInTheDocument();
    expect(screen.getByText(/^All times are /)).toBeInTheDocument();
    press('Plan the week');
    await waitFor(() => expect(does.onSee).toHaveBeenCalledOnce());
    const both = { status: 'scheduled', platforms: ['instagram'] };
    expect(sent()).toMatchObject([
      { ...both, scheduledFor: '2026-11-24T16:00:00Z', photoId: photoId(1) },
      { ...both, scheduledFor: '2026-11-26T21:00:00Z', photoId: photoId(2) },
    ]);
    expect(does.onSee).toHaveBeenCalledWith('2026-11-24');
    const keys = calls('/api/posts/starter-week').map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    expect(currentToasts()[0]?.title).toBe('2 posts scheduled');
  });

  it('names the business for who has several, and has its own hashtags', async () => {
    const voice = { favoriteWords: [], bannedWords: [], emojis: 'some', language: null };
    answers['/api/caption-voice'] = () => ({ ...voice, hashtagSets: [{ name: 'House', tags: ['#ourbread'] }] });
    await open([business, { ...business, id: 'b2', name: 'Harbor Fish' }]);
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^For Rye & Co Times and words from your trade/);
    expect((await captions()).map((caption) => (caption as HTMLTextAreaElement).value)).toEqual([
      expect.stringMatching(/#ourbread$/),
      expect.stringMatching(/#ourbread$/),
    ]);
    cleanup();
    await open();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^Times and words from your trade/);
  });

  it('plans what a person made of it, without what they left out', async () => {
    await open();
    await captions();
    fireEvent.click(screen.getByRole('checkbox', { name: /Cake$/ }));
    expect(screen.getByText('1 post goes out on time.')).toBeInTheDocument();
    const bread = card(/Loaf of the day$/);
    fireEvent.change(bread.getByRole('textbox'), { target: { value: 'My own words.' } });
    fireEvent.click(bread.getByRole('button', { name: /^Change time/ }));
    fireEvent.click(await screen.findByRole('button', { name: /^Tomorrow, 9:00/ }));
    press('Done');
    fireEvent.click(bread.getByRole('button', { name: /^Change photo/ }));
    press('A new photo');
    expect(bread.getByRole('button', { name: /^Change photo/ })).toHaveFocus();
    press('Plan the week');
    await waitFor(() => expect(does.onSee).toHaveBeenCalledOnce());
    expect(sent()).toMatchObject([
      { caption: 'My own words.', photoId: photoId(9), scheduledFor: '2026-11-24T14:00:00Z' },
    ]);
  });

  it('has again what a reload interrupted, until the week is planned or given up', async () => {
    const reopen = async () => {
      cleanup();
      await open();
      return captions();
    };
    const typed = { target: { value: 'Rye until noon' } };
    const [first] = await reopen();
    fireEvent.change(first!, typed);
    expect((await reopen())[0]).toHaveValue('Rye until noon');
    press('Cancel');
    const [proposed] = await reopen();
    expect(proposed).not.toHaveValue('Rye until noon');
    fireEvent.change(proposed!, typed);
    press('Plan the week');
    await waitFor(() => expect(does.onSee).toHaveBeenCalledOnce());
    expect(sent()[0]?.caption).toBe('Rye until noon');
    expect((await reopen())[0]).not.toHaveValue('Rye until noon');
  });

  it('exchanges photos, so that none is there twice', async () => {
    await open();
    await captions();
    const photoOf = (kind: RegExp) => card(kind).getByRole('button', { name: /^Change photo/ });
    expect(photoOf(/Loaf of the day$/)).toHaveAccessibleName(/photo 1\.jpg$/);
    fireEvent.click(photoOf(/Loaf of the day$/));
    press('The second photo');
    expect(photoOf(/Loaf of the day$/)).toHaveAccessibleName(/photo 2\.jpg$/);
    expect(photoOf(/Cake$/)).toHaveAccessibleName(/photo 1\.jpg$/);
  });

  it('keeps what has no photo as a draft, says so before, and leads to photos', async () => {
    answers['/api/photos'] = () => library(aPhoto(1));
    await open();
    await captions();
    expect(screen.getByText('1 post goes out on time and 1 draft waits for you.')).toBeInTheDocument();
    press('Upload Photos');
    expect(does.onUpload).toHaveBeenCalledOnce();
    press('Plan the week');
    await waitFor(() => expect(does.onSee).toHaveBeenCalledOnce());
    expect(sent().map(({ status, photoId: photo }) => [status, photo !== null])).toEqual([
      ['scheduled', true],
      ['draft', false],
    ]);
    expect(currentToasts()[0]?.title).toBe('1 post scheduled and 1 draft saved');
  });

  it('makes drafts alone, of which nothing goes out, when that is wanted', async () => {
    await open();
    await captions();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Keep everything as drafts for now' }));
    expect(screen.getByText('2 drafts wait for you.')).toBeInTheDocument();
    press('Plan the week');
    await waitFor(() => expect(does.onSee).toHaveBeenCalledOnce());
    expect(sent().map(({ status }) => status)).toEqual(['draft', 'draft']);
  });

  it('plans none while none is chosen, and none without a caption', async () => {
    await open();
    const [first] = await captions();
    fireEvent.change(first as HTMLElement, { target: { value: ' ' } });
    press('Plan the week');
    expect(await screen.findByText('Please enter a caption for your post.')).toBeInTheDocument();
    expect(first).toHaveFocus();
    expect(sent()).toEqual([]);
    for (const box of screen.getAllByRole('checkbox', { name: /(Cake|Loaf of the day)$/ })) {
      fireEvent.click(box);
    }
    expect(screen.getByRole('button', { name: 'Choose at least one' })).toBeDisabled();
  });

  it('asks again with the same key after a lost answer, and for that post alone', async () => {
    await open();
    await captions();
    let answered = 0;
    answers['/api/posts/starter-week'] = (body) => {
      answered += 1;
      if (answered === 1) {
        throw new TypeError('the connection broke');
      }
      return made(body);
    };
    press('Plan the week');
    expect(await screen.findByText('This post could not be planned. Please try again.')).toBeInTheDocument();
    expect(does.onSee).not.toHaveBeenCalled();
    expect(screen.getByText('Scheduled')).toBeInTheDocument();
    press('Try again with 1 post');
    await waitFor(() => expect(does.onSee).toHaveBeenCalledOnce());
    const [lost, other, again] = calls('/api/posts/starter-week');
    expect(again).toEqual(lost);
    expect(other?.key).not.toBe(lost?.key);
    expect(answered).toBe(3);
    expect(currentToasts()[0]?.title).toBe('2 posts scheduled');
  });

  it('keeps what was planned when the plan has no more, and says so at the post, in the server’s words', async () => {
    await open();
    await captions();
    let answered = 0;
    answers['/api/posts/starter-week'] = (body) => {
      answered += 1;
      return answered === 1 ? made(body) : Response.json(limitReached, { status: 403 });
    };
    press('Plan the week');
    const refused = await screen.findByRole('alert');
    expect(refused).toHaveTextContent(limitReached.message);
    fireEvent.click(within(refused).getByRole('button', { name: 'See plans' }));
    expect(does.onUpgrade).toHaveBeenCalledOnce();
    press('See your week');
    expect(does.onSee).toHaveBeenCalledOnce();
    expect(currentToasts()[0]?.title).toBe('1 post scheduled');
  });

  it('tells of what was planned, with the way back, when it is closed before all of it is', async () => {
    answers['/api/posts/starter-week'] = (body) => {
      const { caption } = (body as { drafts: [Sent] }).drafts[0];
      return caption.startsWith('No') ? Response.json(limitReached, { status: 403 }) : made(body);
    };
    await open();
    const [first] = await captions();
    fireEvent.change(first as HTMLElement, { target: { value: 'No.' } });
    press('Plan the week');
    await screen.findByRole('button', { name: 'Try again with 1 post' });
    press('Close');
    expect(does.onClose).toHaveBeenCalledOnce();
    expect(currentToasts()[0]).toMatchObject({ title: '1 post scheduled', action: { label: 'Undo' } });
  });

  it('takes the week back, and says which posts stayed', async () => {
    answers['/api/posts/starter-week/undo'] = (body) => {
      const { ids } = body as { ids: string[] };
      return { removed: ids.slice(1), kept: ids.slice(0, 1) };
    };
    await open();
    await captions();
    press('Plan the week');
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('2 posts scheduled'));
    act(() => currentToasts()[0]?.action?.onSelect());
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Week taken back'));
    expect(currentToasts()[0]?.description).toBe('1 post stayed because it was changed, or is already going out.');
    expect(calls('/api/posts/starter-week/undo')[0]?.body.ids).toHaveLength(2);
  });

  it('says nothing of the plan while that has enough left', async () => {
    answers['/api/user/limits'] = () => ({ ...freeLimits, postsUsed: '3' });
    await open();
    expect(await captions()).toHaveLength(2);
    expect(screen.queryByText(/^Your plan has/)).toBeNull();
  });

  it('offers no more than the plan has left, and says why', async () => {
    answers['/api/user/limits'] = () => ({ ...freeLimits, postsUsed: '4' });
    await open();
    expect(await captions()).toHaveLength(1);
    expect(
      screen.getByText(/Your plan has 1 post left this month.* 1 of the 2 that the week could have/),
    ).toBeVisible();
    press('See plans');
    expect(does.onUpgrade).toHaveBeenCalledOnce();
  });

  it('says that the plan has none left, with the way on', async () => {
    answers['/api/user/limits'] = () => ({ ...freeLimits, postsUsed: '5' });
    await open();
    expect(await screen.findByRole('heading', { name: 'No posts left this month' })).toBeInTheDocument();
    press('See plans');
    expect(does.onUpgrade).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Plan the week' })).toBeNull();
  });

  it('shows the week before anything is connected, and leads to an account', async () => {
    answers['/api/social/status'] = () => connected();
    await open();
    expect(await captions()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Plan the week' })).toBeNull();
    // Drafts are for an account as well.
    expect(screen.queryByRole('checkbox', { name: 'Keep everything as drafts for now' })).toBeNull();
    press('Connect Instagram');
    expect(does.onConnect).toHaveBeenCalledWith('instagram');
  });

  it('plans for an account that must be reconnected, and leads to that', async () => {
    answers['/api/social/status'] = () => connected();
    answers['/api/social-accounts'] = () => [
      {
        ...{ id: photoId(5), platform: 'linkedin', accountName: 'Rye', accountId: 'rye', avatarUrl: null },
        ...{ status: 'reconnect_required', connectedAt: '2026-01-01T00:00:00Z', expiresAt: null },
      },
    ];
    await open();
    await captions();
    press('Reconnect LinkedIn');
    expect(does.onConnect).toHaveBeenCalledWith('linkedin');
    press('Plan the week');
    await waitFor(() => expect(does.onSee).toHaveBeenCalledOnce());
    expect(sent().map((post) => post.platforms)).toEqual([['linkedin'], ['linkedin']]);
  });

  it('says that the week is full, and leads to it', async () => {
    answers['/api/calendar'] = () => ({
      timeZone: business.timeZone,
      posts: ['2026-11-24T20:00:00Z', '2026-11-26T20:00:00Z'].map((at, n) => aPost(photoId(20 + n), at)),
      occurrences: [],
    });
    await open();
    expect(await screen.findByRole('heading', { name: 'Your week is full' })).toBeInTheDocument();
    press('See your week');
    expect(does.onSee).toHaveBeenCalledWith('2026-11-23');
  });

  it('says that it could not be laid out, and tries again', async () => {
    const { '/api/industry-templates': template } = answers;
    answers['/api/industry-templates'] = () =>
      Response.json({ error: 'unavailable', message: 'Postloom is busy.' }, { status: 503 });
    await open();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answers['/api/industry-templates'] = template ?? (() => undefined);
    fireEvent.click(retry);
    expect(await captions()).toHaveLength(2);
  });
});

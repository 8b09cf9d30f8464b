import type { BestTimes, Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { Composer, type ComposerProps } from './components/composer.tsx';
import { forgetDraft, storedDrafts, type DraftPlace } from './draft-store.ts';

const fetched = stubbedFetch();
const onClose = vi.fn();
const picker = vi.fn();
const id = '00000000-0000-4000-8000-000000000001';
const saved = aPost(id, null, aTarget('pending'));
/** On 15 December 2099 Instagram's nine o'clock in New York is taken. */
const taken = aPost('00000000-0000-4000-8000-000000000009', '2099-12-15T14:00:00Z', aTarget('pending'));

type Answers = Partial<
  Record<'POST /api/posts' | 'PUT /api/posts' | 'GET /api/posts', () => Response | Promise<Response>>
>;
let answers: Answers;
let bestTimes: () => Promise<Response>;
let asked: string[];
const general: BestTimes = { basis: 'general', cells: [], posts: 3 };

beforeEach(() => {
  onClose.mockReset();
  picker.mockReset();
  answers = {};
  asked = [];
  bestTimes = () => Promise.resolve(Response.json(general));
  fetched.mockImplementation((input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname.endsWith('/preflight')) {
      return Promise.resolve(Response.json({ ok: true, platforms: [] }));
    }
    if (pathname === '/api/calendar') {
      return Promise.resolve(Response.json({ timeZone: 'America/New_York', posts: [taken] }));
    }
    if (pathname === '/api/best-times') {
      asked.push(search);
      return bestTimes();
    }
    const call = `${init?.method ?? 'GET'} ${pathname.replace(/\/[\da-f-]{36}$/, '')}` as keyof Answers;
    return Promise.resolve(answers[call]?.() ?? Response.json(saved, { status: 201 }));
  });
});

const sent = (method: string) =>
  fetched.mock.calls
    .filter(([address, init]) => init?.method === method && !String(address).endsWith('/preflight'))
    .map(([, init]) => JSON.parse(String(init?.body)) as Record<string, unknown>);

async function compose(part: Partial<ComposerProps> = {}) {
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
  let close: () => void = () => undefined;
  await act(async () => {
    const { unmount } = render(
      <QueryClientProvider client={createQueryClient()}>
        <Suspense>
          <Composer {...props} />
        </Suspense>
      </QueryClientProvider>,
    );
    close = unmount;
    await temporalReady();
  });
  return { close: () => act(() => close()) };
}

/** What lies on the device, the latest first. */
const kept = (post?: DraftPlace['post']) =>
  storedDrafts({ businessId: 'b1', post }).map(({ values }) => values.caption);
const caption = () => screen.getByRole('textbox', { name: /^Caption/ });
const write = (text: string) => fireEvent.change(caption(), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const editCaptionOf = (name: string | RegExp) => {
  const captions = within(screen.getByRole('group', { name: 'Caption to edit' }));
  fireEvent.click(captions.getByRole('button', { name }));
};
const check = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

describe('the composer', () => {
  it('asks in the order of the work, and keeps date, time and its button outside of what scrolls', async () => {
    await compose();
    const form = document.querySelector('form');
    const parts = [
      screen.getByRole('group', { name: /^Platforms/ }),
      caption(),
      screen.getByRole('group', { name: 'Photos' }),
    ];
    for (const [index, part] of parts.entries()) {
      expect(form).toContainElement(part);
      const next = parts[index + 1];
      expect(next && part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    }
    for (const part of [
      screen.getByLabelText('Date'),
      screen.getByLabelText('Time'),
      screen.getByRole('button', { name: 'Save as Draft' }),
    ]) {
      expect(form).not.toContainElement(part);
    }
  });

  it('does not render the photo picker for a key in the caption', async () => {
    await compose();
    const before = picker.mock.calls.length;
    for (const text of ['R', 'Ry', 'Rye']) {
      write(text);
    }
    expect(caption()).toHaveValue('Rye');
    expect(picker).toHaveBeenCalledTimes(before);
  });

  it('shows the caption that is at fault: the shared one, while that of a platform is open', async () => {
    await compose();
    check('X (Twitter)');
    editCaptionOf('X');
    fireEvent.change(screen.getByRole('textbox', { name: /^Caption for X/ }), { target: { value: 'Rye' } });
    press('Save as Draft');
    expect(await screen.findByText('Please enter a caption for your post.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Caption' })).toHaveFocus();
    write('Rye');
    expect(screen.queryByText('Please enter a caption for your post.')).toBeNull();
    editCaptionOf(/^X/);
    fireEvent.change(screen.getByRole('textbox', { name: /^Caption for X/ }), { target: { value: ' ' } });
    editCaptionOf('All platforms');
    press('Save as Draft');
    expect(await screen.findByText(/The caption for X is empty/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Caption for X/ })).toBeInTheDocument();
  });

  it('edits the text that goes out: a post for X alone with a caption of its own', async () => {
    const post: Post = {
      ...{ ...saved, status: 'draft', platforms: ['twitter'] },
      ...{ caption: 'Open house, $485,000, and much more', captionByPlatform: { twitter: 'Open house, $485,000' } },
    };
    answers['GET /api/posts'] = () => Response.json(post);
    answers['PUT /api/posts'] = () => Response.json({ ...post, version: post.version + 1 });
    await compose({ post });
    expect(screen.queryByRole('button', { name: 'All platforms' })).toBeNull();
    const own = screen.getByRole('textbox', { name: /^Caption for X/ });
    expect(own).toHaveValue('Open house, $485,000');
    fireEvent.change(own, { target: { value: 'Open house, $458,000' } });
    press(/Save|Update/);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT')).toMatchObject([{ captionByPlatform: { twitter: 'Open house, $458,000' } }]);
  });

  it('publishes at once what has no date, and says that it is a draft when that is refused', async () => {
    answers['POST /api/posts'] = () => Response.json({ ...saved, status: 'draft' }, { status: 201 });
    const called: string[] = [];
    const before = fetched.getMockImplementation();
    let refused = false;
    fetched.mockImplementation((input, init) => {
      if (!String(input).endsWith('/publish')) {
        return before?.(input, init) ?? Promise.reject(new TypeError());
      }
      called.push(String(input));
      return Promise.resolve(
        refused
          ? Response.json({ error: 'invalid_state', message: 'Please add a photo first.' }, { status: 409 })
          : Response.json(saved),
      );
    });
    await compose();
    press('Choose');
    write('Rye');
    press('Publish Now');
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Publishing now' }));
    expect(called).toEqual([`/api/posts/${saved.id}/publish`]);
    const made = fetched.mock.calls.find(
      ([address, init]) => init?.method === 'POST' && String(address) === '/api/posts',
    );
    expect(JSON.parse(String(made?.[1]?.body))).toMatchObject({ status: 'draft', caption: 'Rye' });
    refused = true;
    press('Choose');
    write('Wheat');
    press('Publish Now');
    await waitFor(() => expect(currentToasts().map(({ title }) => title)).toContain('Saved as a draft, not published'));
  });

  it('offers no way around a date that was chosen', async () => {
    await compose({ initial: { date: '2099-12-15', time: '10:00' } });
    expect(screen.queryByRole('button', { name: 'Publish Now' })).toBeNull();
  });

  it('says beside the shared caption whom it does not reach', async () => {
    await compose();
    check('X (Twitter)');
    editCaptionOf('X');
    fireEvent.change(screen.getByRole('textbox', { name: /^Caption for X/ }), { target: { value: 'Rye' } });
    editCaptionOf('All platforms');
    expect(screen.getByText('X has a caption of its own. What you change here does not reach it.')).toBeInTheDocument();
  });

  it('saves a post for an account that must be reconnected', async () => {
    await compose({ initial: { platforms: ['facebook'] } });
    write('Rye');
    press('Save as Draft');
    expect(await screen.findByText('Please connect your Facebook account(s) first.')).toBeInTheDocument();
    check('Facebook');
    check('LinkedIn');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('POST')).toMatchObject([{ caption: 'Rye', platforms: ['linkedin'], status: 'draft' }]);
  });

  it("puts the server's refusal at its field", async () => {
    answers['POST /api/posts'] = () =>
      Response.json(
        { error: 'invalid_input', message: 'Please check.', details: [{ path: 'photoIds.0', message: 'It is gone.' }] },
        { status: 400 },
      );
    await compose();
    write('Rye');
    press('Save as Draft');
    expect(await within(screen.getByRole('group', { name: 'Photos' })).findByText('It is gone.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose' })).toHaveFocus();
    press('Choose');
    expect(screen.queryByText('It is gone.')).toBeNull();
  });
});

describe('a post that is saved', () => {
  it('closes the form, and the next one begins empty, for Instagram', async () => {
    const { close } = await compose({ initial: { date: '2099-12-15', time: '10:00' } });
    press('Choose');
    write('Rye');
    check('X (Twitter)');
    press('Schedule Post');
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({ title: 'Success', description: 'Post scheduled successfully!' }),
    );
    expect(onClose).toHaveBeenCalledOnce();
    expect(sent('POST')).toMatchObject([{ platforms: ['instagram', 'twitter'], status: 'scheduled' }]);
    close();
    await compose();
    expect(screen.getByRole('dialog', { name: 'Schedule New Post' })).toBeVisible();
    expect(caption()).toHaveValue('');
    expect(screen.getByRole('checkbox', { name: 'Instagram' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'X (Twitter)' })).not.toBeChecked();
    expect(screen.getByLabelText('Date')).toHaveValue('');
    expect(screen.getByLabelText('Time')).toHaveValue('');
  });

  it('says so when it could not be scheduled, and keeps every word', async () => {
    answers['POST /api/posts'] = () => new Response('', { status: 502 });
    await compose({ initial: { date: '2099-12-15', time: '10:00' } });
    press('Choose');
    write('Rye');
    press('Schedule Post');
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({
        title: 'Error',
        description: 'Failed to schedule post. Please try again.',
      }),
    );
    expect(caption()).toHaveValue('Rye');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('a text that is too long for one platform', () => {
  it('marks that one alone, and holds back the post only while it is chosen', async () => {
    await compose({ initial: { platforms: ['instagram', 'twitter'] } });
    write('a'.repeat(300));
    expect(await screen.findByText('over by 20')).toBeInTheDocument();
    const counters = [...document.querySelectorAll('.text-madder')].map((one) => one.textContent);
    expect(counters).toContainEqual(expect.stringMatching(/^X: 300 \/ 280/));
    expect(counters.some((text) => text.startsWith('Instagram'))).toBe(false);
    press('Save as Draft');
    expect(await screen.findByText(/The caption is too long for X: 300 characters/)).toBeInTheDocument();
    expect(sent('POST')).toEqual([]);
    check('X (Twitter)');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('POST')).toMatchObject([{ platforms: ['instagram'], status: 'draft' }]);
  });
});

describe('a crop', () => {
  it('is in the preview at once, in place of the photo it was cut from', async () => {
    const others = fetched.getMockImplementation();
    const known = [aPhoto(1), aPhoto(2, { width: 1200, height: 1200 })];
    fetched.mockImplementation((input, init) => {
      const { pathname, searchParams } = new URL(String(input), location.origin);
      const ids = searchParams.get('ids')?.split(',');
      return pathname === '/api/photos' && ids
        ? Promise.resolve(Response.json(known.filter((photo) => ids.includes(photo.id))))
        : (others?.(input, init) ?? Promise.reject(new Error('No answer.')));
    });
    const onCrop = vi.fn<ComposerProps['onCrop']>(() => Promise.resolve(aPhoto(2, { width: 1200, height: 1200 })));
    await compose({ onCrop });
    press('Choose');
    const preview = await screen.findByRole('figure', { name: 'Preview on Instagram' });
    const shown = () => [...preview.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '');
    await waitFor(() => expect(shown().some((src) => src.includes(photoId(1)))).toBe(true));
    press(/^Crop/);
    for (const label of ['1:1', '4:5', '9:16']) {
      expect(await screen.findByRole('button', { name: new RegExp(`^${label}`) })).toBeInTheDocument();
    }
    press(/^1:1/);
    await waitFor(() => expect(shown().some((src) => src.includes(photoId(2)))).toBe(true));
    expect(shown().some((src) => src.includes(photoId(1)))).toBe(false);
    expect(onCrop).toHaveBeenCalledWith(photoId(1), expect.objectContaining({ width: 1200, height: 1200 }));
    expect(sent('POST')).toEqual([]);
  });
});

describe('the time of a new post', () => {
  it('that has passed in the zone of the business is refused at its field, which has the focus', async () => {
    await compose({ initial: { date: '2020-12-15', time: '09:30' } });
    write('Rye');
    press('Choose');
    press('Schedule Post');
    expect(await screen.findByText('Please choose a date and time in the future.')).toBeInTheDocument();
    expect(screen.getByLabelText('Time')).toHaveFocus();
    expect(screen.getByLabelText('Time')).toHaveAccessibleDescription(/Please choose a date and time in the future/);
    expect(sent('POST')).toEqual([]);
  });

  it('is preset for a clicked day: its first free one', async () => {
    await compose({ initial: { date: '2099-12-15' } });
    await waitFor(() => expect(screen.getByLabelText('Time')).toHaveValue('12:00 PM'));
    expect(screen.getByRole('button', { name: 'Schedule Post' })).toBeInTheDocument();
  });

  it('is taken from the free ones with one press', async () => {
    await compose({ initial: { date: '2099-12-15', time: '09:30' } });
    const slots = await screen.findByRole('group', { name: 'Free times' });
    const names = within(slots).getAllByRole('button');
    expect(names.map((one) => one.textContent)).toEqual([
      'Tue, Dec 15, 12:00 PM',
      'Tue, Dec 15, 6:00 PM',
      'Wed, Dec 16, 9:00 AM',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Wed, Dec 16, 9:00 AM' }));
    expect(screen.getByLabelText('Date')).toHaveValue('Dec 16, 2099');
    expect(screen.getByLabelText('Time')).toHaveValue('9:00 AM');
    write('Rye');
    press('Choose');
    press('Schedule Post');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('POST')).toMatchObject([{ scheduledFor: '2099-12-16T14:00:00Z', status: 'scheduled' }]);
  });

  describe('by what was measured', () => {
    const cell = { posts: 12, high: 60, reason: 'Judging by your 12 posts, most likely between 4% and 60% more.' };
    const own: BestTimes = {
      ...{ basis: 'own', posts: 40 },
      cells: [
        { ...cell, weekday: 3, hour: 18, score: 23.4, low: 4 },
        { ...cell, weekday: 2, hour: 12, score: 9, low: -2 },
      ],
    };
    const offered = async () =>
      within(await screen.findByRole('group', { name: 'Free times' }))
        .getAllByRole('button')
        .map((one) => one.textContent);

    it('is offered at the times that did better, each with its reason, for the platforms that are chosen', async () => {
      bestTimes = () => Promise.resolve(Response.json(own));
      await compose({ initial: { date: '2099-12-15', time: '09:30' } });
      await waitFor(async () =>
        expect(await offered()).toEqual([
          'Tue, Dec 15, 12:00 PM',
          'Tue, Dec 15, 6:00 PM',
          'Wed, Dec 16, 6:00 PM: About 23% above usual, 12 posts',
        ]),
      );
      const name = /^Wed, Dec 16, 6:00 PM: ?About 23% above usual, 12 posts$/;
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(cell.reason);
      expect(screen.queryByText(cell.reason)).toBeNull();
      press(name);
      expect(await screen.findByRole('button', { name, pressed: true })).toBeInTheDocument();
      expect(screen.getByText(cell.reason)).toBeInTheDocument();
      expect(screen.getByLabelText('Date')).toHaveValue('Dec 16, 2099');
      expect(screen.getByLabelText('Time')).toHaveValue('6:00 PM');
      expect(asked).toEqual(['?platforms=instagram']);
      check('X (Twitter)');
      await waitFor(() => expect(asked.at(-1)).toBe('?platforms=instagram%2Ctwitter'));
    });

    it.each([
      ['slow', () => new Promise<Response>(() => undefined)],
      ['away', () => Promise.resolve(Response.json({ error: 'unavailable', message: 'Restarting.' }, { status: 503 }))],
    ])(
      'waits for nothing while the figures are %s: usual times, no figure, and no word about it',
      async (_, answer) => {
        bestTimes = answer;
        await compose({ initial: { date: '2099-12-15', time: '09:30' } });
        await waitFor(() => expect(asked).not.toEqual([]));
        expect(await offered()).toEqual(['Tue, Dec 15, 12:00 PM', 'Tue, Dec 15, 6:00 PM', 'Wed, Dec 16, 9:00 AM']);
        expect(currentToasts()).toEqual([]);
      },
    );
  });
});

describe('the device', () => {
  it('keeps each change within a second, without anything being closed', async () => {
    await compose();
    vi.useFakeTimers();
    write('Half a');
    act(() => void vi.advanceTimersByTime(1000));
    vi.useRealTimers();
    expect(kept()).toEqual(['Half a']);
  });

  it('offers an unfinished post again when the composer is opened', async () => {
    const { close } = await compose();
    write('Half a thought');
    close();
    await compose();
    expect(caption()).toHaveValue('');
    fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
    expect(caption()).toHaveValue('Half a thought');
  });

  describe('with an unfinished post on it', () => {
    beforeEach(async () => {
      const { close } = await compose();
      write('Half a thought');
      close();
    });

    it('offers it also to whoever comes with a caption, and saving that one leaves it there', async () => {
      await compose({ initial: { caption: 'Generated' } });
      expect(await screen.findByText('Half a thought')).toBeInTheDocument();
      press('Save as Draft');
      await waitFor(() => expect(onClose).toHaveBeenCalled());
      expect(kept()).toEqual(['Half a thought']);
    });

    it('keeps what is written instead of an answer beside it, also when the answer comes late', async () => {
      const { close } = await compose();
      write('Another');
      dispatchEvent(new Event('pagehide'));
      expect(kept().toSorted()).toEqual(['Another', 'Half a thought']);
      fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
      expect(caption()).toHaveValue('Half a thought');
      expect(await screen.findByText('Another')).toBeInTheDocument();
      close();
      expect(kept().toSorted()).toEqual(['Another', 'Half a thought']);
    });

    it('keeps a caption that makes room for it', async () => {
      await compose({ initial: { caption: 'Generated' } });
      fireEvent.click(await screen.findByRole('button', { name: 'Restore draft' }));
      expect(caption()).toHaveValue('Half a thought');
      expect(kept().toSorted()).toEqual(['Generated', 'Half a thought']);
    });

    it('brings back nothing that was sent in another tab since it was offered', async () => {
      const { close } = await compose();
      write('Sent elsewhere');
      close();
      await compose();
      expect(await screen.findByText('Sent elsewhere')).toBeInTheDocument();
      forgetDraft(storedDrafts({ businessId: 'b1' })[0]!.key);
      press('Restore draft');
      expect(caption()).toHaveValue('');
      expect(kept()).toEqual(['Half a thought']);
      expect(screen.getByText('Half a thought')).toBeInTheDocument();
      press('Restore draft');
      expect(caption()).toHaveValue('Half a thought');
    });

    it('forgets it alone when it is discarded', async () => {
      await compose();
      write('Another');
      dispatchEvent(new Event('pagehide'));
      fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
      expect(kept()).toEqual(['Another']);
      expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    });
  });

  it('keeps two open forms of one business apart: each takes away its own', async () => {
    const one = await compose();
    write('In one tab');
    const other = await compose();
    write('In the other');
    dispatchEvent(new Event('pagehide'));
    expect(kept().toSorted()).toEqual(['In one tab', 'In the other']);
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    other.close();
    expect(kept()).toEqual(['In one tab']);
    one.close();
    expect(kept()).toEqual(['In one tab']);
  });

  it('gives one form what another has written since it was offered there', async () => {
    const one = await compose();
    const first = caption();
    write('Half a thought');
    dispatchEvent(new Event('pagehide'));
    await compose();
    const restore = await screen.findByRole('button', { name: 'Restore draft' });
    fireEvent.change(first, { target: { value: 'Half a thought more' } });
    one.close();
    fireEvent.click(restore);
    expect(caption()).toHaveValue('Half a thought more');
    expect(kept()).toEqual(['Half a thought more']);
  });

  it('keeps the last words when the composer is closed at once', async () => {
    const { close } = await compose();
    write('Half a thought');
    close();
    expect(kept()).toEqual(['Half a thought']);
  });

  it('keeps nothing of a post that is saved', async () => {
    const { close } = await compose();
    write('A whole thought');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    close();
    expect(kept()).toEqual([]);
  });

  it('keeps nothing of a post that is saved after the form was closed', async () => {
    const answer = Promise.withResolvers<Response>();
    answers['POST /api/posts'] = () => answer.promise;
    const { close } = await compose();
    write('A whole thought');
    press('Save as Draft');
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    close();
    expect(kept()).toEqual(['A whole thought']);
    answer.resolve(Response.json(saved, { status: 201 }));
    await waitFor(() => expect(kept()).toEqual([]));
    expect(currentToasts()[0]?.title).toBe('Draft saved');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('offers nothing that is still being saved, until that fails', async () => {
    const older = await compose();
    write('Half a thought');
    older.close();
    const answer = Promise.withResolvers<Response>();
    answers['POST /api/posts'] = () => answer.promise;
    const sending = await compose();
    write('A whole thought');
    press('Save as Draft');
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    sending.close();
    const meanwhile = await compose();
    expect(await screen.findByText('Half a thought')).toBeInTheDocument();
    press('Discard');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    answer.resolve(new Response('', { status: 502 }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Error'));
    meanwhile.close();
    await compose();
    expect(await screen.findByText('A whole thought')).toBeInTheDocument();
  });
});

describe('unsaved changes to a post', () => {
  const post: Post = { ...saved, caption: 'As it is', status: 'draft' };

  it('are kept when the form closes or the session ends, offered again, and gone once saved', async () => {
    const { close } = await compose({ post });
    write('As it should be');
    dispatchEvent(new Event('pagehide'));
    expect(kept(post)).toEqual(['As it should be']);
    close();
    answers['PUT /api/posts'] = () => Response.json({ ...post, version: 2 });
    await compose({ post });
    expect(screen.getByText(/You left unsaved changes to this post/)).toBeInTheDocument();
    press('Restore changes');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT')).toMatchObject([{ caption: 'As it should be', version: 1 }]);
    expect(kept(post)).toEqual([]);
  });

  it('made to an older version are asked about instead of being laid over the newer one', async () => {
    const { close } = await compose({ post });
    write('As it should be');
    close();
    answers['PUT /api/posts'] = () =>
      Response.json({ error: 'version_conflict', message: 'Changed.' }, { status: 409 });
    await compose({ post: { ...post, caption: 'Theirs', version: 5 } });
    press('Restore changes');
    press('Save as Draft');
    expect(await screen.findByRole('button', { name: 'Save mine over it' })).toBeInTheDocument();
    expect(sent('PUT')).toMatchObject([{ version: 1 }]);
    expect(kept(post)).toEqual(['As it should be']);
  });

  it('are not kept of a post that was only looked at', async () => {
    const { close } = await compose({ post });
    close();
    expect(kept(post)).toEqual([]);
  });
});

describe("somebody else's change", () => {
  it('is settled once, with what the form holds when the latest version is there', async () => {
    const post: Post = { ...saved, caption: 'Mine', status: 'draft' };
    const latest = Promise.withResolvers<Response>();
    let puts = 0;
    answers['PUT /api/posts'] = () =>
      (puts += 1) === 1
        ? Response.json({ error: 'version_conflict', message: 'Changed.' }, { status: 409 })
        : Response.json({ ...post, version: 8 });
    answers['GET /api/posts'] = () => latest.promise;
    await compose({ post });
    press('Save as Draft');
    const keep = await screen.findByRole('button', { name: 'Save mine over it' });
    fireEvent.click(keep);
    fireEvent.click(keep);
    write('Mine, with a last word');
    latest.resolve(Response.json({ ...post, caption: 'Theirs', version: 7, history: [] }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT').map(({ caption: text, version }) => [text, version])).toEqual([
      ['Mine', 1],
      ['Mine, with a last word', 7],
    ]);
  });
});

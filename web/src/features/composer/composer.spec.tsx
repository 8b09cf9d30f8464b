import type { Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { Composer, type ComposerProps } from './components/composer.tsx';
import { storedDraft } from './draft-store.ts';

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

beforeEach(() => {
  onClose.mockReset();
  picker.mockReset();
  answers = {};
  fetched.mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname.endsWith('/preflight')) {
      return Promise.resolve(Response.json({ ok: true, platforms: [] }));
    }
    if (pathname === '/api/calendar') {
      return Promise.resolve(Response.json({ timeZone: 'America/New_York', posts: [taken] }));
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

const caption = () => screen.getByRole('textbox', { name: /^Caption/ });
const write = (text: string) => fireEvent.change(caption(), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
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
    press('X');
    fireEvent.change(screen.getByRole('textbox', { name: /^Caption for X/ }), { target: { value: 'Rye' } });
    press('Save as Draft');
    expect(await screen.findByText('Please enter a caption for your post.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Caption' })).toHaveFocus();
    write('Rye');
    expect(screen.queryByText('Please enter a caption for your post.')).toBeNull();
    press(/^X/);
    fireEvent.change(screen.getByRole('textbox', { name: /^Caption for X/ }), { target: { value: ' ' } });
    press('All platforms');
    press('Save as Draft');
    expect(await screen.findByText(/The caption for X is empty/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Caption for X/ })).toBeInTheDocument();
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

describe('the time of a new post', () => {
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
});

describe('the device', () => {
  it('keeps the last words when the composer is closed at once', async () => {
    const { close } = await compose();
    write('Half a thought');
    close();
    expect(storedDraft({ businessId: 'b1' })?.values.caption).toBe('Half a thought');
  });

  it('keeps nothing of a post that is saved', async () => {
    const { close } = await compose();
    write('A whole thought');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    close();
    expect(storedDraft({ businessId: 'b1' })).toBeNull();
  });

  it('keeps nothing of a post that is saved after the form was closed', async () => {
    const answer = Promise.withResolvers<Response>();
    answers['POST /api/posts'] = () => answer.promise;
    const { close } = await compose();
    write('A whole thought');
    press('Save as Draft');
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    close();
    expect(storedDraft({ businessId: 'b1' })?.values.caption).toBe('A whole thought');
    answer.resolve(Response.json(saved, { status: 201 }));
    await waitFor(() => expect(storedDraft({ businessId: 'b1' })).toBeNull());
    expect(currentToasts()[0]?.title).toBe('Draft saved');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('unsaved changes to a post', () => {
  const post: Post = { ...saved, caption: 'As it is', status: 'draft' };

  it('are kept when the form closes or the session ends, offered again, and gone once saved', async () => {
    const { close } = await compose({ post });
    write('As it should be');
    dispatchEvent(new Event('pagehide'));
    expect(storedDraft({ businessId: 'b1', post })?.values.caption).toBe('As it should be');
    close();
    answers['PUT /api/posts'] = () => Response.json({ ...post, version: 2 });
    await compose({ post });
    expect(screen.getByText(/You left unsaved changes to this post/)).toBeInTheDocument();
    press('Restore changes');
    press('Save as Draft');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT')).toMatchObject([{ caption: 'As it should be', version: 1 }]);
    expect(storedDraft({ businessId: 'b1', post })).toBeNull();
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
    expect(storedDraft({ businessId: 'b1', post })?.values.caption).toBe('As it should be');
  });

  it('are not kept of a post that was only looked at', async () => {
    const { close } = await compose({ post });
    close();
    expect(storedDraft({ businessId: 'b1', post })).toBeNull();
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

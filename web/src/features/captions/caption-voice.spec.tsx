import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { KEPT_EDITS } from '#lib/kept-edits.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import CaptionVoiceCard from './components/caption-voice-card.tsx';

const stored = { favoriteWords: ['crusty'], bannedWords: [], hashtagSets: [], emojis: 'some', language: null };
const fetched = stubbedFetch();
const onUpgrade = vi.fn();
let saved: (body: unknown) => Response | Promise<Response>;
let shown: (body: unknown) => Response | Promise<Response>;

beforeEach(() => {
  saved = (body) => Response.json(body);
  fetched.mockImplementation((_url, init) =>
    Promise.resolve(
      init?.method === 'PUT'
        ? saved(JSON.parse(String(init.body)))
        : init?.method === 'POST'
          ? shown(JSON.parse(String(init.body)))
          : Response.json(stored),
    ),
  );
});

async function show(businesses = [aBakery]) {
  const client = createQueryClient();
  const card = (businessId: string) => (
    <QueryClientProvider client={client}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses }}>
        <CaptionVoiceCard businessId={businessId} onUpgrade={onUpgrade} />
      </PageContextProvider>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(card('b1'));
  await screen.findByLabelText('Favorite words');
  return { showOf: (businessId: string) => rerender(card(businessId)), unmount };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Voice' }));

describe('the voice of a business', () => {
  it('is said to be of which business where the person has several', async () => {
    const { unmount } = await show();
    expect(screen.getByText(/^How every caption of this business sounds/)).toBeVisible();
    unmount();
    await show([aBakery, { ...aBakery, id: 'b2', name: 'Harbor Fish' }]);
    expect(screen.getByText(/^How every caption of Rye & Co sounds/)).toBeVisible();
  });

  it('is shown and saved as it was typed', async () => {
    await show();
    expect(screen.getByLabelText('Favorite words')).toHaveValue('crusty');
    type('Words to avoid', 'cheap, must have');
    type('Your hashtags', 'House: #cornerbakery bread');
    type('Emoji', 'none');
    type('Language', 'German');
    save();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Business Voice Updated'));
    const [, init] = fetched.mock.calls.find(([, call]) => call?.method === 'PUT') ?? [];
    expect(JSON.parse(String(init?.body))).toEqual({
      ...{ favoriteWords: ['crusty'], bannedWords: ['cheap', 'must have'], emojis: 'none', language: 'German' },
      hashtagSets: [{ name: 'House', tags: ['#cornerbakery', '#bread'] }],
    });
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
  });

  it('can be given up, for the next visit as well', async () => {
    const { unmount } = await show();
    type('Words to avoid', 'cheap');
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.getByLabelText('Words to avoid')).toHaveValue('');
    unmount();
    await show();
    expect(screen.getByLabelText('Words to avoid')).toHaveValue('');
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  describe('while it is saved', () => {
    const answer = (bannedWords: string[]) => Response.json({ ...stored, bannedWords });
    let late: PromiseWithResolvers<Response>;
    beforeEach(() => {
      late = Promise.withResolvers<Response>();
      saved = () => late.promise;
    });
    const isSaved = () => waitFor(() => expect(currentToasts()[0]?.title).toBe('Business Voice Updated'));

    it('can be typed on: that is not saved yet, and kept', async () => {
      await show();
      type('Words to avoid', 'cheap,must have');
      save();
      expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
      type('Language', 'German');
      late.resolve(answer(['cheap', 'must have']));
      await isSaved();
      expect(screen.getByLabelText('Language')).toHaveValue('German');
      expect(screen.getByLabelText('Words to avoid')).toHaveValue('cheap, must have');
      expect(screen.getByText('Not saved yet')).toBeInTheDocument();
      expect(Object.values(localStorage)).toEqual(['{"language":"German"}']);
    });

    it('can be left: what was sent is saved, and only what was typed since is kept', async () => {
      const { unmount } = await show();
      type('Words to avoid', 'cheap,must have');
      save();
      expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
      type('Language', 'German');
      unmount();
      late.resolve(answer(['cheap', 'must have']));
      await isSaved();
      expect(Object.values(localStorage)).toEqual(['{"language":"German"}']);
    });
  });

  it('has nothing that was typed for another business, also where both are known already', async () => {
    localStorage.setItem(`${KEPT_EDITS}voice.b3`, JSON.stringify({ language: 'German' }));
    const { showOf } = await show();
    type('Words to avoid', 'cheap');
    showOf('b2');
    expect(screen.getByLabelText('Words to avoid')).toHaveValue('');
    expect(screen.getByLabelText('Language')).toHaveValue('');
    showOf('b3');
    expect(screen.getByLabelText('Language')).toHaveValue('German');
  });

  it('keeps what was typed when it is refused, and says at the field why', async () => {
    const message = "A favorite word can't be banned.";
    saved = () =>
      Response.json(
        { error: 'validation_failed', message: 'Please check.', details: [{ path: 'bannedWords', message }] },
        { status: 400 },
      );
    await show();
    type('Words to avoid', 'crusty');
    save();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText('Words to avoid')).toHaveValue('crusty');
    expect(screen.getByLabelText('Words to avoid')).toBeInvalid();
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  });

  describe('shows how it sounds', () => {
    const samples = ['One.', 'Two.', 'Three.'].map((caption) => ({ caption, hashtags: ['#rye'] }));
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

    it('in three samples of what is in the form, saved or not', async () => {
      const asked: unknown[] = [];
      shown = (body) => {
        asked.push(body);
        return Response.json({ samples, provider: 'openai', model: 'm' });
      };
      await show();
      type('Words to avoid', 'cheap');
      press('Try it out');
      expect(await screen.findByText('This is how you sound')).toBeVisible();
      expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
        ...['One.\n\n#rye', 'Two.\n\n#rye', 'Three.\n\n#rye'],
      ]);
      expect(asked).toEqual([{ ...stored, bannedWords: ['cheap'] }]);
      expect(screen.getByText('Not saved yet')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Show other samples' })).toHaveAccessibleDescription(
        'Counts as one AI caption. Nothing is saved or posted.',
      );
    });

    it('and says why there are none: a full plan, a failure, or that the person canceled', async () => {
      shown = () => Response.json({ error: 'upgrade_required', message: 'Caption limit reached.' }, { status: 402 });
      await show();
      press('Try it out');
      expect(await screen.findByRole('alert')).toHaveTextContent(/^Caption limit reached\.Upgrade$/);
      press('Upgrade');
      expect(onUpgrade).toHaveBeenCalledTimes(1);
      shown = () => new Response('', { status: 502 });
      press('Try it out');
      await waitFor(() =>
        expect(screen.getByRole('alert')).toHaveTextContent('Failed to write the samples. Please try again.'),
      );
      const late = Promise.withResolvers<Response>();
      shown = () => late.promise;
      press('Try again');
      expect(await screen.findByRole('button', { name: 'Writing three samples...' })).toBeDisabled();
      press('Cancel');
      late.resolve(Response.json({ samples, provider: 'openai', model: 'm' }));
      expect(await screen.findByRole('button', { name: 'Try it out' })).toBeEnabled();
      expect(screen.queryByText('This is how you sound')).toBeNull();
    });
  });
});

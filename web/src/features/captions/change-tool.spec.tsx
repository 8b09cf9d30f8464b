import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { CaptionTool } from './components/caption-tool.tsx';

const fetched = stubbedFetch();
const onUpgrade = vi.fn();
let client: QueryClient;
const changed = (caption: string, more: object = {}) =>
  Response.json({ caption, hashtags: ['#rye'], provider: 'openai', model: 'm', ...more });
let answer: () => Promise<Response>;

beforeEach(() => {
  onUpgrade.mockReset();
  answer = () => Promise.resolve(changed('Changed'));
  client = createQueryClient();
  fetched.mockImplementation((url, init) => {
    const path = String(url instanceof Request ? url.url : url);
    if (init?.method === 'POST') {
      return answer();
    }
    return Promise.resolve(
      path.endsWith('/caption-voice')
        ? Response.json({ favoriteWords: [], bannedWords: [], hashtagSets: [], emojis: 'some', language: 'Catalan' })
        : path.endsWith('/limits')
          ? Response.json({ error: 'not_found', message: 'No.' }, { status: 404 })
          : Response.json({ defaultCaptionStyle: 'casual', includeHashtags: true, autoGenerateCaptions: true }),
    );
  });
});

function Boxes({ mine = 'Mine' }: { mine?: string }) {
  const [texts, setTexts] = useState<Record<string, string>>({ shared: mine, twitter: 'For X' });
  const [target, setTarget] = useState('shared');
  return (
    <QueryClientProvider client={client}>
      {Object.keys(texts).map((one) => (
        <button key={one} onClick={() => setTarget(one)}>
          {one}
        </button>
      ))}
      <output>{`${texts['shared']} / ${texts['twitter']}`}</output>
      <CaptionTool
        box="caption"
        photos="photos"
        photoId={null}
        target={target}
        platforms={target === 'shared' ? ['instagram', 'twitter'] : []}
        value={texts[target] ?? ''}
        textOf={(one) => texts[one] ?? ''}
        onChange={(one, text) => setTexts((now) => ({ ...now, [one]: text }))}
        onUpgrade={onUpgrade}
      />
    </QueryClientProvider>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choose = async (name: string) => {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Change the text' }), { key: 'ArrowDown' });
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};
const texts = () => screen.getByText(/ \/ /).textContent;
const asked = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => JSON.parse(String(init?.body)) as unknown);

describe('changing a text', () => {
  it.each([
    ['Shorter', { kind: 'shorter' }],
    ['Longer', { kind: 'longer' }],
    ['Artistic', { kind: 'tone', style: 'artistic' }],
    ['Japanese', { kind: 'translate', language: 'Japanese' }],
    ['Catalan', { kind: 'translate', language: 'Catalan' }],
  ])('%s: sends what is in the form, and gives back what was there', async (name, change) => {
    render(<Boxes />);
    await choose(name);
    await waitFor(() => expect(texts()).toBe('Changed\n\n#rye / For X'));
    expect(asked()).toEqual([{ caption: 'Mine', change }]);
    press('Undo, bring back my text');
    expect(texts()).toBe('Mine / For X');
  });

  it("offers the language of the business's captions first", async () => {
    render(<Boxes />);
    fireEvent.click(await screen.findByRole('button', { name: 'Change the text' }));
    await screen.findByRole('menuitem', { name: 'Catalan' });
    const names = screen.getAllByRole('menuitem').map((one) => one.textContent);
    expect(names.indexOf('Catalan')).toBe(names.indexOf('English') - 1);
  });

  it('names the platform whose own text it is, and goes on while another one is edited', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    render(<Boxes />);
    press('twitter');
    await choose('Shorter');
    press('shared');
    expect(screen.getByRole('button', { name: 'Changing the text...' })).toBeDisabled();
    late.resolve(changed('X'));
    await waitFor(() => expect(texts()).toBe('Mine / X\n\n#rye'));
    expect(asked()).toEqual([{ caption: 'For X', platform: 'twitter', change: { kind: 'shorter' } }]);
  });

  it('says that the change failed where the server gives no reason', async () => {
    answer = () => Promise.resolve(new Response('', { status: 502 }));
    render(<Boxes />);
    await choose('Shorter');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to change the text. Please try again.');
  });

  it('leaves the text alone when it fails or is canceled, and says why', async () => {
    const refusal = () => Response.json({ error: 'caption_failed', message: 'The writer is busy.' }, { status: 502 });
    answer = () => Promise.resolve(refusal());
    render(<Boxes />);
    await choose('Shorter');
    expect(await screen.findByRole('alert')).toHaveTextContent('The writer is busy.');
    expect(texts()).toBe('Mine / For X');
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    press('Try again');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    late.resolve(changed('Late'));
    expect(await screen.findByRole('button', { name: 'Change the text' })).toBeEnabled();
    expect(texts()).toBe('Mine / For X');
    answer = () => Promise.resolve(Response.json({ error: 'upgrade_required', message: 'Full.' }, { status: 402 }));
    await choose('Longer');
    expect(await screen.findByRole('alert')).toHaveTextContent('Full.');
    press('Upgrade');
    expect(onUpgrade).toHaveBeenCalledOnce();
  });

  it('tries again with the text that was asked for, whichever is edited by then', async () => {
    const refusal = Response.json({ error: 'caption_failed', message: 'The writer is busy.' }, { status: 502 });
    answer = () => Promise.resolve(refusal);
    render(<Boxes />);
    press('twitter');
    await choose('Shorter');
    await screen.findByRole('alert');
    press('shared');
    answer = () => Promise.resolve(changed('Changed'));
    press('Try again');
    await waitFor(() => expect(texts()).toBe('Mine / Changed\n\n#rye'));
    const [first, second] = asked();
    expect(second).toEqual(first);
  });

  it('says when another provider stood in', async () => {
    answer = () => Promise.resolve(changed('Changed', { provider: 'grok', insteadOf: 'openai' }));
    render(<Boxes />);
    await choose('Shorter');
    expect(await screen.findByText(/^Written by xAI Grok Vision, because OpenAI GPT-4o gave/)).toBeVisible();
  });

  it.each([
    ['nothing', ''],
    ['more than AI changes', 'x'.repeat(2_201)],
  ])('is not offered for %s', async (_, mine) => {
    render(<Boxes mine={mine} />);
    expect(await screen.findByRole('button', { name: 'Change the text' })).toBeDisabled();
    expect(screen.queryByText('AI can change texts of up to 2,200 characters.') !== null).toBe(mine !== '');
  });
});

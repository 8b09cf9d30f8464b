import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { CaptionTool } from './components/caption-tool.tsx';

const fetched = stubbedFetch();
const onUpgrade = vi.fn();
let client: QueryClient;
const written = (caption: string, ...hashtags: string[]) =>
  Response.json({ caption, hashtags, rawAnalysis: '', provider: 'openai', model: 'm' });
let generated: () => Promise<Response>;
let preferences: object;

beforeEach(() => {
  clearToasts();
  onUpgrade.mockReset();
  preferences = { defaultCaptionStyle: 'casual', includeHashtags: true, autoGenerateCaptions: true };
  generated = () => Promise.resolve(written('Written'));
  client = createQueryClient();
  fetched.mockImplementation((url, init) => {
    if (init?.method === 'POST') {
      return generated();
    }
    return Promise.resolve(
      String(url).endsWith('/limits')
        ? Response.json({ error: 'not_found', message: 'No.' }, { status: 404 })
        : Response.json(preferences),
    );
  });
});

/** The composer's two text boxes, of which one is on screen. */
function Boxes({ fromLibrary = false }: { fromLibrary?: boolean }) {
  const [texts, setTexts] = useState<Record<string, string>>({ shared: 'Mine', twitter: 'For X' });
  const [target, setTarget] = useState('shared');
  return (
    <QueryClientProvider client={client}>
      {Object.keys(texts).map((one) => (
        <button key={one} onClick={() => setTarget(one)}>
          {one}
        </button>
      ))}
      <output id="caption">{`${texts['shared']} / ${texts['twitter']}`}</output>
      <CaptionTool
        box="caption"
        photos="photos"
        photoId="p1"
        fromLibrary={fromLibrary}
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

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const said = () => currentToasts().map(({ title }) => title);
const texts = () => screen.getByText(/ \/ /).textContent;

const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => (JSON.parse(String(init?.body)) as { options: object }).options);

describe('the caption writer', () => {
  it('shows what it has written, which a phone may have scrolled away', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    generated = () => Promise.resolve(written('Written', 'rye'));
    render(<Boxes />);
    press('Generate Caption');
    await waitFor(() => expect(texts()).toBe('Written\n\n#rye / For X'));
    expect(shown.mock.contexts).toEqual([screen.getByText(/ \/ /)]);
    shown.mockRestore();
  });

  it('goes on for the text it was asked for while another one is edited', async () => {
    const answer = Promise.withResolvers<Response>();
    generated = () => answer.promise;
    render(<Boxes />);
    press('Generate Caption');
    press('twitter');
    expect(screen.getByRole('button', { name: 'Generating caption...' })).toBeInTheDocument();
    answer.resolve(written('Written', 'rye'));
    await waitFor(() => expect(texts()).toBe('Written\n\n#rye / For X'));
  });

  it.each([
    [true, 'casual', true, 'AI caption generated successfully!'],
    [false, 'artistic', false, 'Caption generated!'],
  ])('begins casual and with hashtags for photos of the Media Library (%s), else as people like it', async (...row) => {
    const [fromLibrary, style, includeHashtags, title] = row;
    preferences = { defaultCaptionStyle: 'artistic', includeHashtags: false, autoGenerateCaptions: true };
    render(<Boxes fromLibrary={fromLibrary} />);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Style' })).toHaveValue(style));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    press('Generate Caption');
    await waitFor(() => expect(said()).toEqual([title]));
    expect(sent()).toEqual([{ style, includeHashtags }]);
  });

  it('keeps the versions of each text, and brings back the own words', async () => {
    render(<Boxes />);
    press('Generate Caption');
    await waitFor(() => expect(texts()).toBe('Written / For X'));
    generated = () => Promise.resolve(written('Written again'));
    press('Regenerate');
    await waitFor(() => expect(texts()).toBe('Written again / For X'));
    expect(sent()).toEqual([
      expect.not.objectContaining({ replaces: expect.anything() }),
      expect.objectContaining({ replaces: 'Written' }),
    ]);
    press('twitter');
    expect(screen.queryByRole('group', { name: 'Earlier captions' })).toBeNull();
    press('Generate Caption');
    await waitFor(() => expect(texts()).toBe('Written again / Written again'));
    press('Undo, bring back my text');
    expect(texts()).toBe('Written again / For X');
    press('shared');
    press('Version 1');
    expect(texts()).toBe('Written / For X');
  });

  it('writes a text for each platform in one call, and brings back what each of them had', async () => {
    generated = () =>
      Promise.resolve(
        Response.json({
          ...{ caption: 'For all', hashtags: ['rye'], rawAnalysis: '', provider: 'openai', model: 'm' },
          variants: [{ platform: 'twitter', caption: 'Short', hashtags: [] }],
        }),
      );
    render(<Boxes />);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'A text for each platform' }));
    press('Generate Caption');
    await waitFor(() => expect(texts()).toBe('For all\n\n#rye / Short'));
    expect(sent()).toEqual([{ style: 'casual', includeHashtags: true, platforms: ['instagram', 'twitter'] }]);
    press('Undo, bring back my text');
    expect(texts()).toBe('Mine / Short');
    press('twitter');
    expect(screen.queryByRole('checkbox', { name: 'A text for each platform' })).toBeNull();
    press('Undo, bring back my text');
    expect(texts()).toBe('Mine / For X');
    generated = () => Promise.resolve(written('For X alone'));
    press('Regenerate');
    await waitFor(() => expect(texts()).toBe('Mine / For X alone'));
    expect(sent()[1]).toEqual({ style: 'casual', includeHashtags: true, platform: 'twitter', replaces: 'Short' });
  });

  it('says in the form why there is no caption, until it is tried again', async () => {
    const refusal = Response.json({ error: 'dependency_failed', message: 'The writer is busy.' }, { status: 502 });
    generated = () => Promise.resolve(refusal);
    render(<Boxes />);
    press('Generate Caption');
    expect(await screen.findByRole('alert')).toHaveTextContent('The writer is busy.');
    generated = () => Promise.resolve(written('Written'));
    press('Try again');
    await waitFor(() => expect(texts()).toBe('Written / For X'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says when another provider stood in, until the next caption', async () => {
    const other = {
      caption: 'Written',
      hashtags: [],
      rawAnalysis: '',
      provider: 'grok',
      model: 'm',
      insteadOf: 'openai',
    };
    generated = () => Promise.resolve(Response.json(other));
    render(<Boxes />);
    press('Generate Caption');
    const note = 'Written by xAI Grok Vision, because OpenAI GPT-4o gave no caption.';
    expect(await screen.findByText(note)).toBeInTheDocument();
    generated = () => Promise.resolve(written('Written again'));
    press('Regenerate');
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  });

  it('leads to a larger plan when the month has no caption left', async () => {
    const refusal = Response.json({ error: 'upgrade_required', message: 'Caption limit reached.' }, { status: 402 });
    generated = () => Promise.resolve(refusal);
    render(<Boxes />);
    press('Generate Caption');
    expect(await screen.findByRole('alert')).toHaveTextContent('Caption limit reached.');
    press('Upgrade');
    expect(onUpgrade).toHaveBeenCalledOnce();
  });
});

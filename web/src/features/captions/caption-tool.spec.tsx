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
const written = (caption: string, ...hashtags: string[]) =>
  Response.json({ caption, hashtags, rawAnalysis: '', provider: 'openai', model: 'm' });
let generated: () => Promise<Response>;

beforeEach(() => {
  onUpgrade.mockReset();
  generated = () => Promise.resolve(written('Written'));
  client = createQueryClient();
  fetched.mockImplementation((url, init) => {
    if (init?.method === 'POST') {
      return generated();
    }
    return Promise.resolve(
      String(url).endsWith('/limits')
        ? Response.json({ error: 'not_found', message: 'No.' }, { status: 404 })
        : Response.json({ defaultCaptionStyle: 'casual', includeHashtags: true, autoGenerateCaptions: true }),
    );
  });
});

/** The composer's two text boxes, of which one is on screen. */
function Boxes() {
  const [texts, setTexts] = useState<Record<string, string>>({ shared: 'Mine', twitter: 'For X' });
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
        photoId="p1"
        target={target}
        value={texts[target] ?? ''}
        textOf={(one) => texts[one] ?? ''}
        onChange={(one, text) => setTexts((now) => ({ ...now, [one]: text }))}
        onUpgrade={onUpgrade}
      />
    </QueryClientProvider>
  );
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const texts = () => screen.getByText(/ \/ /).textContent;

describe('the caption writer', () => {
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

  it('keeps the versions of each text, and brings back the own words', async () => {
    render(<Boxes />);
    press('Generate Caption');
    await waitFor(() => expect(texts()).toBe('Written / For X'));
    generated = () => Promise.resolve(written('Written again'));
    press('Regenerate');
    await waitFor(() => expect(texts()).toBe('Written again / For X'));
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

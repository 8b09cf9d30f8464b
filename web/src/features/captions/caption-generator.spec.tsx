import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { CaptionGenerator } from './components/caption-generator.tsx';

const fetched = stubbedFetch();
const onUpgrade = vi.fn();
const copied = vi.fn<(text: string) => Promise<void>>();
let client: QueryClient;
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  clearToasts();
  copied.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', { ...navigator, language: 'en-US', clipboard: { writeText: copied } });
  client = createQueryClient();
  answer = () =>
    Response.json({ caption: 'Fresh', hashtags: ['rye'], rawAnalysis: '', provider: 'openai', model: 'm' });
  fetched.mockImplementation((url, init) => {
    if (init?.method === 'POST') {
      return Promise.resolve(answer());
    }
    const settings = { defaultCaptionStyle: 'artistic', includeHashtags: true, autoGenerateCaptions: true };
    return Promise.resolve(
      String(url).endsWith('/limits')
        ? Response.json({ error: 'not_found', message: 'No.' }, { status: 404 })
        : Response.json(settings),
    );
  });
});

const open = (photoId: string | null = 'p1') =>
  render(
    <QueryClientProvider client={client}>
      <CaptionGenerator photoId={photoId} picture={null} onUpgrade={onUpgrade} onCreatePost={() => undefined} />
    </QueryClientProvider>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const said = () => currentToasts().map(({ title, description }) => [title, description].filter(Boolean));

/** Sections 2, 5 and 8 of the specification about the caption generator. */
describe('the caption generator as it is specified', () => {
  it('has a style, hashtags that are on, and after generation a text with its badges', async () => {
    open();
    const styles = screen.getByRole('combobox', { name: 'Style' });
    expect([...styles.children].map((one) => one.textContent)).toEqual([
      ...['Professional', 'Casual', 'Artistic', 'Promotional'],
    ]);
    expect(screen.getByRole('checkbox', { name: 'Include relevant hashtags' })).toBeChecked();
    await waitFor(() => expect(styles).toHaveValue('artistic'));
    press('Generate Caption');
    expect(await screen.findByRole('textbox', { name: 'Caption' })).toHaveValue('Fresh\n\n#rye');
    expect(screen.getByText('Generated with AI')).toBeVisible();
    expect(screen.getByText('Artistic', { selector: 'span' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Regenerate' })).toBeEnabled();
    expect(said()).toEqual([['Caption generated!']]);
    press('Copy');
    await waitFor(() => expect(said()).toContainEqual(['Copied!']));
    expect(copied).toHaveBeenCalledWith('Fresh\n\n#rye');
  });

  it('waits disabled', async () => {
    const late = Promise.withResolvers<Response>();
    fetched.mockImplementation(() => late.promise);
    open();
    press('Generate Caption');
    expect(await screen.findByRole('button', { name: 'Generating caption...' })).toBeDisabled();
  });

  it('asks for a photo', () => {
    open(null);
    press('Generate Caption');
    expect(said()).toEqual([['No photo selected', 'Please select a photo first to generate a caption.']]);
  });

  it('says when nothing can be copied', async () => {
    copied.mockRejectedValue(new Error('not allowed'));
    open();
    press('Generate Caption');
    await screen.findByRole('textbox', { name: 'Caption' });
    press('Copy');
    await waitFor(() => expect(said()).toContainEqual(['Error', 'Failed to copy caption.']));
  });

  it('keeps what was typed while another caption was written', async () => {
    open();
    press('Generate Caption');
    const box = await screen.findByRole('textbox', { name: 'Caption' });
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    press('Regenerate');
    fireEvent.change(box, { target: { value: 'My own words' } });
    late.resolve(Response.json({ caption: 'Later', hashtags: [], rawAnalysis: '', provider: 'openai', model: 'm' }));
    await waitFor(() => expect(box).toHaveValue('Later'));
    press('Undo, bring back my text');
    expect(box).toHaveValue('My own words');
  });

  it.each([
    ['Image too large. Please try a smaller photo.', 413, { error: 'payload_too_large', message: '11 MB' }],
    ['The writer is away.', 502, { error: 'caption_failed', message: 'The writer is away.' }],
    ['Failed to generate caption. Please try again.', 502, null],
  ])('says why there is none: %s', async (sentence, status, refusal) => {
    answer = () => (refusal ? Response.json(refusal, { status }) : new Response('<html>', { status }));
    open();
    press('Generate Caption');
    expect(await screen.findByRole('alert')).toHaveTextContent(`${sentence} You can also write it yourself.`);
    // The same photo would be too large once more.
    expect(screen.queryByRole('button', { name: 'Try again' }) === null).toBe(status === 413);
  });

  describe('while the words come', () => {
    const event = (name: string, value: object) => `event: ${name}\ndata: ${JSON.stringify(value)}\n\n`;
    const whole = { caption: 'Fresh. Come by.', hashtags: ['rye'], rawAnalysis: '', provider: 'openai', model: 'm' };
    /** An answer of events that the test writes. */
    const stream = () => {
      const pipe = new TransformStream<Uint8Array, Uint8Array>();
      const writer = pipe.writable.getWriter();
      answer = () => new Response(pipe.readable, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
      const write = (...texts: string[]) => void writer.write(new TextEncoder().encode(texts.join('')));
      return { write, end: () => void writer.close(), abort: () => void writer.abort(new TypeError('gone')) };
    };

    it('shows them in the form, puts the caption in their place and says it once', async () => {
      const { write, end } = stream();
      open();
      press('Generate Caption');
      write(event('part', { caption: 'Fresh.' }));
      expect(await screen.findByText('Fresh.')).toBeVisible();
      expect(screen.getByRole('figure').getAttribute('aria-live')).toBe('off');
      expect(said()).toEqual([]);
      // A part that comes in two pieces.
      const second = event('part', { caption: 'Fresh. Come' });
      write(second.slice(0, 20));
      write(second.slice(20));
      expect(await screen.findByText('Fresh. Come')).toBeVisible();
      write(event('answer', whole));
      end();
      expect(await screen.findByRole('textbox', { name: 'Caption' })).toHaveValue('Fresh. Come by.\n\n#rye');
      expect(screen.queryByRole('figure')).toBeNull();
      expect(said()).toEqual([['Caption generated!']]);
      const [, init] = fetched.mock.calls.find(([, one]) => one?.method === 'POST') ?? [];
      expect(init?.headers).toMatchObject({ Accept: 'text/event-stream, application/json' });
    });

    it.each([
      [
        'is told',
        (one: ReturnType<typeof stream>) => {
          one.write(event('failed', { status: 502, error: 'caption_failed', message: 'The writer is away.' }));
          one.end();
        },
        'The writer is away.',
      ],
      ['is a broken connection', (one: ReturnType<typeof stream>) => one.abort(), 'Failed to generate caption.'],
      ['is an end without an answer', (one: ReturnType<typeof stream>) => one.end(), 'Failed to generate caption.'],
    ])('leaves the text alone when the failure %s', async (_, fail, sentence) => {
      open();
      press('Generate Caption');
      const box = await screen.findByRole('textbox', { name: 'Caption' });
      fireEvent.change(box, { target: { value: 'My own words' } });
      const one = stream();
      press('Regenerate');
      one.write(event('part', { caption: 'Half of it.' }));
      expect(await screen.findByText('Half of it.')).toBeVisible();
      fail(one);
      expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
      expect(screen.queryByText('Half of it.')).toBeNull();
      expect(box).toHaveValue('My own words');
    });

    it('takes back words that may not be shown, and takes them away when the person cancels', async () => {
      const { write, abort } = stream();
      open();
      press('Generate Caption');
      write(event('part', { caption: 'Fresh.' }));
      await screen.findByText('Fresh.');
      write(event('part', { caption: '' }));
      await waitFor(() => expect(screen.queryByRole('figure')).toBeNull());
      write(event('part', { caption: 'New.' }));
      await screen.findByText('New.');
      press('Cancel');
      abort();
      await waitFor(() => expect(screen.queryByText('New.')).toBeNull());
      expect(screen.queryByRole('alert')).toBeNull();
    });
  });
});

import type { Business, User } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { CaptionTool } from './components/caption-tool.tsx';

const fetched = stubbedFetch();
const row = (number: number) => ({
  ...{
    id: `00000000-0000-4000-8000-00000000000${number}`,
    photoId: null,
    caption: `Caption ${number}`,
    hashtags: ['#bread'],
    provider: 'openai',
  },
  ...{ style: 'artistic', createdAt: '2026-11-20T10:00:00.000Z' },
});
let pages: Record<string, unknown>;

beforeEach(() => {
  pages = {
    '': { data: [row(1), row(2)], nextCursor: 'two', total: 3 },
    two: { data: [row(3)], nextCursor: null, total: 3 },
  };
  fetched.mockImplementation((input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname === '/api/captions') {
      const page = pages[searchParams.get('cursor') ?? ''];
      return Promise.resolve(
        page ? Response.json(page) : Response.json({ error: 'not_found', message: 'No.' }, { status: 404 }),
      );
    }
    return Promise.resolve(
      pathname.endsWith('/limits')
        ? Response.json({ error: 'not_found', message: 'No.' }, { status: 404 })
        : Response.json({ defaultCaptionStyle: 'casual', includeHashtags: true, autoGenerateCaptions: true }),
    );
  });
});

const business = { id: 'b', timeZone: 'Europe/Berlin' } as Business;

function Box() {
  const [text, setText] = useState('Mine');
  return (
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: {} as User, business, businesses: [business] }}>
        <output>{text}</output>
        <CaptionTool
          box="caption"
          photos="photos"
          photoId={null}
          target="shared"
          platforms={[]}
          value={text}
          textOf={() => text}
          onChange={(_target, next) => setText(next)}
          onUpgrade={() => undefined}
        />
      </PageContextProvider>
    </QueryClientProvider>
  );
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('captions of before', () => {
  it('are read when they are asked for, page by page, and used again with a way back', async () => {
    render(<Box />);
    expect(fetched.mock.calls.filter(([url]) => String(url).includes('/api/captions'))).toEqual([]);
    await press('Past captions');
    const list = await screen.findByRole('list', { name: 'Past captions' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    await press('Show more');
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));
    await press('Use again: Caption 3');
    expect(screen.getByText('Caption 3 #bread')).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Past captions' })).toBeNull();
    await press('Undo, bring back my text');
    expect(screen.getByText('Mine')).toBeInTheDocument();
  });

  it('are offered in the words in which they were posted, and as they were generated', async () => {
    const whole = { ...row(1), posted: 'Caption 1, in my words' };
    pages = { '': { data: [whole, { ...row(2), posted: 'x'.repeat(1_000) }], nextCursor: null, total: 2 } };
    render(<Box />);
    await press('Past captions');
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent('As posted');
    // Only its beginning is known.
    expect(second).toHaveTextContent('Caption 2');
    expect(second).not.toHaveTextContent('As posted');
    await press('Use again: Caption 1, in my words');
    expect(screen.getByText('Caption 1, in my words #bread')).toBeInTheDocument();
    await press('Past captions');
    await press('Use the AI text: Caption 1');
    expect(screen.getByText('Caption 1 #bread')).toBeInTheDocument();
  });

  it('say that there are none yet', async () => {
    pages = { '': { data: [], nextCursor: null, total: 0 } };
    render(<Box />);
    await press('Past captions');
    expect(await screen.findByText('Captions that AI writes for this business appear here.')).toBeInTheDocument();
    await press('Past captions');
    expect(screen.queryByText('Captions that AI writes for this business appear here.')).toBeNull();
  });

  it('can be asked for once more when they did not come', async () => {
    const { '': first } = pages;
    pages = {};
    render(<Box />);
    await press('Past captions');
    const again = await screen.findByRole('button', { name: 'Retry' });
    pages = { '': first };
    fireEvent.click(again);
    expect(await screen.findByText('Caption 1')).toBeInTheDocument();
  });
});

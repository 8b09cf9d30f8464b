import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import AltTextTool from './components/alt-text-tool.tsx';

const fetched = stubbedFetch();
const onUpgrade = vi.fn();
const photoId = '00000000-0000-4000-8000-000000000001';
let client: QueryClient;
let answer: () => Promise<Response>;
const suggested = (altText: string) => Promise.resolve(Response.json({ altText, provider: 'openai', model: 'm' }));

beforeEach(() => {
  onUpgrade.mockReset();
  client = createQueryClient();
  answer = () => suggested('A loaf on a board');
  fetched.mockImplementation(() => answer());
});

function Form({ mine }: { mine: string }) {
  const [text, setText] = useState(mine);
  return (
    <QueryClientProvider client={client}>
      <textarea aria-label="Description" value={text} onChange={(event) => setText(event.target.value)} />
      <AltTextTool photoId={photoId} value={text} onChange={setText} onUpgrade={onUpgrade} />
    </QueryClientProvider>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const description = () => screen.getByRole('textbox', { name: 'Description' });

describe('a suggested description', () => {
  it('is shown, and comes into the form when the person takes it, with a way back', async () => {
    render(<Form mine="Mine" />);
    press('Suggest a description');
    expect(await screen.findByRole('status')).toHaveTextContent('A loaf on a board');
    expect(description()).toHaveValue('Mine');
    expect(fetched.mock.calls.map(([url, init]) => [String(url), init?.method])).toEqual([
      [`/api/photos/${photoId}/alt-text`, 'POST'],
    ]);
    press('Use this');
    expect(description()).toHaveValue('A loaf on a board');
    expect(screen.queryByRole('status')).toBeNull();
    press('Undo, bring back my text');
    expect(description()).toHaveValue('Mine');
  });

  it('can be dismissed, or asked for once more', async () => {
    render(<Form mine="" />);
    press('Suggest a description');
    await screen.findByText('A loaf on a board');
    answer = () => suggested('Bread');
    press('Suggest another one');
    await screen.findByText('Bread');
    press('Dismiss the suggestion');
    expect(screen.queryByRole('status')).toBeNull();
    expect(description()).toHaveValue('');
    press('Suggest a description');
    await screen.findByText('Bread');
    press('Use this');
    expect(screen.queryByRole('button', { name: 'Undo, bring back my text' })).toBeNull();
  });

  it('says why there is none, and leads to a larger plan', async () => {
    answer = () => Promise.resolve(Response.json({ error: 'upgrade_required', message: 'Full.' }, { status: 402 }));
    render(<Form mine="Mine" />);
    press('Suggest a description');
    expect(await screen.findByRole('alert')).toHaveTextContent('Full.');
    press('Upgrade');
    expect(onUpgrade).toHaveBeenCalledOnce();
    await waitFor(() => expect(description()).toHaveValue('Mine'));
  });
});

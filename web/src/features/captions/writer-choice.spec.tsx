import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { CaptionGenerator } from './components/caption-generator.tsx';

beforeAll(
  () => Promise.all([import('./components/writer-choice.tsx'), import('./components/writer-menu.tsx')]),
  60_000,
);

const fetched = stubbedFetch();
const settings = (currentProvider: string, configured: number) => ({
  ...{ currentProvider, failover: false },
  providers: ['openai', 'anthropic', 'grok'].map((id, index) => ({
    ...{ id, label: id, configured: index < configured, note: null },
  })),
});
let configured: number;
let saved: PromiseWithResolvers<Response>;

beforeEach(() => {
  clearToasts();
  configured = 3;
  saved = Promise.withResolvers();
  fetched.mockImplementation((url, init) => {
    if (init?.method === 'PUT') {
      return saved.promise;
    }
    return Promise.resolve(
      String(url).endsWith('/api/ai-settings')
        ? Response.json(settings('openai', configured))
        : new Response('', { status: 503 }),
    );
  });
});

const writer = (name: string) => screen.findByRole('button', { name: `AI provider: ${name}` });
const said = () => currentToasts().map(({ title, description }) => [title, description].filter(Boolean));

async function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CaptionGenerator photoId="p1" picture={null} onUpgrade={() => undefined} onCreatePost={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.click(await writer('GPT-4o'));
  await screen.findByRole('menu');
}
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('menuitemradio', { name }));

describe('who writes, beside the captions', () => {
  it('is one of three that are all included; another one is chosen by a click, at once', async () => {
    await open();
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      ...['GPT-4oActiveIncluded', 'Claude 3.5Included', 'Grok VisionIncluded'],
    ]);
    expect(screen.getByRole('menuitemradio', { checked: true })).toHaveTextContent(/^GPT-4o/);
    choose(/^Grok Vision/);
    await writer('Grok Vision');
    saved.resolve(Response.json(settings('grok', 3)));
    await waitFor(() => expect(said()).toEqual([['Provider Updated']]));
    const puts = fetched.mock.calls.filter(([, init]) => init?.method === 'PUT');
    expect(puts.map(([, init]) => JSON.parse(String(init?.body)) as unknown)).toEqual([{ provider: 'grok' }]);
  });

  it('is not asked for again where the active one is chosen', async () => {
    await open();
    choose(/^GPT-4o/);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(fetched.mock.calls.filter(([, init]) => init?.method === 'PUT')).toEqual([]);
  });

  it('is the former one again when the server refuses', async () => {
    await open();
    choose(/^Claude 3.5/);
    await writer('Claude 3.5');
    saved.resolve(new Response('', { status: 503 }));
    await writer('GPT-4o');
    expect(said()).toEqual([['Error', 'Failed to switch AI provider.']]);
  });

  it('cannot be one without a key: Not configured', async () => {
    configured = 2;
    await open();
    const without = screen.getByRole('menuitemradio', { name: /^Grok Vision/ });
    expect(without).toHaveTextContent(/^Grok VisionNot configured$/);
    expect(without).toHaveAttribute('aria-disabled', 'true');
  });
});

import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient, reportSessionLost } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { CaptionPreferencesCard } from './components/caption-preferences-card.tsx';

const stored = { defaultCaptionStyle: 'casual', includeHashtags: true, autoGenerateCaptions: true };
const wanted = { ...stored, defaultCaptionStyle: 'artistic', includeHashtags: false };
const fetched = stubbedFetch();
let saved: () => Response | Promise<Response>;

beforeEach(() => {
  saved = () => Response.json(wanted);
  fetched.mockImplementation((_url, init) => Promise.resolve(init?.method === 'PUT' ? saved() : Response.json(stored)));
});

function show(businesses = [aBakery]) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses }}>
        <CaptionPreferencesCard />
      </PageContextProvider>
    </QueryClientProvider>,
  );
}
async function edit() {
  fireEvent.change(await screen.findByLabelText('Default caption style'), { target: { value: 'artistic' } });
  fireEvent.click(screen.getByRole('switch', { name: 'Include relevant hashtags' }));
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Preferences' }));
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'PUT')
    .map(([, init]) => JSON.parse(String(init?.body)) as unknown);

describe('the preferences for captions', () => {
  it('are saved as they were chosen', async () => {
    show();
    await edit();
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
    save();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Settings Updated'));
    expect(sent()).toEqual([wanted]);
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
  });

  it('are said to be the person’s where there are several businesses', () => {
    const { unmount } = show();
    expect(screen.queryByText(/all your businesses/)).toBeNull();
    unmount();
    show([aBakery, { ...aBakery, id: 'b2', name: 'Harbor Fish' }]);
    expect(screen.getByText('Your own, in all your businesses.')).toBeVisible();
  });

  it('can be given up, for the next visit as well', async () => {
    const { unmount } = show();
    await edit();
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.getByLabelText('Default caption style')).toHaveValue('casual');
    expect(screen.getByRole('switch', { name: 'Include relevant hashtags' })).toBeChecked();
    unmount();
    show();
    expect(await screen.findByLabelText('Default caption style')).toHaveValue('casual');
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  it('that are chosen while others are saved are not saved yet', async () => {
    const answer = Promise.withResolvers<Response>();
    saved = () => answer.promise;
    show();
    await edit();
    save();
    await waitFor(() => expect(sent()).toHaveLength(1));
    fireEvent.click(screen.getByRole('switch', { name: 'Generate captions automatically' }));
    answer.resolve(Response.json(wanted));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Settings Updated'));
    expect(screen.getByRole('switch', { name: 'Generate captions automatically' })).not.toBeChecked();
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  });

  it('keep what was chosen when it could not be saved', async () => {
    saved = () => Response.json({ error: 'unavailable', message: 'Restarting.' }, { status: 503 });
    show();
    await edit();
    save();
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Error', description: 'Restarting.' }));
    expect(screen.getByLabelText('Default caption style')).toHaveValue('artistic');
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  });

  it('have again what a lost session interrupted, not saved yet', async () => {
    const { unmount } = show();
    await edit();
    act(() => reportSessionLost());
    unmount();
    show();
    expect(await screen.findByLabelText('Default caption style')).toHaveValue('artistic');
    expect(screen.getByRole('switch', { name: 'Include relevant hashtags' })).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Generate captions automatically' })).toBeChecked();
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  });
});

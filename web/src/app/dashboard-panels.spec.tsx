import type { Photo } from '@postloom/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { freeLimits } from '#data/testing/limits.ts';
import { ada } from '#data/testing/people.ts';
import { aPhoto } from '#data/testing/photos.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import DashboardPanels from './pages/dashboard-panels.tsx';
import { ShellActionsContext, type ShellActions } from './shell-actions.ts';

const fetched = stubbedFetch();
const composePost = vi.fn();
const social = { instagram: false, facebook: false, twitter: false, linkedin: false, tiktok: false };
let photos: Photo[];
let client: QueryClient;
let caption: Promise<Response>;

const answers: Record<string, () => unknown> = {
  '/api/social/status': () => social,
  '/api/user/limits': () => freeLimits,
  '/api/user/settings': () => ({ defaultCaptionStyle: 'casual', autoGenerateCaptions: true, includeHashtags: true }),
};

beforeEach(async () => {
  setPageBusinessId(aBakery.id);
  client = createQueryClient();
  photos = Array.from({ length: 8 }, (_, index) => aPhoto(index + 1));
  const written = { caption: 'Fresh', hashtags: ['rye'], rawAnalysis: '', provider: 'openai', model: 'm' };
  caption = Promise.resolve(Response.json(written));
  fetched.mockImplementation((input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname === '/api/photos') {
      const ids = searchParams.get('ids')?.split(',');
      const data = ids ? photos.filter(({ id }) => ids.includes(id)) : photos.slice(0, 8);
      return Promise.resolve(Response.json({ data, nextCursor: null, total: photos.length }));
    }
    return init?.method === 'POST'
      ? caption.then((answer) => answer.clone())
      : Promise.resolve(Response.json(answers[pathname]?.() ?? []));
  });
  render(
    <QueryClientProvider client={client}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
        <ShellActionsContext value={{ connecting: null, composePost } as unknown as ShellActions}>
          <DashboardPanels business={aBakery} />
        </ShellActionsContext>
      </PageContextProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: 'photo 1.jpg' });
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const text = () => screen.getByRole('textbox', { name: 'Caption' });
const isChosen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';
/** These photos arrive from elsewhere. */
const arrive = async (...numbers: number[]) => {
  photos = [...numbers.map((n) => aPhoto(n)), ...photos];
  await act(() => client.invalidateQueries());
  await screen.findByRole('button', { name: `photo ${numbers[0]}.jpg` });
};

describe('the caption panel', () => {
  it('works on the newest photo until a caption is begun', async () => {
    expect(isChosen('photo 1.jpg')).toBe(true);
    await arrive(100);
    expect(isChosen('photo 100.jpg')).toBe(true);
  });

  it('keeps what was generated and edited when photos arrive, and its photo when it drops out of the eight', async () => {
    press('Generate Caption');
    await waitFor(() => expect(text()).toHaveValue('Fresh\n\n#rye'));
    fireEvent.change(text(), { target: { value: 'Fresh and mine' } });
    await arrive(100);
    expect(isChosen('photo 1.jpg')).toBe(true);
    await arrive(101, 102, 103, 104, 105, 106, 107);
    expect(screen.queryByRole('button', { name: 'photo 1.jpg' })).toBeNull();
    expect(text()).toHaveValue('Fresh and mine');
    press('Create Post');
    expect(composePost).toHaveBeenLastCalledWith({ caption: 'Fresh and mine', photoIds: [aPhoto(1).id] });
  });

  it('goes on writing when a photo arrives meanwhile', async () => {
    const written = await (await caption).json();
    const late = Promise.withResolvers<Response>();
    caption = late.promise;
    press('Generate Caption');
    await arrive(100);
    late.resolve(Response.json(written));
    await waitFor(() => expect(text()).toHaveValue('Fresh\n\n#rye'));
  });

  it('shows a photo that dropped out of the eight as it is now', async () => {
    const older = photos;
    photos = [aPhoto(99, { status: 'processing' }), ...older];
    await act(() => client.invalidateQueries());
    fireEvent.click(await screen.findByRole('button', { name: 'photo 99.jpg' }));
    const panel = within(screen.getByRole('region', { name: 'Caption and Post' }));
    expect(panel.getByText('Preparing...')).toBeVisible();
    photos = [aPhoto(99), ...older];
    await arrive(100, 101, 102, 103, 104, 105, 106, 107);
    expect(await panel.findByRole('img', { name: 'photo 99.jpg' })).toBeVisible();
  });

  it('gives up a photo that is deleted for the newest one, and keeps what was written', async () => {
    press('Generate Caption');
    await waitFor(() => expect(text()).toHaveValue('Fresh\n\n#rye'));
    fireEvent.change(text(), { target: { value: 'Fresh and mine' } });
    photos = photos.slice(1);
    await act(() => client.invalidateQueries());
    await waitFor(() => expect(isChosen('photo 2.jpg')).toBe(true));
    expect(text()).toHaveValue('Fresh and mine');
    press('Create Post');
    expect(composePost).toHaveBeenLastCalledWith({ caption: 'Fresh and mine', photoIds: [aPhoto(2).id] });
    await arrive(100);
    expect(isChosen('photo 2.jpg')).toBe(true);
    expect(text()).toHaveValue('Fresh and mine');
  });

  it('starts afresh with the photo that is chosen then', async () => {
    press('Generate Caption');
    await waitFor(() => expect(text()).toHaveValue('Fresh\n\n#rye'));
    press('photo 2.jpg');
    expect(within(screen.getByRole('region', { name: 'Caption and Post' })).queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Generate Caption' })).toBeEnabled();
  });
});

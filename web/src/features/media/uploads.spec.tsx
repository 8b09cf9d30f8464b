import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { limitReached, type Business } from '@postloom/contracts';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { businessesQuery } from '#data/businesses.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { DashboardUploadCard } from './components/dashboard-upload-card.tsx';
import { UploadPill } from './components/upload-pill.tsx';
import { aDrop, fileEntry, folderEntry } from './testing/dropped.ts';
import { aFile, heldUploads, leavingIsQuestioned } from './testing/held-uploads.ts';

const fetched = stubbedFetch();
const sent = heldUploads();
const bakery = { id: '00000000-0000-4000-8000-00000000000a', name: 'Marlow Bakehouse' } as Business;
const florist = { id: '00000000-0000-4000-8000-00000000000b', name: 'Petal & Stem' } as Business;
let client: QueryClient;

beforeEach(() => {
  client = createQueryClient();
  fetched.mockImplementation(() => Promise.resolve(Response.json([])));
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page of the product: the header's pill, and the dashboard's card while that page is open. */
function Page({ dashboard, business }: { dashboard: boolean; business: Business }) {
  return (
    <QueryClientProvider client={client}>
      <PageContextProvider value={{ user: ada, business, businesses: [bakery, florist] }}>
        <UploadPill onOpen={() => undefined} />
        {dashboard ? <DashboardUploadCard businessId={business.id} /> : null}
      </PageContextProvider>
    </QueryClientProvider>
  );
}

function choose(...files: File[]): void {
  fireEvent.change(screen.getByLabelText('Browse files'), { target: { files } });
}

const six = Array.from({ length: 6 }, (_, index) => aFile(`${index + 1}.jpg`));

describe('uploads', () => {
  it('ask which way they will take where files can be added, and nowhere else', () => {
    const { rerender } = render(<Page dashboard={false} business={bakery} />);
    expect(fetched).not.toHaveBeenCalled();
    rerender(<Page dashboard business={bakery} />);
    rerender(<Page dashboard={false} business={bakery} />);
    rerender(<Page dashboard business={bakery} />);
    expect(fetched.mock.calls.map(([url]) => String(url))).toEqual(['/api/uploader']);
  });

  it('go on when the page they were begun on is left, those that wait as well', async () => {
    const { rerender } = render(<Page dashboard business={bakery} />);
    choose(...six);
    expect(sent).toHaveLength(4);
    expect(leavingIsQuestioned()).toBe(true);
    rerender(<Page dashboard={false} business={bakery} />);
    expect(screen.getByRole('button', { name: /Uploading 6 photos/ })).toBeVisible();
    await sent[0]?.arrive(1);
    await sent[1]?.arrive(2);
    expect(sent.map(({ url }) => url.split('/').slice(0, -1).join('/'))).toEqual(
      Array.from({ length: 6 }, () => '/api/photos/direct-upload'),
    );
    for (const upload of sent.slice(2)) {
      await upload.arrive(3);
    }
    expect(currentToasts()[0]?.description).toBe('Photos uploaded successfully!');
    expect(leavingIsQuestioned()).toBe(false);
  });

  it('say whose they were to who has several businesses, whichever is shown by then', async () => {
    client.setQueryData(businessesQuery.queryKey, [bakery, florist]);
    const { rerender } = render(<Page dashboard business={bakery} />);
    choose(aFile('loaf.jpg'), aFile('roll.jpg'));
    rerender(<Page dashboard business={florist} />);
    await sent[0]?.arrive(1);
    await sent[1]?.arrive(2);
    const all = 'Photos uploaded successfully! They are in the library of Marlow Bakehouse.';
    expect(currentToasts()[0]).toMatchObject({ title: 'Success', description: all });
    choose(aFile('rose.jpg'));
    await sent[2]?.refuse(422, 'invalid_image', 'This file is not a picture.');
    expect(currentToasts()[0]?.description).toBe('Petal & Stem · rose.jpg: This file is not a picture.');
  });

  it('of a photo that was there before say so, and the person may use that one', async () => {
    render(<Page dashboard business={bakery} />);
    choose(aFile('loaf.jpg'), aFile('roll.jpg'));
    await sent[0]?.arrive(1);
    await sent[1]?.arrive(2, photoId(9));
    const [said] = currentToasts();
    expect(said).toMatchObject({
      title: 'Photos uploaded successfully!',
      description: 'You already had 1 of them. Both copies are in your library.',
      action: { label: 'Use the one I had' },
    });
    const asked = () =>
      fetched.mock.calls.flatMap(([url, init]) => (String(url) === '/api/photos/bulk' ? [String(init?.body)] : []));
    expect(asked()).toEqual([]);
    fetched.mockImplementation((url) =>
      Promise.resolve(
        Response.json(
          String(url) === '/api/photos/bulk' ? [{ id: photoId(2), success: true, error: null }] : [aPhoto(9)],
        ),
      ),
    );
    said?.action?.onSelect();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('1 extra copy removed'));
    expect(asked()).toEqual([JSON.stringify({ ids: [photoId(2)], action: 'delete' })]);
  });

  it('of a photo that was there before stay both when a post needs the copy meanwhile, and the person is told', async () => {
    render(<Page dashboard business={bakery} />);
    choose(aFile('loaf.jpg'));
    await sent[0]?.arrive(1, photoId(9));
    const error = { code: 'in_use', message: 'A scheduled post needs this photo.' };
    fetched.mockImplementation((url) =>
      Promise.resolve(
        Response.json(String(url) === '/api/photos/bulk' ? [{ id: photoId(1), success: false, error }] : [aPhoto(9)]),
      ),
    );
    currentToasts()[0]?.action?.onSelect();
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({ title: 'Failed to delete photo', description: error.message }),
    );
  });

  it('of a zip begin on the card as they do everywhere, dropped or chosen, and so do photos beside it', async () => {
    const zip = (name: string) =>
      new File([new Uint8Array(zipSync({ [name]: strToU8(name) }))], 'fall.zip', { type: 'application/zip' });
    render(<Page dashboard business={bakery} />);
    fireEvent.drop(screen.getByText('Drag and drop photos here'), {
      dataTransfer: aDrop(zip('a.jpg'), aFile('loaf.jpg')),
    });
    await waitFor(() => expect(sent).toHaveLength(2));
    choose(zip('b.jpg'));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(currentToasts()).toEqual([]);
  });

  it('of a folder begin on the card as if its files had been chosen, and what is no photo is refused by name', async () => {
    render(<Page dashboard business={bakery} />);
    const inside = [aFile('bun.jpg'), aFile('prices.pdf', 'application/pdf'), aFile('rye.jpg')];
    fireEvent.drop(screen.getByText('Drag and drop photos here'), {
      dataTransfer: aDrop(
        folderEntry(
          'Summer',
          inside.map((file) => fileEntry(file.name, file)),
        ),
      ),
    });
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(currentToasts()[0]).toMatchObject({
      title: 'Unsupported file type',
      description: 'prices.pdf is not a supported image format. Please use JPG, PNG, HEIC, or WebP.',
    });
  });

  it('are still on the card when the person comes back', async () => {
    const { rerender } = render(<Page dashboard business={bakery} />);
    choose(...six);
    rerender(<Page dashboard={false} business={bakery} />);
    rerender(<Page dashboard business={bakery} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(6);
    expect(sent).toHaveLength(4);
  });

  it('belong to the business they were begun for', async () => {
    const { rerender } = render(<Page dashboard business={bakery} />);
    choose(...six);
    rerender(<Page dashboard business={florist} />);
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
    await sent[0]?.arrive(1);
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map(({ business }) => business))).toEqual(new Set([bakery.id]));
    fireEvent.click(screen.getByRole('button', { name: /Uploading/ }));
    const panel = await screen.findByRole('dialog', { name: 'Uploads' });
    expect(panel).toHaveTextContent('2.jpg');
    expect(panel).toHaveTextContent(/Marlow Bakehouse/);
  });

  it('fail with a reason by name, and are tried again under the same id', async () => {
    render(<Page dashboard business={bakery} />);
    choose(aFile('loaf.jpg'));
    await sent[0]?.refuse(500, 'internal', 'Something went wrong.');
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong.');
    expect(currentToasts()[0]).toMatchObject({
      title: 'Upload failed',
      description: 'loaf.jpg: Something went wrong.',
    });
    expect(screen.getByRole('button', { name: /1 failed/ })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Retry loaf.jpg' }));
    expect(sent[1]?.url).toBe(sent[0]?.url);
    await sent[1]?.arrive();
    expect(currentToasts()[0]?.description).toBe('Photo uploaded successfully!');
  });

  it('that fail together are told of in one message, a few by their names', async () => {
    render(<Page dashboard business={bakery} />);
    choose(...six, aFile('7.jpg'));
    for (let next = 0; next < 7; next += 1) {
      await sent[next]?.refuse(422, 'invalid_image', 'This file is not a picture.');
    }
    const told = [1, 2, 3, 4, 5].map((n) => `${n}.jpg: This file is not a picture.`);
    expect(currentToasts()[0]?.description).toBe(`${told.join(' ')} And 2 more files.`);
  });

  it('that are cleared away while others are sent are not told of in the end', async () => {
    render(<Page dashboard business={bakery} />);
    choose(aFile('loaf.jpg'), aFile('roll.jpg'));
    await sent[0]?.refuse(422, 'invalid_image', 'This file is not a picture.');
    fireEvent.click(screen.getByRole('button', { name: 'Remove loaf.jpg' }));
    await sent[1]?.arrive(2);
    expect(currentToasts()[0]?.description).toBe('Photo uploaded successfully!');
  });

  it('that failed together are tried again together, or cleared away', async () => {
    render(<Page dashboard business={bakery} />);
    choose(...six.slice(0, 3));
    const refuseTwo = async () => {
      for (const one of sent.slice(-2)) {
        await one.refuse(500, 'internal', 'Something went wrong.');
      }
    };
    await sent[0]?.refuse(500, 'internal', 'Something went wrong.');
    fireEvent.click(screen.getByRole('button', { name: /Uploading/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Uploads' }));
    expect(panel.queryByRole('button', { name: 'Retry all' })).toBeNull();
    await refuseTwo();
    fireEvent.click(panel.getByRole('button', { name: 'Retry all' }));
    expect(sent.slice(3).map(({ url }) => url)).toEqual(sent.slice(0, 3).map(({ url }) => url));
    expect(panel.queryByRole('button', { name: 'Clear failed' })).toBeNull();
    await sent[3]?.arrive(1);
    await refuseTwo();
    fireEvent.click(panel.getByRole('button', { name: 'Clear failed' }));
    expect(screen.queryByText('2.jpg')).toBeNull();
    expect(screen.queryByText('3.jpg')).toBeNull();
    expect(sent).toHaveLength(6);
  });

  it('that the server does not take cannot be tried again, by themselves or with others', async () => {
    render(<Page dashboard business={bakery} />);
    choose(...six.slice(0, 3));
    await sent[0]?.refuse(422, 'invalid_image', 'This picture could not be read.');
    await sent[1]?.refuse(415, 'unsupported_media_type', '2.jpg is not a supported image format.');
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^(Remove [12]\.jpg|Clear failed)$/ })).toHaveLength(3);
    await sent[2]?.refuse(500, 'internal', 'Something went wrong.');
    expect(screen.getAllByRole('button', { name: /^Retry/ }).map((one) => one.ariaLabel ?? one.textContent)).toEqual([
      'Retry all',
      'Retry 3.jpg',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Retry all' }));
    expect(sent.slice(3).map(({ url }) => url)).toEqual([sent[2]?.url]);
  });

  it('that failed together on the card are tried again together, or cleared away there, apart from other failures', async () => {
    const { rerender } = render(<Page dashboard business={florist} />);
    choose(aFile('rose.jpg'));
    await sent[0]?.refuse(500, 'internal', 'Something went wrong.');
    rerender(<Page dashboard business={bakery} />);
    choose(...six.slice(0, 2));
    await sent[1]?.refuse(500, 'internal', 'Something went wrong.');
    expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull();
    await sent[2]?.refuse(500, 'internal', 'Something went wrong.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry all' }));
    expect(sent.slice(3).map(({ url }) => url)).toEqual(sent.slice(1, 3).map(({ url }) => url));
    for (const one of sent.slice(3)) {
      await one.refuse(500, 'internal', 'Something went wrong.');
    }
    fireEvent.click(screen.getByRole('button', { name: 'Clear failed' }));
    expect(screen.queryAllByRole('listitem')).toEqual([]);
    rerender(<Page dashboard business={florist} />);
    expect(screen.getByText('rose.jpg')).toBeVisible();
  });

  it('that the plan has no room for lead to the plans, from the message and from the list; other failures do not', async () => {
    history.replaceState(null, '', '/');
    render(<Page dashboard business={bakery} />);
    choose(aFile('loaf.jpg'));
    await sent[0]?.refuse(500, 'internal', 'Something went wrong.');
    expect(currentToasts()[0]?.action).toBeUndefined();
    expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Retry loaf.jpg' }));
    await sent[1]?.refuse(403, 'upgrade_required', limitReached.storage);
    expect(screen.getByRole('alert')).toHaveTextContent(limitReached.storage);
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings#subscription');
    const [said] = currentToasts();
    expect(said).toMatchObject({ title: 'Upload failed', action: { label: 'See plans' } });
    act(() => said?.action?.onSelect());
    expect(`${location.pathname}${location.hash}`).toBe('/settings#subscription');
    fireEvent.click(screen.getByRole('button', { name: 'Retry loaf.jpg' }));
    expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull();
  });

  it('fail when the answer is not the one of an upload', async () => {
    render(<Page dashboard business={bakery} />);
    choose(aFile('loaf.jpg'));
    await sent[0]?.say('{"ok":true}');
    expect(screen.getByRole('alert')).toHaveTextContent('Upload response missing required data');
    fireEvent.click(screen.getByRole('button', { name: 'Retry loaf.jpg' }));
    await sent[1]?.say('<html>Welcome to this hotel</html>');
    expect(screen.getByRole('alert')).toHaveTextContent('Upload response missing required data');
    fireEvent.click(screen.getByRole('button', { name: 'Retry loaf.jpg' }));
    await sent[2]?.say('<html>Bad gateway</html>', 500);
    expect(screen.getByRole('alert')).toHaveTextContent('Upload failed');
  });

  it('outlast a broken connection, and begin again with the network', async () => {
    vi.useFakeTimers();
    render(<Page dashboard business={bakery} />);
    choose(aFile('loaf.jpg'));
    for (const [attempt, wait] of [1000, 3000, 5000].entries()) {
      await sent[attempt]?.breakOff();
      await act(() => vi.advanceTimersByTimeAsync(wait));
      expect(sent).toHaveLength(attempt + 2);
    }
    await sent[3]?.breakOff();
    expect(screen.getByRole('alert')).toHaveTextContent('Network error');
    act(() => {
      dispatchEvent(new Event('online'));
    });
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1);
    await sent[4]?.arrive();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of which no byte moves any more count as broken off, later when only the answer is missing', async () => {
    vi.useFakeTimers();
    render(<Page dashboard business={bakery} />);
    choose(aFile('loaf.jpg'));
    await sent[0]?.move(500, 1000);
    await act(() => vi.advanceTimersByTimeAsync(59_000));
    await sent[0]?.move(600, 1000);
    await act(() => vi.advanceTimersByTimeAsync(59_999));
    expect(sent[0]?.isAborted).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(sent[0]?.isAborted).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await sent[1]?.move(1000, 1000);
    await act(() => vi.advanceTimersByTimeAsync(119_999));
    expect(sent[1]?.isAborted).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(1));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(sent).toHaveLength(3);
    await sent[2]?.arrive();
    expect(currentToasts()[0]?.description).toBe('Photo uploaded successfully!');
  });

  it('that are removed are cancelled, and leave their place to the next one', async () => {
    render(<Page dashboard business={bakery} />);
    choose(...six);
    fireEvent.click(screen.getByRole('button', { name: 'Remove 1.jpg' }));
    expect(sent[0]?.isAborted).toBe(true);
    await waitFor(() => expect(sent).toHaveLength(5));
    expect(screen.queryByText('1.jpg')).toBeNull();
  });

  it('that are removed give back what the server holds for them; those it never heard of do not ask it', async () => {
    render(<Page dashboard business={bakery} />);
    choose(...six);
    const ended = () =>
      fetched.mock.calls.flatMap(([url, init]) =>
        init?.method === 'DELETE' ? [[String(url), new Headers(init.headers).get('X-Business-Id')]] : [],
      );
    fireEvent.click(screen.getByRole('button', { name: 'Remove 6.jpg' }));
    expect(ended()).toEqual([]);
    await sent[0]?.refuse(422, 'invalid_image', 'This file is not a picture.');
    expect(ended()).toEqual([]);
    const ids = sent.map(({ url }) => url.split('/').at(-1));
    for (const name of ['1.jpg', '2.jpg']) {
      fireEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
    }
    expect(ended()).toEqual(ids.slice(0, 2).map((id) => [`/api/objects/upload?uploadId=${id}`, bakery.id]));
    await sent[2]?.arrive(3);
    fireEvent.click(screen.getByRole('button', { name: /Uploading/ }));
    expect(ended()).toHaveLength(2);
  });

  it('show their progress by bytes', async () => {
    render(<Page dashboard={true} business={bakery} />);
    choose(aFile('a.jpg', 'image/jpeg', 3000), aFile('b.jpg', 'image/jpeg', 1000));
    await sent[0]?.move(1500, 3000);
    expect(screen.getByRole('button', { name: /Uploading/ })).toHaveTextContent('38%');
    expect(screen.getByRole('progressbar', { name: 'Upload of a.jpg' })).toHaveAttribute('aria-valuenow', '50');
  });

  it('read the library again once for files that arrive together', async () => {
    vi.useFakeTimers();
    const invalidated = vi.spyOn(client, 'invalidateQueries');
    render(<Page dashboard business={bakery} />);
    choose(...six.slice(0, 3));
    for (const [index, upload] of sent.entries()) {
      await upload.arrive(index + 1);
    }
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(invalidated).toHaveBeenCalledTimes(1);
  });
});

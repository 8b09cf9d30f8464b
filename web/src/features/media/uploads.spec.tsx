import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { businessesQuery } from '#data/businesses.ts';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { aDrop, fileEntry, folderEntry } from './testing/dropped.ts';
import { aFile, heldUploads, leavingIsQuestioned } from './testing/held-uploads.ts';
import { bakery, choose, florist, six, UploadsPage, type UploadsPageProps } from './testing/uploads-page.tsx';

const fetched = stubbedFetch();
const sent = heldUploads();
let client: QueryClient;

beforeEach(() => {
  client = createQueryClient();
  fetched.mockImplementation(() => Promise.resolve(Response.json([])));
});
afterEach(() => {
  vi.useRealTimers();
});

const Page = (props: Omit<UploadsPageProps, 'client'>) => <UploadsPage client={client} {...props} />;

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

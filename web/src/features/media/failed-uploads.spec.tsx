import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { limitReached } from '@postloom/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { aFile, heldUploads } from './testing/held-uploads.ts';
import { bakery, choose, florist, six, UploadsPage, type UploadsPageProps } from './testing/uploads-page.tsx';

const fetched = stubbedFetch();
const sent = heldUploads();
let client: QueryClient;

beforeEach(() => {
  client = createQueryClient();
  fetched.mockImplementation(() => Promise.resolve(Response.json([])));
});

const Page = (props: Omit<UploadsPageProps, 'client'>) => <UploadsPage client={client} {...props} />;

describe('uploads', () => {
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
});

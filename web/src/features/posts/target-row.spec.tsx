import type { Photo, Post, PostTarget } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { TargetRow, type TargetWays } from './components/target-row.tsx';

const fetched = stubbedFetch();
const id = '00000000-0000-4000-8000-0000000000aa';
const error = (code: string, message = 'Why it is so.') => ({ code, message });
const published: PostTarget = { ...aTarget('published', '2026-11-20T15:00:00Z'), platform: 'facebook' };

function show(target: PostTarget, part: Partial<Post> = {}, ways: Partial<TargetWays> = {}) {
  const client = createQueryClient();
  const page = (changes: Partial<Post>) => (
    <QueryClientProvider client={client}>
      <PageContextProvider value={{ user: ada, business: null, businesses: [] }}>
        <TargetRow
          post={{
            ...aPost(id, '2026-11-20T15:00:00Z', target, published),
            photoIds: [photoId(1)],
            ...part,
            ...changes,
          }}
          target={target}
          timeZone="UTC"
          connecting={null}
          onConnect={vi.fn()}
          onCrop={vi.fn()}
          photoPicker={vi.fn()}
          {...ways}
        />
      </PageContextProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(page({}));
  /** Somebody else saves these. */
  return { arrive: (changes: Partial<Post>) => rerender(page(changes)) };
}

/** Answers reads of photos with these, and takes every change of the post. */
function serve(photos: readonly Photo[], change: () => Response | Promise<Response>) {
  fetched.mockImplementation((url, init) =>
    Promise.resolve(
      init?.method === 'PUT' ? change() : Response.json(String(url).includes('/api/photos') ? photos : []),
    ),
  );
}
const sentChanges = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'PUT')
    .map(([url, init]) => [String(url), JSON.parse(String(init?.body)) as unknown]);

describe('a target whose tries failed', () => {
  it('shows how often it was tried, why that failed and when the next try comes', () => {
    const target = {
      ...aTarget('pending'),
      attempts: 1,
      delayedUntil: '2026-11-20T15:05:00Z',
      error: error('no_answer', 'Instagram did not answer.'),
    };
    show(target);
    expect(screen.getByText('1 attempt')).toBeTruthy();
    expect(screen.getByText('Instagram did not answer.')).toBeTruthy();
    expect(screen.getByText(/^Not out yet\. Next try:/).querySelector('time')?.dateTime).toBe(target.delayedUntil);
  });
});

describe('a target that is out', () => {
  it('shows the time alone on the day of the post, and the day when it was another', () => {
    const out = aTarget('published', '2026-11-20T15:02:00Z');
    show(out);
    expect(screen.getByText('3:02 PM')).toBeTruthy();
    show(out, { scheduledFor: '2026-11-19T23:59:00Z' });
    expect(screen.getByText(/^Fri, Nov 20, 3:02 PM/)).toBeTruthy();
  });
});

describe('a target that waits for its account', () => {
  it('offers to reconnect it, and does not ask whether it went out', () => {
    const onConnect = vi.fn();
    show({ ...aTarget('needs_attention'), error: error('http_401') }, {}, { onConnect });
    expect(screen.queryByText('Did it go out?')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Reconnect Instagram' }));
    expect(onConnect).toHaveBeenCalledWith('instagram');
  });
});

describe('a target nobody can know about', () => {
  it('asks what became of it, with no answer chosen beforehand', async () => {
    show({ ...aTarget('needs_attention'), error: error('cannot_tell') });
    expect(await screen.findByText('Did it go out?')).toBeTruthy();
    expect(screen.getAllByRole('radio').every((radio) => !(radio as HTMLInputElement).checked)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Mark as published' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Reconnect/ })).toBeNull();
  });
});

describe('a target that was refused', () => {
  const refused = { ...aTarget('failed'), error: error('refused', 'Crop it, then retry.') };

  it('is cropped and reworded right there, and sent to that platform alone', async () => {
    const cropped = aPhoto(2, { width: 1200, height: 1200 });
    const onCrop = vi.fn(() => Promise.resolve(cropped));
    serve([aPhoto(1)], () => Response.json({ ...aPost(id, null), version: 4 }));
    show(refused, { version: 3 }, { onCrop });
    fireEvent.click(screen.getByRole('button', { name: /^Fix and send again/ }));
    const form = await screen.findByRole('form', { name: 'Fix the post for Instagram' });
    fireEvent.click(await within(form).findByRole('button', { name: 'Crop photo 1.jpg' }));
    fireEvent.click(await screen.findByRole('button', { name: /^1:1/ }));
    expect(await within(form).findByRole('button', { name: 'Crop photo 2.jpg' })).toBeTruthy();
    expect(onCrop).toHaveBeenCalledWith(photoId(1), { x: 200, y: 0, width: 1200, height: 1200 });
    fireEvent.change(within(form).getByLabelText('Caption for Instagram'), { target: { value: 'Cropped' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Send to Instagram' }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Sending to Instagram'));
    expect(sentChanges()).toEqual([
      [`/api/posts/${id}/targets/instagram`, { caption: 'Cropped', photoIds: [photoId(2)], retry: true, version: 3 }],
    ]);
  });

  it('gets another photo in place of the one that was refused', async () => {
    serve([aPhoto(1), aPhoto(2)], () => Response.json(aPost(id, null)));
    show(
      refused,
      { photoIds: [photoId(1), photoId(2)], version: 3 },
      {
        photoPicker: ({ value, onChange }) => (
          <button type="button" onClick={() => onChange(aPhoto(value === photoId(1) ? 3 : 4))}>
            Pick
          </button>
        ),
      },
    );
    fireEvent.click(screen.getByRole('button', { name: /^Fix and send again/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Replace photo 1.jpg' }));
    fireEvent.click(screen.getByRole('button', { name: 'Pick' }));
    expect(screen.queryByRole('button', { name: 'Pick' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Replace photo 3.jpg' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send to Instagram' }));
    await waitFor(() => expect(sentChanges()).toHaveLength(1));
    expect(sentChanges()[0]?.[1]).toEqual({ photoIds: [photoId(3), photoId(2)], retry: true, version: 3 });
  });

  it('takes no more changes while it is sent', async () => {
    const answered = Promise.withResolvers<Response>();
    serve([aPhoto(1)], () => answered.promise);
    show(refused);
    fireEvent.click(screen.getByRole('button', { name: /^Fix and send again/ }));
    const words = await screen.findByLabelText('Caption for Instagram');
    const crop = await screen.findByRole('button', { name: 'Crop photo 1.jpg' });
    fireEvent.change(words, { target: { value: 'Sent' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send to Instagram' }));
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
    expect(words).toHaveAttribute('readonly');
    expect(crop).toBeDisabled();
    answered.resolve(Response.json({ error: 'internal', message: 'Not now.' }, { status: 500 }));
    expect(await screen.findByRole('button', { name: 'Send to Instagram' })).toBeEnabled();
    expect(words).not.toHaveAttribute('readonly');
    expect(crop).toBeEnabled();
  });

  it('sends only what was changed, and gives the shared caption back', async () => {
    serve([aPhoto(1)], () => Response.json(aPost(id, null)));
    show(refused, { caption: 'For all', captionByPlatform: { instagram: 'For one' } });
    fireEvent.click(screen.getByRole('button', { name: /^Fix and send again/ }));
    fireEvent.change(await screen.findByLabelText('Caption for Instagram'), { target: { value: 'For all' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send to Instagram' }));
    await waitFor(() => expect(sentChanges()).toHaveLength(1));
    expect(sentChanges()[0]?.[1]).toEqual({ caption: null, retry: true, version: 1 });
  });

  it('leaves to a colleague what only they changed meanwhile: the caption', async () => {
    serve([aPhoto(1), aPhoto(2)], () => Response.json(aPost(id, null)));
    const photoIds = [photoId(1), photoId(2)];
    const { arrive } = show(refused, { photoIds, caption: 'For all' });
    fireEvent.click(screen.getByRole('button', { name: /^Fix and send again/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Leave out photo 2.jpg' }));
    arrive({ photoIds, caption: 'Theirs', version: 2 });
    expect(screen.getByLabelText('Caption for Instagram')).toHaveValue('Theirs');
    expect(screen.queryByRole('button', { name: 'Leave out photo 2.jpg' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Send to Instagram' }));
    await waitFor(() => expect(sentChanges()).toHaveLength(1));
    expect(sentChanges()[0]?.[1]).toEqual({ photoIds: [photoId(1)], retry: true, version: 2 });
  });

  it('leaves to a colleague what only they changed meanwhile: the photos', async () => {
    serve([aPhoto(1), aPhoto(2)], () => Response.json(aPost(id, null)));
    const { arrive } = show(refused, { caption: 'For all' });
    fireEvent.click(screen.getByRole('button', { name: /^Fix and send again/ }));
    fireEvent.change(await screen.findByLabelText('Caption for Instagram'), { target: { value: 'Mine' } });
    arrive({ photoIds: [photoId(2)], caption: 'Theirs', version: 2 });
    expect(screen.getByLabelText('Caption for Instagram')).toHaveValue('Mine');
    expect(await screen.findByRole('button', { name: 'Crop photo 2.jpg' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send to Instagram' }));
    await waitFor(() => expect(sentChanges()).toHaveLength(1));
    expect(sentChanges()[0]?.[1]).toEqual({ caption: 'Mine', retry: true, version: 2 });
  });

  it('has the caption again that a reload interrupted, until it is given up or sent', async () => {
    serve([aPhoto(1)], () => Response.json(aPost(id, null)));
    const openForm = async () => {
      cleanup();
      show(refused, { caption: 'For all' });
      fireEvent.click(screen.getByRole('button', { name: /^Fix and send again/ }));
      return screen.findByLabelText('Caption for Instagram');
    };
    const typed = { target: { value: 'Shorter' } };
    fireEvent.change(await openForm(), typed);
    expect(await openForm()).toHaveValue('Shorter');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await openForm()).toHaveValue('For all');
    fireEvent.change(screen.getByLabelText('Caption for Instagram'), typed);
    fireEvent.click(screen.getByRole('button', { name: 'Send to Instagram' }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Sending to Instagram'));
    expect(await openForm()).toHaveValue('For all');
  });

  it('shows a refusal at its field and keeps what was written', async () => {
    const message = 'The caption is too long for Instagram: 2,300 characters, 2,200 are allowed.';
    serve([aPhoto(1)], () =>
      Response.json(
        { error: 'validation_failed', message, details: [{ path: 'captionByPlatform.instagram', message }] },
        { status: 400 },
      ),
    );
    show(refused);
    fireEvent.click(screen.getByRole('button', { name: /^Fix and send again/ }));
    const words = await screen.findByLabelText('Caption for Instagram');
    fireEvent.change(words, { target: { value: 'Too long' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send to Instagram' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect((words as HTMLTextAreaElement).value).toBe('Too long');
    expect(currentToasts()).toEqual([]);
  });
});

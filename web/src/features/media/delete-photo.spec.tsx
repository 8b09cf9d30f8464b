import type { Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { aPost } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { DeletePhotoDialog } from './components/delete-photo-dialog.tsx';

const fetched = stubbedFetch();
const onClose = vi.fn();
const post = { ...aPost(photoId(50), '2026-12-01T09:00:00Z'), caption: 'Rye, still warm', photoIds: [photoId(1)] };
/** Scheduled posts, once they are read. */
let scheduled: Promise<Post[]>;
/** Drafts that show the photo. */
let drafts: Post[];
/** Whether a post needs the photo that is not among them. */
let isNeeded: boolean;
let deletions: string[];
/** Deletions are answered from then on. */
let answered: Promise<void>;

beforeEach(() => {
  onClose.mockReset();
  scheduled = Promise.resolve([]);
  drafts = [];
  isNeeded = false;
  deletions = [];
  answered = Promise.resolve();
  fetched.mockImplementation(async (url, init) => {
    if (init?.method === 'DELETE') {
      deletions.push(String(url));
      await answered;
      return isNeeded && !String(url).includes('force=true')
        ? refusal(409, 'in_use', 'A scheduled post needs this photo.')
        : new Response(null, { status: 204 });
    }
    const asked = new URL(String(url), 'http://localhost');
    const isOfDrafts = asked.pathname === '/api/posts' && asked.searchParams.get('status') === 'draft';
    const isOfPhoto = asked.searchParams.get('photoId') === photoId(1);
    const data = asked.pathname === '/api/posts/scheduled' ? await scheduled : isOfDrafts && isOfPhoto ? drafts : [];
    return Response.json({ data, nextCursor: null, total: data.length });
  });
});

function ask(usedInPosts = 1): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DeletePhotoDialog photo={aPhoto(1, { usedInPosts })} timeZone="UTC" onClose={onClose} />
    </QueryClientProvider>,
  );
}
const button = (name: string) => screen.getByRole('button', { name });

describe('the question before a photo is deleted', () => {
  it('waits for the posts that need it, and can be left meanwhile', async () => {
    const read = Promise.withResolvers<Post[]>();
    scheduled = read.promise;
    ask();
    expect(button('Delete')).toBeDisabled();
    expect(button('Cancel')).toBeEnabled();
    read.resolve([post]);
    expect(await screen.findByText('Rye, still warm')).toBeVisible();
    fireEvent.click(button('Delete anyway'));
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
    expect(deletions).toEqual([`/api/photos/${photoId(1)}?force=true`]);
  });

  it('stays when the server knows of a post that was not read, and deletes anyway when told so', async () => {
    isNeeded = true;
    const answer = Promise.withResolvers<void>();
    answered = answer.promise;
    ask();
    await waitFor(() => expect(button('Delete')).toBeEnabled());
    button('Delete').focus();
    fireEvent.click(button('Delete'));
    await waitFor(() => expect(button('Cancel')).toBeDisabled());
    answer.resolve();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^A scheduled post needs this photo/);
    expect(button('Delete anyway')).toBeEnabled();
    await waitFor(() => expect(button('Cancel')).toHaveFocus());
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(button('Delete anyway'));
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
    expect(deletions).toEqual([`/api/photos/${photoId(1)}`, `/api/photos/${photoId(1)}?force=true`]);
  });
  it('names the drafts that will be left without it, and is not refused for them', async () => {
    drafts = [{ ...post, status: 'draft', scheduledFor: null, caption: 'Plaited loaf' }];
    ask(0);
    expect(await screen.findByText('Plaited loaf')).toBeVisible();
    expect(screen.getByText(/A draft shows this photo and will be left without it:/)).toBeVisible();
    expect(screen.getByText(/^You can bring it back from Recently deleted for 30 days/)).toBeVisible();
    fireEvent.click(button('Delete'));
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
    expect(deletions).toEqual([`/api/photos/${photoId(1)}`]);
  });

  it('tells scheduled posts and drafts apart', async () => {
    scheduled = Promise.resolve([post]);
    drafts = ['Plaited loaf', 'Seeded rolls'].map((caption, n) => ({
      ...{ ...post, id: photoId(60 + n), status: 'draft' as const },
      ...{ scheduledFor: null, caption },
    }));
    ask();
    expect(await screen.findByText('Rye, still warm')).toBeVisible();
    expect(await screen.findByText('Seeded rolls')).toBeVisible();
    expect(screen.getByText(/A scheduled post needs this photo and will go back to draft:/)).toBeVisible();
    expect(screen.getByText(/2 drafts show this photo and will be left without it:/)).toBeVisible();
    expect(button('Delete anyway')).toBeVisible();
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { aPost } from '#data/testing/posts.ts';
import { KEPT_EDITS } from '#lib/kept-edits.ts';
import { libraryServer, server } from './testing/library-server.ts';
import { openLibrary } from './testing/open-library.tsx';

const fetched = libraryServer();

// The dialog is fetched when it opens; what is tested begins then.
beforeAll(() => import('./components/photo-details-dialog.tsx'));

describe('the details of a photo', () => {
  it('save description and tags together', async () => {
    await openLibrary(`/media?photo=${aPhoto(1).id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    expect(within(dialog).getByRole('button', { name: 'Save details' })).toBeDisabled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove bread' }));
    const box = within(dialog).getByRole('combobox', { name: 'Tags' });
    fireEvent.change(box, { target: { value: 'Sourdough' } });
    fireEvent.blur(box);
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Description' }), { target: { value: 'A loaf' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save details' }));
    await waitFor(() => expect(server.library[0]).toMatchObject({ altText: 'A loaf', tags: ['sourdough'] }));
  });

  it('are saved without the tags that a colleague has changed meanwhile', async () => {
    await openLibrary(`/media?photo=${aPhoto(1).id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Description' }), { target: { value: 'A loaf' } });
    server.library = server.library.map((photo) =>
      photo.id === aPhoto(1).id ? { ...photo, tags: ['bread', 'fall'] } : photo,
    );
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save details' }));
    expect(await within(dialog).findByRole('button', { name: 'Remove fall' })).toBeVisible();
    expect(server.library[0]).toMatchObject({ altText: 'A loaf', tags: ['bread', 'fall'] });
    expect(within(dialog).getByRole('button', { name: 'Save details' })).toBeDisabled();
  });

  it('take a suggested description into the form, and save it when the person says so', async () => {
    await openLibrary(`/media?photo=${aPhoto(1).id}`, {
      altTextTool: ({ photoId: id, onChange }) => (
        <button type="button" onClick={() => onChange('A loaf')}>{`Describe ${id}`}</button>
      ),
    });
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    const before = server.library[0]?.altText;
    fireEvent.click(within(dialog).getByRole('button', { name: `Describe ${aPhoto(1).id}` }));
    expect(within(dialog).getByRole('textbox', { name: 'Description' })).toHaveValue('A loaf');
    expect(server.library[0]?.altText).toBe(before);
    const kept = () => Object.keys(localStorage).filter((key) => key.startsWith(KEPT_EDITS));
    expect(kept()).toHaveLength(1);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save details' }));
    await waitFor(() => expect(server.library[0]?.altText).toBe('A loaf'));
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it('list the posts that show it, each a link, and count the rest', async () => {
    server.posts = [
      { ...aPost(photoId(101), null), caption: 'Rye from this morning' },
      { ...aPost(photoId(102), '2026-12-01T10:00:00Z'), caption: '' },
    ];
    await openLibrary(`/media?photo=${aPhoto(2).id}`);
    const uses = await screen.findByRole('region', { name: 'Used in' });
    expect(await within(uses).findByRole('link', { name: /Rye from this morning/ })).toHaveAttribute(
      'href',
      `/schedule?post=${photoId(101)}`,
    );
    expect(within(uses).getByRole('link', { name: /Post without a caption/ })).toBeVisible();
    expect(within(uses).getAllByRole('link')).toHaveLength(2);
    const asked = fetched.mock.calls.map(([url]) => String(url)).find((url) => url.startsWith('/api/posts?'));
    expect(asked).toContain(`photoId=${aPhoto(2).id}`);
  });

  it('say that no post shows it', async () => {
    await openLibrary(`/media?photo=${aPhoto(3).id}`);
    expect(await screen.findByText('No post shows this photo yet.')).toBeVisible();
  });
});

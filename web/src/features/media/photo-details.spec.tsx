import type { Photo } from '@postloom/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { aPost } from '#data/testing/posts.ts';
import { KEPT_EDITS } from '#lib/kept-edits.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { libraryServer, server } from './testing/library-server.ts';
import { openLibrary } from './testing/open-library.tsx';

const fetched = libraryServer();

// The dialog is fetched when it opens; what is tested begins then.
beforeAll(() => import('./components/photo-details-dialog.tsx'));

const saveOf = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Save details' });

async function openFirst(facts: Partial<Photo> = {}): Promise<HTMLElement> {
  server.library = server.library.map((photo) => (photo.id === photoId(1) ? { ...photo, ...facts } : photo));
  await openLibrary(`/media?photo=${photoId(1)}`);
  return await screen.findByRole('dialog', { name: 'Photo Details' });
}

describe('the details of a photo', () => {
  it('save description and tags together', async () => {
    await openLibrary(`/media?photo=${aPhoto(1).id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    expect(saveOf(dialog)).toBeDisabled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove bread' }));
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Tags' }), { target: { value: 'Sourdough' } });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Description' }), { target: { value: 'A loaf' } });
    fireEvent.click(saveOf(dialog));
    await waitFor(() => expect(server.library[0]).toMatchObject({ altText: 'A loaf', tags: ['sourdough'] }));
  });

  it('count what stands in the tag field as a tag, and make a chip of it when they are saved', async () => {
    const dialog = await openFirst();
    const box = within(dialog).getByRole('combobox', { name: 'Tags' });
    const chips = () =>
      within(within(dialog).getByRole('list', { name: 'Tags' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    fireEvent.change(box, { target: { value: ' Bread ' } });
    expect(saveOf(dialog)).toBeDisabled(); // It has that one.
    expect(chips()).toEqual(['bread']);
    fireEvent.change(box, { target: { value: ' Bread knife ' } });
    fireEvent.blur(box);
    expect(chips()).toEqual(['bread']); // A chip more would move the button from under the pointer.
    expect(saveOf(dialog)).toBeEnabled();
    fireEvent.click(saveOf(dialog));
    await waitFor(() => expect(chips()).toEqual(['bread', 'bread knife']));
    expect(box).toHaveValue('');
    await waitFor(() => expect(server.library[0]?.tags).toEqual(['bread', 'bread knife']));
  });

  it('give it another name, and never none', async () => {
    const dialog = await openFirst();
    const box = within(dialog).getByRole('textbox', { name: 'Name' });
    expect(box).toHaveValue('photo 1');
    fireEvent.change(box, { target: { value: ' ' } });
    expect(within(dialog).getByText('Please enter a name.')).toBeVisible();
    expect(saveOf(dialog)).toBeDisabled();
    fireEvent.change(box, { target: { value: 'Rye loaf' } });
    fireEvent.click(saveOf(dialog));
    await waitFor(() => expect(server.library[0]?.originalName).toBe('Rye loaf.jpg'));
    expect(await within(dialog).findByText('Rye loaf.jpg')).toBeVisible();
  });

  it('are kept when they are closed before they are saved, and say so', async () => {
    const dialog = await openFirst();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Description' }), { target: { value: 'A loaf' } });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Photo details not saved'));
    expect(server.library[0]?.altText).not.toBe('A loaf');
  });

  it('say that what was kept is not saved, and forget it when told so', async () => {
    const notice = () => screen.queryByText('You have changes here that are not saved.');
    const dialog = await openFirst();
    const name = () => screen.getByRole('textbox', { name: 'Name' });
    fireEvent.change(name(), { target: { value: 'Rye loaf' } });
    expect(notice()).toBeNull(); // Whoever types knows.
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup(); // What a reload does to it.
    await openFirst();
    expect(name()).toHaveValue('Rye loaf');
    expect(notice()).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(name()).toHaveValue('photo 1');
    expect(notice()).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.startsWith(KEPT_EDITS))).toEqual([]);
  });

  it('call the type of the file as the filter does', async () => {
    const dialog = await openFirst({ mimeType: 'image/jpeg' });
    expect(within(dialog).getByText('JPG')).toBeVisible();
  });

  it('leave the focus where it is when they are saved', async () => {
    const dialog = await openFirst();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Description' }), { target: { value: 'A loaf' } });
    saveOf(dialog).focus();
    fireEvent.click(saveOf(dialog));
    await waitFor(() => expect(server.library[0]?.altText).toBe('A loaf'));
    await waitFor(() => expect(saveOf(dialog)).toBeDisabled());
    expect(saveOf(dialog)).toHaveFocus();
    expect(saveOf(dialog)).not.toHaveAttribute('disabled'); // A browser takes the focus from a disabled one.
  });

  it('show nothing of the picture from afar once the picture is there', async () => {
    const dialog = await openFirst({ placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI' });
    const fromAfar = () => dialog.querySelector('img[src^="data:"]');
    await waitFor(() => expect(fromAfar()).toBeInTheDocument());
    fireEvent.load(fromAfar()!);
    expect(fromAfar()).toBeInTheDocument();
    fireEvent.load(within(dialog).getByRole('img', { name: 'photo 1.jpg' }));
    expect(fromAfar()).toBeNull();
    expect(within(dialog).getByRole('img', { name: 'photo 1.jpg' })).toBeVisible();
  });

  it('say that the size of an edited photo is that of its original', async () => {
    const dialog = await openFirst({ original: { width: 4000, height: 3000, objectPath: '/objects/original.jpg' } });
    expect(within(dialog).getByText('1600 × 1200 px')).toBeVisible();
    expect(within(dialog).getByText('1 MB (original)')).toBeVisible();
  });

  it('are saved without the tags that a colleague has changed meanwhile', async () => {
    await openLibrary(`/media?photo=${aPhoto(1).id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Photo Details' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Description' }), { target: { value: 'A loaf' } });
    server.library = server.library.map((photo) =>
      photo.id === aPhoto(1).id ? { ...photo, tags: ['bread', 'fall'] } : photo,
    );
    fireEvent.click(saveOf(dialog));
    expect(await within(dialog).findByRole('button', { name: 'Remove fall' })).toBeVisible();
    expect(server.library[0]).toMatchObject({ altText: 'A loaf', tags: ['bread', 'fall'] });
    await waitFor(() => expect(saveOf(dialog)).toBeDisabled());
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
    fireEvent.click(saveOf(dialog));
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

  it.each([
    ['processing', 'This photo is still being prepared. You can edit it as soon as it is ready.'],
    [
      'failed',
      'This photo could not be prepared, so it can’t be shown or edited. You can download the original file, or upload the photo again.',
    ],
  ] as const)('say why one that is %s can’t be edited', async (status, why) => {
    const dialog = await openFirst({ status });
    const edit = within(dialog).getByRole('button', { name: 'Edit Photo' });
    expect(edit).toBeDisabled();
    expect(within(dialog).getByText(why)).toBeVisible();
    expect(edit).toHaveAccessibleDescription(why);
    fireEvent.click(edit);
    expect(screen.queryByRole('dialog', { name: 'Edit Photo' })).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'Download' })).toBeVisible();
  });

  it('say nothing of that where it can', async () => {
    const edit = within(await openFirst()).getByRole('button', { name: 'Edit Photo' });
    expect(edit).toBeEnabled();
    expect(edit).not.toHaveAccessibleDescription();
  });

  it('say that no post shows it', async () => {
    await openLibrary(`/media?photo=${aPhoto(3).id}`);
    expect(await screen.findByText('No post shows this photo yet.')).toBeVisible();
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { currentToasts } from '#ui/toast-store.ts';
import { answer, fall, libraryServer, server, winter } from './testing/library-server.ts';
import { openLibrary } from './testing/open-library.tsx';

const fetched = libraryServer();

// Dialogs are fetched when they open; what is tested begins then.
beforeAll(() =>
  Promise.all([import('./components/filter-dialog.tsx'), import('./components/tag-selection-dialog.tsx')]),
);

const tile = (n: number) => screen.findByRole('button', { name: new RegExp(`^photo ${n}\\.jpg`) });
const undo = () => currentToasts()[0]?.action?.onSelect();

describe('the filters of the library', () => {
  it('are chosen in a dialog, kept in the address, and taken off one by one', async () => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
    const dialog = await screen.findByRole('dialog', { name: 'Filter photos' });
    await within(dialog).findByRole('option', { name: 'rye' });
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Tag' }), { target: { value: 'rye' } });
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Used in posts' }), { target: { value: 'true' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show photos' }));
    expect(await screen.findByText('1 photo matches your filters')).toBeVisible();
    expect(location.search).toBe('?used=true&tag=rye');
    expect(screen.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the filter Tagged rye' }));
    await waitFor(() => expect(location.search).toBe('?used=true'));
    fireEvent.click(screen.getByRole('button', { name: 'Remove the filter Used in posts' }));
    expect(await screen.findByText('3 photos uploaded')).toBeVisible();
  });

  it('that nothing matches say so and are cleared; what the address makes up is left out', async () => {
    await openLibrary('/media?orientation=square&type=image%2Fgif&sort=secret&from=tomorrow');
    await waitFor(() => expect(screen.getAllByText('No photo matches all of your filters.')).toHaveLength(2));
    const asked = fetched.mock.calls.map(([url]) => String(url)).find((url) => url.startsWith('/api/photos?'));
    expect(asked).not.toMatch(/gif|secret|tomorrow/);
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('3 photos uploaded')).toBeVisible();
  });

  it('say that more was found than is counted', async () => {
    fetched.mockImplementation((url, init) => {
      const asked = new URL(String(url), 'http://localhost');
      return Promise.resolve(
        asked.pathname === '/api/photos'
          ? Response.json({ data: server.library, nextCursor: null, total: 1_000 })
          : answer(asked, init),
      );
    });
    await openLibrary('/media?used=true');
    expect(await screen.findByText('1,000+ photos match your filters')).toBeVisible();
    expect(screen.getByText('1,000+')).toBeVisible();
  });
});

it('counts a library without filters to its end', async () => {
  fetched.mockImplementation((url, init) => {
    const asked = new URL(String(url), 'http://localhost');
    return Promise.resolve(
      asked.pathname === '/api/photos'
        ? Response.json({ data: server.library, nextCursor: null, total: 100_000 })
        : answer(asked, init),
    );
  });
  await openLibrary();
  expect(await screen.findByText('100,000 photos uploaded')).toBeVisible();
  expect(screen.getByText('100,000')).toBeVisible();
  fireEvent.click(await tile(1));
  expect(await screen.findByRole('button', { name: 'Select all 100,000' })).toBeVisible();
});

describe('a change of several photos', () => {
  it('of tags is undone photo by photo: what a photo had before, it keeps', async () => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    fireEvent.click(await tile(1));
    fireEvent.click(await tile(2));
    fireEvent.click(screen.getByRole('button', { name: 'Tag' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tag 2 Photos' });
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
    const box = within(dialog).getByRole('combobox', { name: 'Tags to add' });
    fireEvent.change(box, { target: { value: '#Bread,' } });
    fireEvent.change(box, { target: { value: 'Fall  menu' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('2 photos tagged'));
    expect(server.bulks[0]).toMatchObject({ action: 'tag', addTags: ['bread', 'fall menu'], removeTags: [] });
    undo();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Your last change was undone'));
    expect(server.library.map(({ tags }) => tags)).toEqual([['bread'], ['rye'], []]);
  });

  it('counts those that a colleague has deleted meanwhile apart', async () => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    for (const n of [1, 2, 3]) {
      fireEvent.click(await tile(n));
    }
    server.library = server.library.slice(0, 1);
    fireEvent.click(screen.getByRole('button', { name: /^Move/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Organize 3 Photos' }, { timeout: 4000 });
    fireEvent.change(await within(dialog).findByRole('combobox', { name: 'Album' }), { target: { value: winter } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(currentToasts()[0]?.description).toBe(
        'Photo moved to album successfully. 2 photos were not there any more.',
      ),
    );
    undo();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Your last change was undone'));
    expect(server.library.map(({ albumId }) => albumId)).toEqual([fall]);
  });

  it('of albums is undone into the albums they came from', async () => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    for (const n of [1, 2, 3]) {
      fireEvent.click(await tile(n));
    }
    fireEvent.click(screen.getByRole('button', { name: /^Move/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Organize 3 Photos' }, { timeout: 4000 });
    fireEvent.change(await within(dialog).findByRole('combobox', { name: 'Album' }), { target: { value: winter } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('3 photos moved to album successfully!'));
    expect(server.library.every(({ albumId }) => albumId === winter)).toBe(true);
    undo();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Your last change was undone'));
    expect(server.library.map(({ albumId }) => albumId)).toEqual([fall, null, winter]);
    expect(server.bulks).toHaveLength(3);
  });

  it('that is undone and stopped is not called undone: what is left stays as it is', async () => {
    await openLibrary();
    await screen.findByText('3 photos uploaded');
    for (const n of [1, 2]) {
      fireEvent.click(await tile(n));
    }
    fireEvent.click(screen.getByRole('button', { name: /^Move/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Organize 2 Photos' }, { timeout: 4000 });
    fireEvent.change(await within(dialog).findByRole('combobox', { name: 'Album' }), { target: { value: winter } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('2 photos moved to album successfully!'));
    const held = Promise.withResolvers<void>();
    fetched.mockImplementation(async (url, init) => {
      const asked = new URL(String(url), 'http://localhost');
      if (asked.pathname === '/api/photos/bulk') {
        await held.promise;
      }
      return answer(asked, init);
    });
    undo();
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    held.resolve();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    expect(server.library.map(({ albumId }) => albumId)).toEqual([fall, winter, winter]);
    expect(currentToasts().map(({ description }) => description)).not.toContain('Your last change was undone');
  });
});

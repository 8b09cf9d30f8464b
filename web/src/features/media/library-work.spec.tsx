import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
    fireEvent.click(screen.getByRole('button', { name: 'Remove the filter In a scheduled or published post' }));
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

describe('the selection and the focus', () => {
  const choose = async (...numbers: number[]) => {
    for (const n of numbers) {
      const one = await tile(n);
      act(() => one.focus());
      fireEvent.click(one);
    }
  };
  const bar = () => screen.findByRole('region', { name: 'Selected photos' });
  const openBy = async (name: RegExp, dialog: string) => {
    const button = await within(await bar()).findByRole('button', { name });
    act(() => button.focus());
    fireEvent.click(button);
    return screen.findByRole('dialog', { name: dialog }, { timeout: 4000 });
  };
  const said = (text: string) => waitFor(() => expect(currentToasts()[0]?.description).toBe(text));

  it('stay when tags were changed and when that is undone', async () => {
    await openLibrary();
    await choose(1, 2);
    const dialog = await openBy(/^Tag$/, 'Tag 2 Photos');
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Tags to add' }), { target: { value: 'fall,' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await said('2 photos tagged');
    expect(await screen.findByText('2 selected')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Tag' })).toHaveFocus());
    undo();
    await said('Your last change was undone');
    expect(await screen.findByText('2 selected')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Tag' })).toHaveFocus());
  });

  it('stay when photos were moved that are still shown', async () => {
    await openLibrary();
    await choose(1, 2);
    const dialog = await openBy(/^Move/, 'Organize 2 Photos');
    fireEvent.change(await within(dialog).findByRole('combobox', { name: 'Album' }), { target: { value: winter } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await said('2 photos moved to album successfully!');
    expect(await screen.findByText('2 selected')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: /^Move/ })).toHaveFocus());
  });

  it.each([
    ['of an album that they were moved from', `album=${fall}`, /^Move/, 'Organize 2 Photos'],
    ['of a tag that they lost', 'tag=bread', /^Tag$/, 'Tag 2 Photos'],
  ])('are on the photos %s, of which none is selected', async (_name, address, button, title) => {
    server.library = server.library.map((photo) => ({ ...photo, albumId: fall, tags: ['bread'] }));
    await openLibrary(`/media?${address}`);
    await choose(1, 2);
    const dialog = await openBy(button, title);
    if (title.startsWith('Tag')) {
      fireEvent.change(within(dialog).getByRole('combobox', { name: 'Tags to remove' }), {
        target: { value: 'bread,' },
      });
    } else {
      fireEvent.change(await within(dialog).findByRole('combobox', { name: 'Album' }), { target: { value: winter } });
    }
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^photo 1\.jpg/ })).toBeNull());
    expect(screen.queryByText('2 selected')).toBeNull();
    expect(await tile(3)).toHaveFocus();
  });

  it.each([[[2]], [[1, 2]]])('are on the photo that took the place of deleted ones, %o', async (numbers) => {
    await openLibrary();
    await choose(...numbers);
    const button = await screen.findByRole('button', { name: 'Delete' });
    act(() => button.focus());
    fireEvent.click(button);
    const confirm = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(confirm).toBeEnabled());
    fireEvent.click(confirm);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^photo 2\.jpg/ })).toBeNull());
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: /^photo 3\.jpg/ })).toHaveFocus());
  });
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

describe('the Delete key', () => {
  const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });
  const question = () => screen.queryByRole('alertdialog');
  const held = Promise.withResolvers<void>();
  const chooseAll = async () => {
    for (const n of [1, 2]) {
      fireEvent.click(await tile(n));
    }
    await screen.findByText('2 selected');
  };

  it.each(['Delete', 'Backspace'])('asks before the selection is deleted: %s', async (key) => {
    await openLibrary();
    press(key);
    await chooseAll();
    press(key, { ctrlKey: true });
    expect(question()).toBeNull();
    press(key);
    expect(await screen.findByRole('alertdialog', { name: 'Delete 2 photos?' })).toBeVisible();
  });

  it('asks nothing while photos are being changed', async () => {
    fetched.mockImplementation(async (url, init) => {
      const asked = new URL(String(url), 'http://localhost');
      await (asked.pathname === '/api/photos/bulk' ? held.promise : null);
      return answer(asked, init);
    });
    await openLibrary();
    await chooseAll();
    fireEvent.click(await screen.findByRole('button', { name: /^Move/ }));
    const dialog = await screen.findByRole('dialog', { name: /^Organize/ });
    fireEvent.change(within(dialog).getByLabelText('Album'), { target: { value: winter } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Moving/);
    press('Delete');
    held.resolve();
    await waitFor(() => expect(currentToasts()[0]?.action?.label).toBe('Undo'));
    expect(question()).toBeNull();
  });
});

describe('a question about the selection', () => {
  it('ends with it', async () => {
    await openLibrary();
    act(() => history.pushState(null, '', `/media?album=${fall}`));
    fireEvent.click(await tile(1));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByRole('alertdialog', { name: 'Delete this photo?' });
    act(() => history.back());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    fireEvent.click(await tile(2));
    await screen.findByText('1 selected');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

it('photos that are selected while others are deleted stay so', async () => {
  const held = Promise.withResolvers<void>();
  fetched.mockImplementation(async (url, init) => {
    const asked = new URL(String(url), 'http://localhost');
    await (asked.pathname === '/api/photos/bulk' ? held.promise : null);
    return answer(asked, init);
  });
  await openLibrary();
  for (const n of [1, 2]) {
    fireEvent.click(await tile(n));
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete 2 photos?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await screen.findByText(/^Deleting/);
  fireEvent.click(await tile(3));
  held.resolve();
  await waitFor(() => expect(currentToasts()[0]?.action?.label).toBe('Undo'));
  expect(await screen.findByText('1 selected')).toBeVisible();
});

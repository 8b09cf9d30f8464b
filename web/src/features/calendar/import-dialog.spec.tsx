import type { ImportPreview, ImportResult } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { ImportDialog } from './components/import-dialog.tsx';

const id = (number: number) => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;
const twoThere: ImportPreview = {
  ...{ total: 4, ready: 1, refused: 1, duplicates: 2 },
  ...{ first: '2099-07-04T15:00:00Z', last: '2099-08-09T15:00:00Z' },
  rows: [
    { row: 1, outcome: 'duplicate', errors: [], sameAs: { postId: id(1), row: null } },
    { row: 2, outcome: 'ready', errors: [] },
    { row: 3, outcome: 'duplicate', errors: [], sameAs: { postId: null, row: 2 } },
    { row: 4, outcome: 'refused', errors: [{ column: 'date', message: 'This date does not exist.' }] },
  ],
};
const allThere: ImportPreview = {
  ...{ ...twoThere, total: 1, ready: 0, refused: 0, duplicates: 1 },
  rows: twoThere.rows.slice(0, 1),
};
const one: ImportPreview = { ...allThere, ready: 1, duplicates: 0, rows: [{ row: 1, outcome: 'ready', errors: [] }] };
const made: ImportResult = {
  ...{ total: 3, created: 1, refused: 0, duplicates: 2 },
  rows: [
    { row: 1, outcome: 'duplicate', postId: null, errors: [], sameAs: { postId: id(1), row: null } },
    { row: 2, outcome: 'created', postId: id(2), errors: [] },
    { row: 3, outcome: 'duplicate', postId: null, errors: [], sameAs: { postId: null, row: 2 } },
  ],
};

let shown: ImportPreview | null;
/** The answers to an import, one after the other; null: it is lost. */
let answers: (ImportResult | null)[];
const sent: { url: URL; key: string | undefined }[] = [];

/** XMLHttpRequest, as a file is sent. */
class Upload {
  upload = {};
  status = 0;
  responseText = '';
  onload = (): void => undefined;
  onerror = (): void => undefined;
  private url = new URL('http://localhost');
  private key: string | undefined;
  open(_method: string, path: string): void {
    this.url = new URL(path, 'http://localhost');
  }
  setRequestHeader(name: string, value: string): void {
    if (name.toLowerCase() === 'idempotency-key') {
      this.key = value;
    }
  }
  getResponseHeader(): null {
    return null;
  }
  send(): void {
    sent.push({ url: this.url, key: this.key });
    const answer = this.url.pathname.endsWith('/preview') ? shown : answers.shift();
    if (!answer) {
      queueMicrotask(() => this.onerror());
      return;
    }
    [this.status, this.responseText] = [200, JSON.stringify(answer)];
    queueMicrotask(() => this.onload());
  }
}

const fetched = stubbedFetch();
const onClose = vi.fn();
const onPost = vi.fn();
const imports = () => sent.filter(({ url }) => url.pathname === '/api/posts/import');
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Upload);
  shown = twoThere;
  answers = [made];
  sent.length = 0;
  fetched.mockImplementation((url, init) =>
    Promise.resolve(
      Response.json(
        String(url).endsWith('/undo')
          ? { removed: (JSON.parse(String(init?.body)) as { ids: string[] }).ids, kept: [] }
          : [],
      ),
    ),
  );
});
afterEach(() => {
  cleanup();
  clearToasts();
  vi.clearAllMocks();
});

async function choose() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ImportDialog timeZone="America/New_York" today="2099-06-01" onClose={onClose} onPost={onPost} />
    </QueryClientProvider>,
  );
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await act(async () => {
    fireEvent.change(input ?? document.body, {
      target: { files: [new File(['x'], 'posts.csv', { type: 'text/csv' })] },
    });
    await Promise.resolve();
  });
}

describe('a file that was chosen', () => {
  it('is shown before anything is made: how many, from when to when, what is there already, what is wrong', async () => {
    await choose();
    expect(await screen.findByText('4 posts from Jul 4, 2099 to Aug 9, 2099.')).toBeVisible();
    expect(screen.getByText('2 of these 4 posts exist already.')).toBeVisible();
    expect(screen.getByText('1 row has a mistake.')).toBeVisible();
    expect(screen.getByText('Same platforms, caption, and time as a post you have')).toBeVisible();
    expect(screen.getByText('Same platforms, caption, and time as row 2')).toBeVisible();
    expect(screen.getByText('This date does not exist.')).toBeVisible();
    expect(imports()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /^Open/ }));
    expect(onPost).toHaveBeenCalledWith(id(1));
  });

  it('is imported without what is there already, unless that is wanted all the same', async () => {
    answers = [{ ...made, created: 0, refused: 1 }, made];
    await choose();
    fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
    await waitFor(() => expect(imports()).toHaveLength(1));
    expect(imports()[0]?.url.searchParams.get('duplicates')).toBe('skip');
    await waitFor(() => expect(button('Import')).toBeEnabled());
    fireEvent.click(screen.getByRole('switch', { name: 'Import them all the same' }));
    fireEvent.click(button('Import'));
    await waitFor(() => expect(imports()).toHaveLength(2));
    expect(imports()[1]?.url.searchParams.get('duplicates')).toBe('import');
    expect(imports()[1]?.key).not.toBe(imports()[0]?.key);
  });

  it('with nothing new can only be imported all the same', async () => {
    shown = allThere;
    await choose();
    expect(await screen.findByText('This post exists already.')).toBeVisible();
    expect(button('Import')).toBeDisabled();
    fireEvent.click(screen.getByRole('switch', { name: 'Import them all the same' }));
    expect(button('Import')).toBeEnabled();
  });

  it('has nothing to choose when all of it is new', async () => {
    shown = one;
    await choose();
    expect(await screen.findByText('1 post from Jul 4, 2099 to Aug 9, 2099.')).toBeVisible();
    expect(screen.queryByRole('switch', { name: 'Import them all the same' })).toBeNull();
  });

  it('is read again before it is imported, when that failed', async () => {
    shown = null;
    await choose();
    await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
    shown = one;
    fireEvent.click(button('Import'));
    expect(await screen.findByText(/^1 post from/)).toBeVisible();
    expect(imports()).toEqual([]);
  });

  it('is sent again with the same key after a lost answer', async () => {
    answers = [null, made];
    await choose();
    fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
    await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
    fireEvent.click(button('Import'));
    expect(await screen.findByText(/^1 post created\./)).toBeVisible();
    expect(imports()).toHaveLength(2);
    expect(imports()[1]?.key).toBe(imports()[0]?.key);
  });
});

describe('what was imported', () => {
  const imported = async () => {
    await choose();
    fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
    expect(await screen.findByText('1 post created. 2 rows left out because their posts exist already.')).toBeVisible();
  };
  const undone = () => fetched.mock.calls.filter(([url]) => String(url).endsWith('/api/posts/import/undo'));

  it('is taken back, and exactly that', async () => {
    await imported();
    fireEvent.click(button('Undo'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(undone().map(([, init]) => JSON.parse(String(init?.body)) as unknown)).toEqual([{ ids: [id(2)] }]);
    expect(currentToasts()).toMatchObject([{ title: 'Import undone', description: '1 post removed.' }]);
  });

  it('stays on screen when it could not be taken back', async () => {
    await imported();
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    fireEvent.click(button('Undo'));
    await waitFor(() => expect(currentToasts()[0]?.tone).toBe('error'));
    expect(onClose).not.toHaveBeenCalled();
    expect(button('Undo')).toBeEnabled();
  });

  it('can still be taken back after the dialog is closed', async () => {
    await imported();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    expect(onClose).toHaveBeenCalled();
    const [told] = currentToasts();
    expect(told).toMatchObject({ title: '1 post created.', action: { label: 'Undo' } });
    cleanup();
    act(() => told?.action?.onSelect());
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Import undone'));
    expect(undone()).toHaveLength(1);
  });
});

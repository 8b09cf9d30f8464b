import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import DropAnywhere from './components/drop-anywhere.tsx';
import { aDrop, fileEntry, folderEntry } from './testing/dropped.ts';
import { aFile } from './testing/held-uploads.ts';

const zips = vi.hoisted(() => vi.fn());
vi.mock('./zip/upload-zip.ts', () => ({ uploadZips: zips }));
const files = [new File(['x'], 'loaf.jpg', { type: 'image/jpeg' })];
const zip = new File(['x'], 'summer.zip', { type: 'application/zip' });
const fromOutside = { types: ['Files'], files, items: [], dropEffect: 'copy' };
const onFiles = vi.fn<(files: readonly File[]) => void>();
const onComing = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
});

/** A page that holds a field, a card that takes files itself, and a picture. */
function aPage(isDialogOpen = false, businessId: string | null = 'b') {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <DropAnywhere businessId={businessId} onComing={onComing} onFiles={onFiles} />
      <input aria-label="Search" />
      <div
        data-testid="card"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
      />
      <img alt="Loaf" />
      {isDialogOpen ? <div data-modal="" /> : null}
    </QueryClientProvider>,
  );
}
/** The names of what the upload was handed. */
const taken = () => onFiles.mock.calls.map(([list]) => list.map(({ name }) => name));
const hint = () => screen.queryByText('Drop photos to upload them');

/** Whether the page has taken it from the browser. */
function happen(name: string, facts: object, at: Element = document.body): boolean {
  const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), facts);
  act(() => void at.dispatchEvent(event));
  return event.defaultPrevented;
}
const drag = (name: string, at?: Element, dataTransfer: object = { ...fromOutside }) =>
  happen(name, { dataTransfer }, at);
const aClipboard = (more: Partial<DataTransfer> & { text?: string } = {}) => ({
  clipboardData: {
    files,
    types: more.text === undefined ? ['Files'] : ['text/plain', 'Files'],
    getData: () => more.text ?? '',
    ...more,
  },
});

describe('files that are dropped anywhere on a page', () => {
  it('are announced while they hang above it, and handed to the upload', () => {
    aPage();
    drag('dragenter');
    expect(drag('dragover')).toBe(true);
    expect(hint()).toBeVisible();
    expect(onComing).toHaveBeenCalledOnce();
    expect(drag('drop')).toBe(true);
    expect(taken()).toEqual([['loaf.jpg']]);
    expect(hint()).toBeNull();
  });

  it('may be taken away again', () => {
    aPage();
    drag('dragenter');
    drag('dragenter', screen.getByTestId('card'));
    drag('dragover');
    drag('dragleave');
    expect(hint()).toBeVisible();
    drag('dragleave', screen.getByTestId('card'));
    expect(hint()).toBeNull();
  });

  it('are left to what takes them itself', () => {
    aPage();
    drag('dragover');
    drag('dragover', screen.getByTestId('card'));
    expect(hint()).toBeNull();
    drag('drop', screen.getByTestId('card'));
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('never take the browser away from the page, and a dialog without a target refuses them', () => {
    aPage(true);
    const dataTransfer = { ...fromOutside };
    expect(drag('dragover', document.body, dataTransfer)).toBe(true);
    expect(dataTransfer.dropEffect).toBe('none');
    expect(drag('drop')).toBe(true);
    expect([hint(), onFiles.mock.calls]).toEqual([null, []]);
  });

  it('are not pictures of the page, nor anything else that is dragged on it', () => {
    aPage();
    happen('dragstart', {}, screen.getByAltText('Loaf'));
    expect(drag('dragover')).toBe(false);
    expect(drag('drop')).toBe(false);
    happen('dragend', {});
    expect(drag('dragover', document.body, { types: ['text/plain'] })).toBe(false);
    expect(onFiles).not.toHaveBeenCalled();
    // The end of a drag whose picture has gone meanwhile is told by nobody.
    happen('dragstart', {}, screen.getByAltText('Loaf'));
    happen('pointermove', {});
    expect(drag('drop')).toBe(true);
    expect(onFiles).toHaveBeenCalledOnce();
  });

  it('go on their way at once when they are zips, unless there is no business yet', async () => {
    const { unmount } = aPage();
    drag('drop', document.body, { ...fromOutside, files: [zip] });
    await vi.waitFor(() => expect(zips).toHaveBeenCalledOnce());
    drag('drop', document.body, { ...fromOutside, files: [zip, ...files] });
    expect(taken()).toEqual([['loaf.jpg']]);
    unmount();
    aPage(false, null);
    drag('drop', document.body, { ...fromOutside, files: [zip] });
    expect(taken()).toEqual([['loaf.jpg'], ['summer.zip']]);
  });

  it('stay with the browser on a page that takes none any more', () => {
    aPage().unmount();
    expect(drag('drop')).toBe(false);
    expect(happen('paste', aClipboard())).toBe(false);
  });
});

describe('a folder that is dropped on a page', () => {
  const entries = (...names: string[]) => names.map((name) => fileEntry(name, aFile(name)));
  const drop = (...dropped: (File | FileSystemEntry)[]) => drag('drop', document.body, aDrop(...dropped));
  const isTaken = () => vi.waitFor(() => expect(onFiles).toHaveBeenCalledOnce());

  beforeEach(() => {
    clearToasts();
  });

  it('brings all files inside, also those of folders within, with what was dropped beside it', async () => {
    aPage();
    const deeper = folderEntry('June', [...entries('rye.jpg'), folderEntry('Raw', entries('oat.png', 'prices.pdf'))]);
    drop(folderEntry('Summer', [...entries('bun.jpg'), deeper]), ...files);
    await isTaken();
    expect(taken()).toEqual([['bun.jpg', 'rye.jpg', 'oat.png', 'prices.pdf', 'loaf.jpg']]);
    expect(currentToasts()).toEqual([]);
  });

  it('brings more than a browser tells of at once, without what the operating system keeps there', async () => {
    aPage();
    const names = Array.from({ length: 230 }, (_, index) => `${index}.jpg`);
    drop(folderEntry('Summer', entries('.DS_Store', 'Thumbs.db', ...names)));
    await isTaken();
    expect(taken()).toEqual([names]);
  });

  it('sends zips inside on their way', async () => {
    aPage();
    drop(folderEntry('Summer', [fileEntry('fall.zip', zip), ...entries('bun.jpg')]));
    await isTaken();
    expect(taken()).toEqual([['bun.jpg']]);
    await vi.waitFor(() => expect(zips).toHaveBeenCalledOnce());
  });

  it.each([
    ['There are no files in the folder Summer.', [folderEntry('Summer', entries('.DS_Store'))]],
    ['There are no files in these folders.', [folderEntry('Summer', []), folderEntry('Fall', [])]],
  ])('says when there is nothing inside: %s', async (description, folders) => {
    aPage();
    drop(...folders);
    await vi.waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Nothing to upload', description }));
    expect(onFiles).not.toHaveBeenCalled();
  });

  it('brings what can be read, and says that this was not everything', async () => {
    aPage();
    drop(
      folderEntry('Summer', [fileEntry('gone.jpg', null), ...entries('bun.jpg'), folderEntry('Locked', null)]),
      folderEntry('Fall', entries('rye.jpg')),
    );
    await isTaken();
    expect(taken()).toEqual([['bun.jpg', 'rye.jpg']]);
    expect(currentToasts()[0]).toMatchObject({
      title: 'Not everything was added',
      description: 'Some of what you dropped could not be read. Please try again.',
    });
  });
});

describe('pictures that are pasted on a page', () => {
  it('are handed to the upload', () => {
    aPage();
    expect(happen('paste', aClipboard())).toBe(true);
    expect(taken()).toEqual([['loaf.jpg']]);
  });

  it.each([
    ['while a person types', () => screen.getByLabelText('Search'), aClipboard(), false],
    ['beside the text they were copied with', () => document.body, aClipboard({ text: 'Fresh bread' }), false],
    ['under a dialog', () => document.body, aClipboard(), true],
    ['when there are none', () => document.body, aClipboard({ files: [] as never }), false],
    ['when it is another file', () => document.body, aClipboard({ files: [zip] as never }), false],
  ])('are not taken %s', (_, at, clipboard, isDialogOpen) => {
    aPage(isDialogOpen);
    expect(happen('paste', clipboard, at())).toBe(false);
    expect(onFiles).not.toHaveBeenCalled();
  });
});

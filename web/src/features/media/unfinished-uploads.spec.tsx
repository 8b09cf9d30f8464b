import './testing/device-database.ts';
import { Blob as BlobOfNode } from 'node:buffer';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import PageUploads from './components/page-uploads.tsx';
import { heldUploads } from './testing/held-uploads.ts';
import { unfinishedUploads, widgetName } from './unfinished-uploads.ts';
import { addInto, sendInto, uppyOf, type PhotoUppy } from './uppy.ts';

// Test files share their modules, and others know the widget without the plugin that is meant here.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.resetModules();
});

/** What the real plugin keeps on the device, in the real shape of its database. */
const fetched = stubbedFetch();
const sent = heldUploads();
const storage = { uploadURL: 'https://storage.example/file', method: 'PUT', expiresAt: '2030-01-01T00:00:00.000Z' };
const open: PhotoUppy[] = [];
let businessId: string;

/** What becomes of a file that lies in storage. */
const becomes = (name: string): [number, unknown] =>
  ({
    'corrupt.jpg': [422, { error: 'invalid_image', message: 'This picture could not be read.' }] as [number, unknown],
    'broken-off.jpg': [500, { error: 'internal', message: 'Something went wrong.' }] as [number, unknown],
  })[name] ?? [200, { success: true, photoId: photoId(1), photo: aPhoto(1), sameAs: null }];
beforeEach(() => {
  fetched.mockImplementation((address, init) => {
    const path = new URL(String(address), 'http://localhost').pathname;
    const body = JSON.parse(String(init?.body ?? '{}')) as { originalName?: string };
    const [status, answer] =
      path === '/api/photos/upload'
        ? becomes(body.originalName ?? '')
        : [200, path === '/api/uploader' ? { toStorage: true, partsFromBytes: 1_000_000 } : storage];
    return Promise.resolve(Response.json(answer, { status }));
  });
  businessId = crypto.randomUUID();
  clearToasts();
});
afterEach(() => {
  open.splice(0).forEach((uppy) => uppy.destroy());
});

/** The widget, as a page opens it that knows of none before it. */
function aWidget(): PhotoUppy {
  const uppy = uppyOf(businessId, createQueryClient());
  open.push(uppy);
  return uppy;
}
/** Only the blobs of Node can be kept by the database that stands in for a browser's. */
const add = (uppy: PhotoUppy, ...names: string[]) =>
  uppy.addFiles(
    names.map(
      (name) =>
        ({ name, type: 'image/jpeg', data: new BlobOfNode([name], { type: 'image/jpeg' }), source: 'page' }) as never,
    ),
  );
/** Sends what the widget has; storage takes it. */
async function send(uppy: PhotoUppy): Promise<void> {
  const count = uppy.getFiles().length;
  const uploaded = uppy.upload();
  await vi.waitFor(() => expect(sent).toHaveLength(count));
  for (const upload of sent) {
    await upload.stored('"e"');
  }
  await uploaded;
}
/** The files themselves are kept after what is known of them. */
const keptIds = () =>
  new Promise<string[]>((resolve) => {
    const request = indexedDB.open('uppy-blobs');
    request.onsuccess = () => {
      const own = request.result
        .transaction('files')
        .objectStore('files')
        .index('store')
        .getAll(widgetName(businessId));
      own.onsuccess = () => {
        request.result.close();
        resolve((own.result as { fileID: string }[]).map(({ fileID }) => fileID));
      };
    };
  });
const keptBlobs = async () => (await keptIds()).length;
/** A page that was given these, and has gone since. */
async function aPageBefore(albumId: string | null, ...names: string[]): Promise<void> {
  const uppy = uppyOf(businessId, createQueryClient());
  addInto(uppy, albumId);
  add(uppy, ...names);
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(names.length));
  await vi.waitFor(async () => expect(await keptBlobs()).toBe(names.length));
  leave(uppy);
}
/** A widget that is given up takes its files along; a page that goes does not. */
function leave(uppy: PhotoUppy): void {
  uppy.removePlugin(uppy.getPlugin('GoldenRetriever') as never);
  uppy.destroy();
}
function aPage(onUpload: () => void) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageUploads businessId={businessId} onComing={vi.fn()} onUpload={onUpload} />
    </QueryClientProvider>,
  );
}

it('are said when the next page is opened, and lead to the dialog', async () => {
  await aPageBefore(null, 'a.jpg', 'b.jpg');
  const onUpload = vi.fn();
  aPage(onUpload);
  await vi.waitFor(() =>
    expect(currentToasts()).toMatchObject([
      {
        title: 'Uploads not finished',
        description: '2 photos were not uploaded before the page was closed. They are kept on this device for a day.',
        action: { label: 'Go on' },
      },
    ]),
  );
  currentToasts()[0]?.action?.onSelect();
  expect(onUpload).toHaveBeenCalledExactlyOnceWith();
});

it('are not said any longer once the dialog has them', async () => {
  await aPageBefore(null, 'a.jpg');
  aPage(vi.fn());
  await vi.waitFor(() => expect(currentToasts()).toMatchObject([{ title: 'Uploads not finished', open: true }]));
  aWidget();
  expect(currentToasts()).toMatchObject([{ title: 'Uploads not finished', open: false }]);
});

it('are none where nothing was kept, and asking makes no database', async () => {
  indexedDB.deleteDatabase('uppy-blobs');
  expect(await unfinishedUploads(businessId)).toBe(0);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('uppy-blobs');
});

it('are none once they have arrived or were taken out', async () => {
  const uppy = aWidget();
  add(uppy, 'a.jpg', 'b.jpg');
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(2));
  const [one, two] = uppy.getFiles();
  uppy.emit('upload-success', one, { status: 200, body: {} });
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(1));
  uppy.removeFile(two?.id ?? '');
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(0));
});

it('are none when the server would never take them; those that failed otherwise are', async () => {
  const uppy = aWidget();
  add(uppy, 'corrupt.jpg', 'broken-off.jpg');
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(2));
  await send(uppy);
  expect(uppy.getFiles()).toHaveLength(2);
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(1));
});

it('come back without what has arrived or can never, beside what is added before they are there', async () => {
  const before = uppyOf(businessId, createQueryClient());
  add(before, 'loaf.jpg', 'corrupt.jpg', 'broken-off.jpg');
  await vi.waitFor(async () => expect(await keptBlobs()).toBe(3));
  await send(before);
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(1));
  await vi.waitFor(async () => expect(await keptBlobs()).toBe(2));
  leave(before);
  const uppy = aWidget();
  const added = Array.from({ length: 18 }, (_, index) => `new ${index + 1}.jpg`);
  // Dropped once more, it is the one that was begun.
  add(uppy, 'broken-off.jpg', ...added);
  await vi.waitFor(() => expect(uppy.getState().recoveredState).not.toBeNull());
  expect(uppy.getFiles().map(({ name }) => name)).toEqual(['broken-off.jpg', ...added]);
  expect(uppy.getFiles()[0]).toMatchObject({ isRestored: true });
  await vi.waitFor(async () =>
    expect(await keptIds()).toEqual(expect.arrayContaining(uppy.getFiles().map(({ id }) => id))),
  );
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(19));
});

it('that have all arrived take nothing along that is added before it is known', async () => {
  const before = uppyOf(businessId, createQueryClient());
  add(before, 'loaf.jpg');
  await vi.waitFor(async () => expect(await keptBlobs()).toBe(1));
  await send(before);
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(0));
  leave(before);
  const uppy = aWidget();
  const restored = new Promise((resolve) => uppy.once('restored', resolve));
  add(uppy, 'new.jpg');
  await restored;
  expect(uppy.getFiles().map(({ name }) => name)).toEqual(['new.jpg']);
});

it('are none of this page’s business while the page that has them is open', async () => {
  await aPageBefore(null, 'a.jpg');
  const held: { name: string }[] = [];
  const request = vi.fn((name: string) => (held.push({ name }), new Promise(() => undefined)));
  vi.stubGlobal('navigator', { ...navigator, locks: { request, query: () => Promise.resolve({ held }) } });
  expect(await unfinishedUploads(businessId)).toBe(1);
  aWidget();
  expect(await unfinishedUploads(businessId)).toBe(0);
  vi.unstubAllGlobals();
});

it('come back with the album they were added for', async () => {
  await aPageBefore('fall', 'a.jpg');
  const uppy = aWidget();
  addInto(uppy, 'winter');
  await vi.waitFor(() => expect(uppy.getFiles()).toHaveLength(1));
  sendInto(uppy, 'summer');
  const [file] = uppy.getFiles();
  expect(file).toMatchObject({ name: 'a.jpg', isRestored: true, isGhost: false, meta: { albumId: 'fall' } });
  expect(await (file?.data as Blob).text()).toBe('a.jpg');
  expect(uppy.getState().recoveredState).not.toBeNull();
});

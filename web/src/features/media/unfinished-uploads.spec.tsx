import './testing/device-database.ts';
import { Blob as BlobOfNode } from 'node:buffer';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import PageUploads from './components/page-uploads.tsx';
import { unfinishedUploads, widgetName } from './unfinished-uploads.ts';
import { addInto, sendInto, uppyOf, type PhotoUppy } from './uppy.ts';

// Test files share their modules, and others know the widget without the plugin that is meant here.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.resetModules();
});

/** What the real plugin keeps on the device, in the real shape of its database. */
stubbedFetch().mockImplementation(() => Promise.resolve(Response.json({ toStorage: false, partsFromBytes: 1 })));
const open: PhotoUppy[] = [];
let businessId: string;

beforeEach(() => {
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
/** The files themselves are kept after what is known of them. */
const keptBlobs = () =>
  new Promise<number>((resolve) => {
    const request = indexedDB.open('uppy-blobs');
    request.onsuccess = () => {
      const own = request.result.transaction('files').objectStore('files').index('store').count(widgetName(businessId));
      own.onsuccess = () => {
        request.result.close();
        resolve(own.result);
      };
    };
  });
/** A page that was given these, and has gone since. */
async function aPageBefore(albumId: string | null, ...names: string[]): Promise<void> {
  const uppy = uppyOf(businessId, createQueryClient());
  addInto(uppy, albumId);
  add(uppy, ...names);
  await vi.waitFor(async () => expect(await unfinishedUploads(businessId)).toBe(names.length));
  await vi.waitFor(async () => expect(await keptBlobs()).toBe(names.length));
  // A widget that is given up takes its files along; a page that goes does not.
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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { aFile, heldUploads, leavingIsQuestioned, type HeldUpload } from './testing/held-uploads.ts';
import { activityOf, uploadEngine, type UploadEngine } from './upload-engine.ts';
import { uppyOf, type PhotoUppy } from './uppy.ts';

vi.mock('@uppy/golden-retriever', () => import('./testing/no-retriever.ts'));
const fetched = stubbedFetch();
const sent = heldUploads();
const businessId = crypto.randomUUID();
let engine: UploadEngine;
let uppy: PhotoUppy;

beforeEach(() => {
  clearToasts();
  fetched.mockImplementation(() => Promise.resolve(Response.json({ toStorage: false, partsFromBytes: 1 })));
  const client = createQueryClient();
  engine = uploadEngine(client);
  uppy = uppyOf(businessId, client);
});
afterEach(() => uppy.cancelAll());

/** Chooses these files in the widget and begins; answers as soon as those that may are on their way. */
async function begin(...names: string[]): Promise<void> {
  uppy.addFiles(names.map((name) => ({ name, type: 'image/jpeg', data: aFile(name), source: 'page' }) as never));
  void uppy.upload();
  await vi.waitFor(() => expect(sent).toHaveLength(Math.min(4, names.length)));
}
const fileOf = (name: string) => {
  const file = uppy.getFiles().find((one) => one.name === name);
  return {
    id: file?.id ?? '',
    uploadId: file?.meta.uploadId ?? '',
    isPaused: file?.isPaused,
    error: file?.error ?? null,
  };
};
const statuses = () => Object.fromEntries(engine.items().map(({ name, status }) => [name, status]));
const nth = (index: number): Promise<HeldUpload> =>
  vi.waitFor(() => {
    const upload = sent[index];
    expect(upload).toBeDefined();
    return upload as HeldUpload;
  });

describe('an upload that is paused in the widget', () => {
  it('stops without a failure, keeps nobody on the page, and goes on as the same upload', async () => {
    await begin('loaf.jpg');
    await sent[0]?.move(500, 1000);
    expect(leavingIsQuestioned()).toBe(true);
    uppy.pauseResume(fileOf('loaf.jpg').id);
    await vi.waitFor(() => expect(sent[0]?.isAborted).toBe(true));
    expect(statuses()).toEqual({ 'loaf.jpg': 'paused' });
    expect(engine.items()[0]).toMatchObject({ progress: 50 });
    expect(activityOf(engine.items())).toMatchObject({ active: 0, paused: 1, failed: 0 });
    expect(leavingIsQuestioned()).toBe(false);
    expect([currentToasts(), fileOf('loaf.jpg').error]).toEqual([[], null]);
    uppy.pauseResume(fileOf('loaf.jpg').id);
    const again = await nth(1);
    expect(again.url).toBe(sent[0]?.url);
    await again.arrive(1);
    await vi.waitFor(() => expect(currentToasts()[0]?.description).toBe('Photo uploaded successfully!'));
  });

  it('may go on at once: what was stopped takes nothing from what goes on', async () => {
    await begin('loaf.jpg');
    const { id } = fileOf('loaf.jpg');
    uppy.pauseResume(id);
    uppy.pauseResume(id);
    const again = await nth(1);
    await again.move(100, 1000);
    uppy.pauseResume(id);
    await vi.waitFor(() => expect(again.isAborted).toBe(true));
  });

  it('leaves its place to one that waits, and is not started by anything but the person', async () => {
    await begin('1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg');
    uppy.pauseResume(fileOf('1.jpg').id);
    uppy.pauseResume(fileOf('6.jpg').id);
    await nth(4);
    await sent[1]?.arrive(2);
    dispatchEvent(new Event('online'));
    expect(statuses()).toMatchObject({ '1.jpg': 'paused', '5.jpg': 'uploading', '6.jpg': 'paused' });
    expect(sent).toHaveLength(5);
  });

  it('is paused and goes on with all others by one button', async () => {
    await begin('1.jpg', '2.jpg');
    uppy.pauseAll();
    await vi.waitFor(() => expect(sent.every(({ isAborted }) => isAborted)).toBe(true));
    expect(statuses()).toEqual({ '1.jpg': 'paused', '2.jpg': 'paused' });
    expect(uppy.getObjectOfFilesPerState().isAllPaused).toBe(true);
    uppy.resumeAll();
    await nth(3);
    expect(statuses()).toEqual({ '1.jpg': 'uploading', '2.jpg': 'uploading' });
    expect(fileOf('1.jpg').isPaused).toBe(false);
  });

  it('shows in the widget what was done about it elsewhere', async () => {
    await begin('loaf.jpg', 'roll.jpg');
    uppy.pauseResume(fileOf('loaf.jpg').id);
    engine.resume(fileOf('loaf.jpg').uploadId);
    await nth(2);
    expect(fileOf('loaf.jpg').isPaused).toBe(false);
    engine.remove(fileOf('roll.jpg').uploadId);
    expect(uppy.getFiles()).toHaveLength(1);
  });
});

describe('what the server holds', () => {
  const ended = () =>
    fetched.mock.calls.flatMap(([url, init]) => (init?.method === 'DELETE' ? [String(url).split('uploadId=')[1]] : []));

  it('for a file on its way to storage is free while it is paused, and when its storage failed', async () => {
    const answers = {
      ...{ toStorage: true, partsFromBytes: 10_000, uploadURL: 'https://storage.example/whole', method: 'PUT' },
      expiresAt: '2030-01-01T00:00:00.000Z',
    };
    fetched.mockImplementation(() => Promise.resolve(Response.json(answers)));
    const client = createQueryClient();
    uppy = uppyOf(businessId, client);
    engine = uploadEngine(client);
    await vi.dynamicImportSettled();
    await begin('loaf.jpg');
    const { id, uploadId } = fileOf('loaf.jpg');
    expect(sent[0]?.url).toBe('https://storage.example/whole');
    uppy.pauseResume(id);
    await vi.waitFor(() => expect(ended()).toEqual([uploadId]));
    uppy.pauseResume(id);
    await nth(1);
    vi.spyOn(console, 'error').mockReturnValue();
    fetched.mockImplementation(() => Promise.resolve(Response.json({ error: 'internal' }, { status: 500 })));
    uppy.pauseResume(id);
    uppy.pauseResume(id);
    await vi.waitFor(() => expect(fileOf('loaf.jpg').error).toBe('Failed to start upload'));
    await vi.waitFor(() => expect(ended()).toEqual([uploadId, uploadId, uploadId]));
  });

  it('for a file that a page before this one had begun is given back with it', async () => {
    await begin('other.jpg');
    uppy.addFile({ name: 'loaf.jpg', type: 'image/jpeg', data: aFile('loaf.jpg'), source: 'page' } as never);
    const { id, uploadId } = fileOf('loaf.jpg');
    const progress = { uploadStarted: 1, uploadComplete: false, bytesUploaded: 0, bytesTotal: 1_000 } as const;
    uppy.setFileState(id, { progress });
    uppy.removeFile(id);
    expect(ended()).toEqual([uploadId]);
  });
});

describe('an upload that failed in the widget', () => {
  it('is shown to be under way when it begins again elsewhere', async () => {
    vi.spyOn(console, 'error').mockReturnValue(); // Uppy says there what went wrong
    await begin('loaf.jpg');
    await sent[0]?.refuse(500, 'internal', 'Something went wrong on our side.');
    await vi.waitFor(() => expect(fileOf('loaf.jpg').error).toBe('Something went wrong on our side.'));
    engine.retry(fileOf('loaf.jpg').uploadId);
    const again = await nth(1);
    expect(fileOf('loaf.jpg').error).toBeNull();
    await again.arrive(1);
    const [file] = uppy.getFiles();
    expect(file?.progress.uploadComplete).toBe(true);
    expect(file?.uploadURL).toMatch(/^http.*\/media\?photo=[\da-f-]{36}&business=[\da-f-]{36}$/);
  });
});

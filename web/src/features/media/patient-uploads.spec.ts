import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { aFile, heldUploads, type HeldUpload } from './testing/held-uploads.ts';
import { uploadEngine, type UploadEngine } from './upload-engine.ts';

stubbedFetch().mockImplementation(() => Promise.resolve(Response.json([])));
const sent = heldUploads();
let engine: UploadEngine;

beforeEach(() => {
  vi.useFakeTimers();
  engine = uploadEngine(createQueryClient());
  engine.start([
    { id: 'loaf', businessId: 'bakery', owner: 'card', albumId: null, file: aFile('loaf.jpg'), name: 'loaf.jpg' },
  ]);
});
afterEach(() => {
  vi.useRealTimers();
});

const refuseFor = async (
  upload: HeldUpload | undefined,
  seconds: number,
  [status, code]: readonly [number, string] = [429, 'rate_limited'],
): Promise<void> => {
  Object.assign(upload ?? {}, { getResponseHeader: (name: string) => (name === 'Retry-After' ? `${seconds}` : null) });
  await upload?.refuse(status, code, 'Too many requests. Please wait a moment.');
};

describe('an upload that is one of too many requests', () => {
  it('waits as long as the server says, however often it says so, and arrives as the same upload', async () => {
    for (const [attempt, seconds] of [1, 7, 2, 3, 4].entries()) {
      await refuseFor(sent[attempt], seconds);
      expect(engine.items()).toMatchObject([{ status: 'uploading' }]);
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(sent).toHaveLength(attempt + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent).toHaveLength(attempt + 2);
    }
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1);
    await sent[5]?.arrive();
    expect(engine.items()).toMatchObject([{ status: 'success' }]);
    expect(currentToasts()).toMatchObject([{ tone: 'success' }]);
  });

  it('asks no more once it is removed', async () => {
    await refuseFor(sent[0], 7);
    engine.remove('loaf');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    expect(currentToasts()).toEqual([]);
  });
});

describe('an upload that is one too many at this moment', () => {
  it('is sent again when the server says, and not before', async () => {
    await refuseFor(sent[0], 10, [503, 'unavailable']);
    expect(engine.items()).toMatchObject([{ status: 'uploading' }]);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await sent[1]?.arrive();
    expect(engine.items()).toMatchObject([{ status: 'success' }]);
  });
});

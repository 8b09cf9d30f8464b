import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { heldUploads, type HeldUpload } from './testing/held-uploads.ts';
import { uploadWay, type FileToSend } from './upload-way.ts';

const fetched = stubbedFetch();
const sent = heldUploads();
const MB = 1_048_576;
const photo = aPhoto(1);
const key = 'business/incoming/transfer';
const uploadId = '00000000-0000-4000-8000-0000000000aa';

/** What the gateway answers, by method and path. */
let answers: Record<string, (url: URL, body: unknown) => unknown>;
let asked: string[];
/** The uploads that were ended, by their ids. */
let ended: (string | null)[];

beforeEach(() => {
  asked = [];
  ended = [];
  answers = {
    'GET /api/uploader': () => ({ toStorage: true, partsFromBytes: 10 * MB }),
    'POST /api/objects/upload': () => ({
      ...{ uploadURL: 'https://storage.example/whole', method: 'PUT' },
      expiresAt: '2030-01-01T00:00:00.000Z',
    }),
    'PUT /api/photos/upload': () => ({ success: true, photoId: photo.id, photo }),
    'POST /api/uploader/s3/multipart': () => ({ key, uploadId }),
    [`GET /api/uploader/s3/multipart/${uploadId}`]: () => [],
    [`POST /api/uploader/s3/multipart/${uploadId}/complete`]: () => ({
      ...{ location: 'https://storage.example/joined', bucket: 'photos', key },
    }),
  };
  for (const number of [1, 2, 3]) {
    answers[`GET /api/uploader/s3/multipart/${uploadId}/${number}`] = () => ({
      url: `https://storage.example/part/${number}`,
      expires: 60,
    });
  }
  fetched.mockImplementation((address, init) => {
    const url = new URL(address as string, 'http://localhost');
    const call = `${init?.method} ${url.pathname}`;
    asked.push(call);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const answer = answers[call]?.(url, body) ?? new Response('{}', { status: 404 });
    return Promise.resolve(answer).then((one) => (one instanceof Response ? one : Response.json(one)));
  });
});

async function wayOf() {
  const way = uploadWay();
  await way.prepare();
  return way;
}

function file(bytes: number): FileToSend {
  return {
    id: crypto.randomUUID(),
    businessId: 'b',
    file: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }),
    name: 'loaf.jpg',
    signal: new AbortController().signal,
    onProgress: vi.fn(),
  };
}

const nth = (index: number): Promise<HeldUpload> =>
  vi.waitFor(() => {
    const upload = sent[index];
    expect(upload).toBeDefined();
    return upload as HeldUpload;
  });
const refusal = (status: number, error: string) => new Response(JSON.stringify({ error, message: error }), { status });

/** A file that lies in storage already; `save` makes a photo of it. */
async function losingTheLastAnswer() {
  const way = await wayOf();
  const item = file(1_000);
  const before = sent.length;
  const save = answers['PUT /api/photos/upload'];
  answers['PUT /api/photos/upload'] = () => refusal(503, 'unavailable');
  const lost = expect(way.send(item)).rejects.toMatchObject({ status: 503 });
  await (await nth(before)).stored('"e"');
  await lost;
  return { way, item, save };
}

describe('a file on its way to storage', () => {
  it('goes there whole when it is small, announced with its size and id', async () => {
    const way = await wayOf();
    const item = file(1_000);
    let announced: unknown;
    let saved: unknown;
    const start = answers['POST /api/objects/upload'];
    answers['POST /api/objects/upload'] = (url, body) => ((announced = body), start?.(url, body));
    answers['PUT /api/photos/upload'] = (_, body) => ((saved = body), { success: true, photoId: photo.id, photo });
    const result = way.send(item);
    const upload = await nth(0);
    expect(upload.url).toBe('https://storage.example/whole');
    expect(upload.headers).toEqual({});
    await upload.move(500, 1_000);
    await upload.move(1_000, 1_000);
    await upload.stored('"e"');
    expect((await result).photo).toEqual(photo);
    expect(vi.mocked(item.onProgress).mock.calls).toEqual([[50], [99]]);
    expect(announced).toEqual({ uploadId: item.id, fileSize: 1_000 });
    expect(saved).toEqual({ objectURL: 'https://storage.example/whole', originalName: 'loaf.jpg' });
  });

  it('goes in parts from the size on that the installation names, without those that have arrived', async () => {
    const way = await wayOf();
    answers[`GET /api/uploader/s3/multipart/${uploadId}`] = () => [{ PartNumber: 1, ETag: '"one"', Size: 5 * MB }];
    let joined: unknown;
    const join = answers[`POST /api/uploader/s3/multipart/${uploadId}/complete`];
    answers[`POST /api/uploader/s3/multipart/${uploadId}/complete`] = (url, body) => (
      (joined = [url.searchParams.get('key'), body]),
      join?.(url, body)
    );
    const item = file(11 * MB);
    const result = way.send(item);
    await (await nth(0)).stored('"two"');
    await (await nth(1)).stored('"three"');
    expect((await result).photo).toEqual(photo);
    expect(sent.map(({ url }) => url)).toEqual(['https://storage.example/part/2', 'https://storage.example/part/3']);
    expect(joined).toEqual([
      key,
      {
        parts: [
          { PartNumber: 1, ETag: '"one"' },
          { PartNumber: 2, ETag: '"two"' },
          { PartNumber: 3, ETag: '"three"' },
        ],
      },
    ]);
    expect(vi.mocked(item.onProgress).mock.calls.map(([percent]) => percent)).toEqual([45, 91, 99]);
  });

  it('is joined by what storage says it has when it hides from the page what it took', async () => {
    const way = await wayOf();
    let asks = 0;
    answers[`GET /api/uploader/s3/multipart/${uploadId}`] = () =>
      (asks += 1) === 1 ? [] : [1, 2, 3].map((n) => ({ PartNumber: n, ETag: `"${n}"`, Size: 5 * MB }));
    let joined: unknown;
    const join = answers[`POST /api/uploader/s3/multipart/${uploadId}/complete`];
    answers[`POST /api/uploader/s3/multipart/${uploadId}/complete`] = (url, body) => (
      (joined = body),
      join?.(url, body)
    );
    const result = way.send(file(11 * MB));
    for (const part of [0, 1, 2]) {
      await (await nth(part)).stored(null);
    }
    expect((await result).photo).toEqual(photo);
    expect(joined).toEqual({ parts: [1, 2, 3].map((n) => ({ PartNumber: n, ETag: `"${n}"` })) });
    expect(asks).toBe(2);
  });

  it('is sent once more when storage did not keep it, and no more than once', async () => {
    const way = await wayOf();
    const save = answers['PUT /api/photos/upload'];
    answers['PUT /api/photos/upload'] = (url, body) =>
      sent.length === 1 ? refusal(400, 'invalid_object') : save?.(url, body);
    const result = way.send(file(1_000));
    await (await nth(0)).stored('"e"');
    await (await nth(1)).stored('"e"');
    expect((await result).photo).toEqual(photo);
    answers['PUT /api/photos/upload'] = () => refusal(400, 'invalid_object');
    const lost = expect(way.send(file(1_000))).rejects.toMatchObject({ code: 'invalid_object' });
    await (await nth(2)).stored('"e"');
    await (await nth(3)).stored('"e"');
    await lost;
    expect(sent).toHaveLength(4);
  });

  it('does not wait for ever for a storage that takes no more bytes, nor for one that does not say that it has them', async () => {
    const way = await wayOf();
    vi.useFakeTimers();
    for (const [moved, ms] of [
      [500, 60_000],
      [1_000, 120_000],
    ] as const) {
      const before = sent.length;
      const lost = expect(way.send(file(1_000))).rejects.toMatchObject({ code: 'network', status: 0 });
      await vi.waitFor(() => expect(sent).toHaveLength(before + 1));
      await sent[before]?.move(moved, 1_000);
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(sent[before]?.isAborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await lost;
      expect(sent[before]?.isAborted).toBe(true);
    }
    vi.useRealTimers();
  });

  it('is a photo within two minutes, or is tried again', async () => {
    const deadlines = vi.spyOn(AbortSignal, 'timeout');
    const way = await wayOf();
    const result = way.send(file(1_000));
    await (await nth(0)).stored('"e"');
    await result;
    // The question which way it takes, its announcement, and what makes a photo of it.
    expect(deadlines.mock.calls.flat()).toEqual([30_000, 120_000, 120_000]);
    deadlines.mockRestore();
  });

  it('is not sent again when only the last answer was lost', async () => {
    const { way, item, save } = await losingTheLastAnswer();
    answers['PUT /api/photos/upload'] = save ?? (() => undefined);
    expect((await way.send(item)).photo).toEqual(photo);
    expect(sent).toHaveLength(1);
  });

  it('is sent again when it lay there too long', async () => {
    const { way, item, save } = await losingTheLastAnswer();
    answers['PUT /api/photos/upload'] = (url, body) =>
      sent.length === 1 ? refusal(400, 'invalid_object') : save?.(url, body);
    const again = way.send(item);
    await (await nth(1)).stored('"e"');
    expect((await again).photo).toEqual(photo);
  });

  it('goes through the gateway when this browser does not reach the storage, and so do those after it', async () => {
    const way = await wayOf();
    const first = way.send(file(1_000));
    await (await nth(0)).breakOff();
    const direct = await nth(1);
    expect(direct.url).toContain('/api/photos/direct-upload/');
    await direct.arrive(1);
    expect((await first).photo).toEqual(photo);
    const second = way.send(file(1_000));
    const next = await nth(2);
    expect(next.url).toContain('/api/photos/direct-upload/');
    await next.arrive(1);
    await second;
  });

  it('stays on its way when the connection breaks in the middle', async () => {
    const way = await wayOf();
    const broken = expect(way.send(file(1_000))).rejects.toMatchObject({ code: 'network' });
    const upload = await nth(0);
    await upload.move(500, 1_000);
    await upload.breakOff();
    await broken;
    expect(sent).toHaveLength(1);
  });

  it('has no room any more when nothing of it is worth keeping: neither paused nor given up it stands in the way', async () => {
    const way = await wayOf();
    const [controller, item] = [new AbortController(), file(1_000)];
    const stopped = expect(way.send({ ...item, signal: controller.signal })).rejects.toThrow('cancelled');
    await nth(0);
    controller.abort();
    await stopped;
    const { promise, resolve } = Promise.withResolvers<void>();
    answers['DELETE /api/objects/upload'] = (url) => {
      ended.push(url.searchParams.get('uploadId'));
      return promise.then(() => Response.json({}));
    };
    way.rest(item);
    way.rest(item);
    const again = way.send(item);
    // What is sent again is not ended with what was before.
    await vi.dynamicImportSettled();
    expect(asked.filter((call) => call === 'POST /api/objects/upload')).toHaveLength(1);
    resolve();
    await (await nth(1)).stored('"e"');
    await again;
    way.rest(item);
    expect(ended).toEqual([item.id]);
    way.giveUp(item);
    expect(ended).toEqual([item.id, item.id]);
  });

  it('keeps its parts while it is paused, and its place once it has arrived', async () => {
    const way = await wayOf();
    answers['DELETE /api/objects/upload'] = (url) => (ended.push(url.searchParams.get('uploadId')), {});
    const [controller, item] = [new AbortController(), file(11 * MB)];
    const stopped = expect(way.send({ ...item, signal: controller.signal })).rejects.toThrow('cancelled');
    await nth(0);
    controller.abort();
    await stopped;
    way.rest(item);
    expect(ended).toEqual([]);
    way.giveUp(item);
    expect(ended).toEqual([item.id]);
    const lost = await losingTheLastAnswer();
    lost.way.rest(lost.item);
    expect(ended).toEqual([item.id]);
  });

  it('is given up without a network as well, and nobody is told', async () => {
    const way = await wayOf();
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    way.giveUp(file(1_000));
    await vi.waitFor(() =>
      expect(fetched).toHaveBeenLastCalledWith(expect.stringContaining('/api/objects/upload?'), expect.anything()),
    );
    expect(currentToasts()).toEqual([]);
  });

  it('says which step failed when the answer has no sentence for it', async () => {
    const down = () => new Response('<html>Bad gateway</html>', { status: 502 });
    const save = answers['PUT /api/photos/upload'];
    answers['PUT /api/photos/upload'] = down;
    const way = await wayOf();
    const unsaved = expect(way.send(file(1_000))).rejects.toMatchObject({
      ...{ status: 502, message: 'Failed to save media file' },
    });
    await (await nth(0)).stored('"e"');
    await unsaved;
    answers['PUT /api/photos/upload'] = save ?? down;
    answers['POST /api/objects/upload'] = down;
    answers['POST /api/uploader/s3/multipart'] = () => refusal(500, 'internal');
    for (const size of [1_000, 11 * MB]) {
      await expect(way.send(file(size))).rejects.toMatchObject({ message: 'Failed to start upload' });
    }
    answers['POST /api/objects/upload'] = () => refusal(403, 'upgrade_required');
    await expect(way.send(file(1_000))).rejects.toMatchObject({ message: 'upgrade_required' });
  });

  it('takes the gateway while nothing else is known', async () => {
    answers['GET /api/uploader'] = () => refusal(503, 'unavailable');
    const way = await wayOf();
    const result = way.send(file(20 * MB));
    const upload = await nth(0);
    expect(upload.url).toContain('/api/photos/direct-upload/');
    await upload.arrive(1);
    await result;
  });
});

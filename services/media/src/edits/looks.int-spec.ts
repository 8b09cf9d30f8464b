import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, mediaEvents, mediaRpc, rowsOf, untouched } from '@postloom/contracts';
import type { Photo, PhotoEdit } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import sharp from 'sharp';
import { ExportedPhotosRepository } from '../exports/exported-photos.repository.ts';
import { withTempFolder } from '../pictures/temp-folder.ts';
import { objectKeys, Storage } from '../storage/index.ts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { carriesMetadata, heic, jpeg, sidewaysJpeg } from '../testing/pictures.ts';
import { KeepPhoto, measureFile } from '../uploads/index.ts';

const edit = (changes: Partial<PhotoEdit>): PhotoEdit => ({ version: 1, ...untouched, ...changes });
const blue = [40, 80, 220];

describe('the look of a photo', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const set = (tenant: Tenant, id: string, changes: PhotoEdit | null): Promise<Photo> =>
    media.rpc(albumRpc.photoLook, { id, edit: changes }, tenant);
  const open = async (tenant: Tenant, path: string): Promise<Buffer> => {
    const { status, bytes } = await media.open(tenant, path.replace('/objects/', ''));
    expect([path, status]).toEqual([path, 200]);
    return bytes;
  };
  const pictures = ({ objectPath, thumbnails }: Photo): string[] => [objectPath, ...Object.values(thumbnails)];
  const mean = async (picture: Buffer): Promise<number[]> =>
    (await sharp(picture).stats()).channels.slice(0, 3).map((channel) => channel.mean);
  const doomed = async (tenant: Tenant): Promise<string[]> =>
    (
      await media.sql<{ object_key: string }>('SELECT object_key FROM object_deletions WHERE object_key LIKE $1', [
        `${tenant.caller.businessId}/%`,
      ])
    ).map(({ object_key: key }) => key);

  it('is another one at other addresses, while the file and its pictures stay; it is what platforms and captions get', async () => {
    const tenant = media.tenant();
    const bytes = await sidewaysJpeg();
    const before = await media.photo(tenant, bytes, 'roll.jpg');
    // Upright it is 40 x 60 with the blue quarter in the right upper corner.
    const changed = await set(tenant, before.id, edit({ crop: { x: 22, y: 2, width: 16, height: 24 } }));
    expect(changed).toMatchObject({
      ...{ id: before.id, width: 16, height: 24, status: 'ready', sha256: before.sha256, fileSize: before.fileSize },
      original: { width: 40, height: 60, objectPath: before.objectPath },
      edit: { version: 1, crop: { x: 22, y: 2, width: 16, height: 24 } },
    });
    expect(new Set([...pictures(before), ...pictures(changed)]).size).toBe(8);
    for (const path of pictures(changed)) {
      const picture = await open(tenant, path);
      expect(await carriesMetadata(picture)).toBe(false);
      for (const [index, wanted] of blue.entries()) {
        expect(Math.abs(((await mean(picture))[index] ?? 0) - wanted)).toBeLessThan(14);
      }
    }
    for (const purpose of ['publish', 'caption'] as const) {
      const source = await media.rpc(mediaRpc.photoSource, { photoId: before.id, purpose }, tenant);
      expect(source).toMatchObject({ width: 16, height: 24 });
    }
    expect(await open(tenant, `download/${before.id}`)).toEqual(bytes);
    await Promise.all(pictures(before).map((path) => open(tenant, path)));
    const data = await media.open(tenant, `data/${before.id}`);
    expect([data.bytes.equals(await open(tenant, changed.objectPath)), data.headers['cache-control']]).toEqual([
      true,
      'private, no-cache',
    ]);
    expect(await media.storage(tenant)).toMatchObject({ used: before.fileSize });
    const told = await media.sql<{ subject: string }>(
      'SELECT subject FROM outbox WHERE entity_id = $1 ORDER BY version DESC LIMIT 1',
      [before.id],
    );
    expect(told).toEqual([{ subject: mediaEvents.photoUpdated.subject }]);
  });

  it('goes back to the original at any time, also after another change', async () => {
    const tenant = media.tenant();
    const before = await media.photo(tenant, await jpeg(90, 64, 48));
    const first = await set(tenant, before.id, edit({ turn: 90, brightness: 40 }));
    expect(first).toMatchObject({ width: 48, height: 64 });
    const second = await set(tenant, before.id, edit({ saturation: -100 }));
    expect(second).toMatchObject({ width: 64, height: 48, original: { width: 64, height: 48 } });
    const back = await set(tenant, before.id, null);
    expect(back).toEqual(before);
    await Promise.all(pictures(back).map((path) => open(tenant, path)));
    // What was shown meanwhile goes once nobody can be fetching it any more.
    const gone = await doomed(tenant);
    for (const path of [...pictures(first), ...pictures(second)]) {
      expect(gone).toContain(path.replace('/objects/', ''));
    }
    for (const path of pictures(back)) {
      expect(gone).not.toContain(path.replace('/objects/', ''));
    }
  });

  it('stays as it is when nothing changes, and leaves nothing behind', async () => {
    const tenant = media.tenant();
    const before = await media.photo(tenant, await jpeg(1));
    expect(await set(tenant, before.id, edit({}))).toEqual(before);
    const changed = await set(tenant, before.id, edit({ contrast: 10 }));
    expect(await set(tenant, before.id, edit({ contrast: 10 }))).toEqual(changed);
    expect(await doomed(tenant)).toEqual([]);
  });

  it('is drawn again with the pictures of the original when storage has lost some', async () => {
    const tenant = media.tenant();
    const before = await media.photo(tenant, heic(), 'loaf.heic');
    const changed = await set(tenant, before.id, edit({ turn: 270, degrees: 3.5 }));
    const shown = await open(tenant, changed.objectPath);
    const all = [...pictures(before), ...pictures(changed)].map((path) => path.replace('/objects/', ''));
    await media.service.get(Storage).delete(all);
    await media.sql(
      `UPDATE renditions SET state = 'pending', outputs = NULL, ready_at = now(), lease_until = '-infinity' WHERE id = $1`,
      [before.id],
    );
    await eventually('both are there again', async () => {
      expect(await open(tenant, changed.objectPath)).toEqual(shown);
      await open(tenant, before.objectPath);
    });
  });

  it('is refused while storage breaks off or gives back something else, and may be asked for again', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(4));
    const storage = media.service.get(Storage);
    const fetched = storage.open.bind(storage);
    const broken = new Readable({ read: () => broken.destroy(new Error('reset by storage')) });
    for (const body of [broken, Readable.from([await jpeg(5)])]) {
      storage.open = () => Promise.resolve({ body, contentLength: 0, contentRange: undefined });
      expect(await refusal(set(tenant, photo.id, edit({ turn: 90 })))).toMatchObject({ code: 'dependency_failed' });
    }
    storage.open = fetched;
    expect(await set(tenant, photo.id, edit({ turn: 90 }))).toMatchObject({ edit: { turn: 90 } });
  });

  it('is refused when storage has lost the original, with what can still be done; the photo stays as it is', async () => {
    const tenant = media.tenant();
    const before = await media.photo(tenant, await jpeg(4));
    await media.service.get(Storage).delete([objectKeys.original(tenant.caller.businessId, before.id)]);
    expect(await refusal(set(tenant, before.id, edit({ turn: 90 })))).toEqual({
      code: 'not_found',
      message:
        'The original file of this photo is missing, so it can’t be changed. You can still post it as it is, or upload the file again.',
    });
    expect(await media.rpc(mediaRpc.photoGet, { id: before.id }, tenant)).toEqual(before);
    await open(tenant, `data/${before.id}`);
  });

  it('survives deletion and return, and goes with its photo', async () => {
    const tenant = media.tenant();
    const before = await media.photo(tenant, await jpeg(3, 40, 30));
    const changed = await set(tenant, before.id, edit({ mirrored: true }));
    await media.rpc(mediaRpc.photoDelete, { id: before.id, force: false }, tenant);
    const deleted = await media.rpc(mediaRpc.photoDeleted, {}, tenant);
    expect(rowsOf(deleted)).toMatchObject([{ objectPath: changed.objectPath, edit: changed.edit }]);
    await media.rpc(albumRpc.photoBulk, { ids: [before.id], action: 'restore' }, tenant);
    expect(await media.rpc(mediaRpc.photoGet, { id: before.id }, tenant)).toMatchObject({
      ...{ edit: changed.edit, objectPath: changed.objectPath, original: changed.original },
    });
    await media.rpc(mediaRpc.photoDelete, { id: before.id, force: false }, tenant);
    await media.rpc(albumRpc.photoBulk, { ids: [before.id], action: 'erase' }, tenant);
    await eventually('nothing of it is stored', () => expect(media.keys(tenant)).toEqual([]));
  });

  it('leaves with an export, and comes back with its photo', async () => {
    const tenant = media.tenant();
    const bytes = await sidewaysJpeg();
    const photo = await media.photo(tenant, bytes);
    const changed = await set(tenant, photo.id, edit({ turn: 90, crop: { x: 4, y: 2, width: 30, height: 20 } }));
    const { businessId } = tenant.caller;
    const page = { until: new Date(Date.now() + 60_000), cursor: null, limit: 10 };
    const { rows } = await media.service
      .get(Uow)
      .run(Scope.business(businessId), (tx) => media.service.get(ExportedPhotosRepository).page(tx, businessId, page));
    expect(rows).toMatchObject([{ edit: changed.edit, preview: changed.thumbnails['400'].split('/').at(-1) }]);

    const other = media.tenant();
    const uploadId = randomUUID();
    await media.start(other, uploadId, bytes.length);
    const remembered = {
      altText: null,
      tags: [],
      albumId: null,
      createdAt: photo.createdAt,
      edit: changed.edit ?? null,
    };
    const back = await withTempFolder(async (folder) => {
      const file = await measureFile(Readable.from([bytes]), 'roll.jpg', folder);
      return media.service.get(KeepPhoto).execute({ ...other.caller, uploadId }, file, remembered);
    });
    const ready = await media.ready(other, back.photo.id);
    expect(ready).toMatchObject({ width: 30, height: 20, edit: changed.edit, original: { width: 40, height: 60 } });
    expect(await open(other, ready.objectPath)).toEqual(await open(tenant, changed.objectPath));
    expect(ready.placeholder).toBe(changed.placeholder);
    const { width, height, placeholder } = photo;
    expect(await set(other, ready.id, null)).toMatchObject({ width, height, placeholder, edit: null });
  });

  it('is what a copy and a cut of it are made of', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await sidewaysJpeg(), 'roll.png');
    await set(tenant, photo.id, edit({ crop: { x: 10, y: 0, width: 30, height: 40 } }));
    // In pixels of what it shows: the blue quarter begins at 10.
    const part = await media.rpc(
      albumRpc.photoEdit,
      { id: photo.id, crop: { x: 12, y: 2, width: 16, height: 26 } },
      tenant,
    );
    expect(part).toMatchObject({ width: 16, height: 26, originalName: 'roll (cropped).jpg', edit: null });
    for (const [index, wanted] of blue.entries()) {
      expect(Math.abs(((await mean(await open(tenant, part.objectPath)))[index] ?? 0) - wanted)).toBeLessThan(14);
    }
    const copy = await media.rpc(albumRpc.photoEdit, { id: photo.id, edit: edit({ turn: 90 }) }, tenant);
    expect(copy).toMatchObject({
      width: 60,
      height: 40,
      originalName: 'roll (edited).jpg',
      edit: null,
      status: 'ready',
    });
  });

  it.each<[string, unknown]>([
    ['a crop that leaves the picture', edit({ crop: { x: 10, y: 0, width: 30, height: 24 } })],
    ['a crop that leaves the turned picture', edit({ turn: 90, crop: { x: 0, y: 0, width: 32, height: 24 } })],
    ['a crop that leaves the straightened picture', edit({ degrees: 10, crop: { x: 0, y: 0, width: 32, height: 24 } })],
    ['an eighth of a turn', { ...edit({}), turn: 45 }],
    ['too much', edit({ brightness: 101 })],
    ['more degrees than a straightening', edit({ degrees: 45.1 })],
    ['hundredths of a degree', edit({ degrees: 0.05 })],
    ['another version', { ...edit({}), version: 2 }],
    ['words of another kind', { ...edit({}), sharpen: 3 }],
  ])('is refused when it is %s, and nothing changes', async (_, changes) => {
    const tenant = media.tenant();
    const before = await media.photo(tenant, await jpeg(1, 32, 24));
    expect(await refusal(set(tenant, before.id, changes as PhotoEdit))).toMatchObject({ code: 'validation_failed' });
    expect(await media.rpc(mediaRpc.photoGet, { id: before.id }, tenant)).toEqual(before);
  });

  it('is no business of others or of viewers, and waits until the photo is ready', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(1));
    expect(await refusal(set(media.tenant(), photo.id, null))).toMatchObject({ code: 'not_found' });
    const viewer: Tenant = { caller: { ...tenant.caller, role: 'viewer' } };
    expect(await refusal(set(viewer, photo.id, edit({ turn: 90 })))).toMatchObject({ code: 'forbidden' });
    expect(await refusal(set(tenant, randomUUID(), edit({ turn: 90 })))).toMatchObject({ code: 'not_found' });
    await media.sql(`UPDATE renditions SET state = 'pending', outputs = NULL, ready_at = 'infinity' WHERE id = $1`, [
      photo.id,
    ]);
    expect(await refusal(set(tenant, photo.id, edit({ turn: 90 })))).toMatchObject({
      ...{ code: 'unavailable', message: 'This photo is still being prepared.' },
    });
  });

  it('of two people at once is that of the last one, whole', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(1, 48, 32));
    const wishes = [90, 180, 270].map((turn) => edit({ turn: turn as 90 | 180 | 270 }));
    await Promise.all(wishes.map((wish) => set(tenant, photo.id, wish)));
    const last = await media.rpc(mediaRpc.photoGet, { id: photo.id }, tenant);
    expect(wishes).toContainEqual(last.edit);
    const metadata = await sharp(await open(tenant, last.objectPath)).metadata();
    expect([metadata.width, metadata.height]).toEqual([last.width, last.height]);
    const kept = new Set([...pictures(photo), ...pictures(last)].map((path) => path.replace('/objects/', '')));
    expect((await doomed(tenant)).filter((key) => kept.has(key))).toEqual([]);
  });
});

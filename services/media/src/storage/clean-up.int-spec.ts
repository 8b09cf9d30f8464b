import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, AppError, untouched } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { DeletionClaims, Storage } from './index.ts';

describe('storage that takes nothing, and a database that is away when that is cleaned up', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const upload = async (tenant: Tenant): Promise<unknown> => {
    const { body } = await media.upload(tenant, [{ fileName: 'b.jpg', bytes: await jpeg(2) }]);
    return { code: body?.error };
  };
  const look = (tenant: Tenant, { id }: Photo): Promise<unknown> =>
    refusal(media.rpc(albumRpc.photoLook, { id, edit: { version: 1, ...untouched, turn: 90 } }, tenant));
  const copy = (tenant: Tenant, { id }: Photo): Promise<unknown> =>
    refusal(media.rpc(albumRpc.photoEdit, { id, crop: { x: 0, y: 0, width: 8, height: 8 } }, tenant));

  it.each([
    ['an upload', upload],
    ['a look', look],
    ['a copy', copy],
  ])('leave the person of %s to read that it was the storage', async (_, work) => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(1));
    const [storage, deletions] = [media.service.get(Storage), media.service.get(DeletionClaims)];
    const { putFile, putBytes } = storage;
    const { add, addIfErased } = deletions;
    let failures = 0;
    const isAway = (): Promise<never> => {
      failures += 1;
      return Promise.reject(new Error('the database is failing over'));
    };
    const refuse = (): Promise<never> => {
      Object.assign(deletions, { add: isAway, addIfErased: isAway });
      return Promise.reject(new AppError('dependency_failed'));
    };
    Object.assign(storage, { putFile: refuse, putBytes: refuse });
    try {
      expect(await work(tenant, photo)).toMatchObject({ code: 'dependency_failed' });
      expect(failures).toBe(1);
    } finally {
      Object.assign(storage, { putFile, putBytes });
      Object.assign(deletions, { add, addIfErased });
    }
  });
});

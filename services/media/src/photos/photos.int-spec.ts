import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaEvents, mediaRpc, schedulingEvents } from '@postloom/contracts';
import type { InputOf, Photo } from '@postloom/contracts';
import { assertTenantIsolation, eventually } from '@postloom/testing';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

type Query = InputOf<typeof mediaRpc.photoList>;

describe('the library', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  const ids: string[] = [];
  const names = ['İzmir.jpg', 'apple.jpg', 'Äpfel.jpg', 'Zebra.jpg', 'banana 100%.jpg', 'banana.jpg', 'b_1.jpg'];

  beforeAll(async () => {
    media = await MediaUnderTest.start();
    tenant = media.tenant();
    for (const [index, name] of names.entries()) {
      const { body } = await media.upload(tenant, [{ fileName: name, bytes: await jpeg(index, 20 + index, 24) }]);
      ids.push(body?.photoId ?? '');
    }
    // All within one millisecond: a cursor that rounds would skip or repeat photos.
    await media.sql(
      `UPDATE photos SET created_at = '2026-11-20 10:00:00.123Z'::timestamptz + make_interval(secs => n.place / 1e6), file_size = 1000
       FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM photos WHERE business_id = $1) n WHERE photos.id = n.id`,
      [tenant.caller.businessId],
    );
  });
  afterAll(() => media.close());

  const all = async (query: Query = {}) => (await media.rpc(mediaRpc.photoList, query, tenant)) as Photo[];
  const page = async (query: Query) => {
    const answer = await media.rpc(mediaRpc.photoList, query, tenant);
    if (Array.isArray(answer)) {
      throw new Error('not a page');
    }
    return answer;
  };

  it.each(['newest', 'oldest', 'name', 'size'] as const)(
    'sorted by %s is the same in one piece and in pages',
    async (sort) => {
      const whole = await all({ sort });
      expect(whole.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const { data, nextCursor, total } = await page({ sort, limit: 2, ...(cursor && { cursor }) });
        expect(total).toBe(names.length);
        seen.push(...data.map(({ id }) => id));
        cursor = nextCursor;
      } while (cursor);
      expect(seen).toEqual(whole.map(({ id }) => id));
    },
  );

  it('newest first without being asked, oldest last', async () => {
    const newest = (await all()).map(({ id }) => id);
    expect(newest).toEqual(ids.toReversed());
    expect((await all({ sort: 'oldest' })).map(({ id }) => id)).toEqual(ids);
  });

  it('goes on after a name of 255 characters', async () => {
    const other = media.tenant();
    for (const letter of ['字', '字字']) {
      const bytes = await jpeg(letter.length);
      await media.upload(other, [{ fileName: `${letter.padEnd(251, '字')}.jpg`, bytes }], letter);
    }
    const first = await media.rpc(mediaRpc.photoList, { sort: 'name', limit: 1 }, other);
    const cursor = Array.isArray(first) ? null : first.nextCursor;
    const second = await media.rpc(mediaRpc.photoList, { sort: 'name', limit: 1, cursor: cursor ?? '' }, other);
    expect(second).toMatchObject({ total: 2, nextCursor: null });
  });

  it.each<[string, unknown]>([
    ['nonsense', 'nonsense'],
    ['no list', { a: 1 }],
    ['another sort', ['name', 'x', randomUUID()]],
    ['no moment', ['newest', 'yesterday', randomUUID()]],
    ['a moment that does not exist', ['newest', '2026-02-30 10:00:00', randomUUID()]],
    ['an id that is none', ['newest', '2026-11-20 10:00:00', "' OR 1=1"]],
    ['a number as value', ['newest', 7, randomUUID()]],
  ])('refuses a cursor with %s', async (_, content) => {
    const text = typeof content === 'string' ? content : Buffer.from(JSON.stringify(content)).toString('base64url');
    expect(await refusal(page({ cursor: text }))).toMatchObject({ code: 'validation_failed' });
    const size = Buffer.from(JSON.stringify(['size', '1e9', randomUUID()])).toString('base64url');
    expect(await refusal(page({ cursor: size, sort: 'size' }))).toMatchObject({ code: 'validation_failed' });
  });

  it('is searched by name and description, wildcards being letters', async () => {
    const found = async (search: string) => (await all({ search })).map(({ originalName }) => originalName).toSorted();
    expect(await found('BANANA')).toEqual(['banana 100%.jpg', 'banana.jpg']);
    expect(await found('100%')).toEqual(['banana 100%.jpg']);
    expect(await found('%')).toEqual(['banana 100%.jpg']);
    expect(await found('_')).toEqual(['b_1.jpg']);
    expect(await found("'; DROP TABLE photos; --")).toEqual([]);
    await media.rpc(mediaRpc.photoUpdate, { id: ids[3] ?? '', altText: 'A striped animal' }, tenant);
    expect(await found('striped')).toEqual(['Zebra.jpg']);
  });

  it('is narrowed by day, shape, type and use', async () => {
    expect(await all({ from: '2026-11-21' })).toEqual([]);
    expect(await all({ to: '2026-11-19' })).toEqual([]);
    expect(await all({ from: '2026-11-20', to: '2026-11-20' })).toHaveLength(names.length);
    const shapes = await Promise.all(
      (['landscape', 'portrait', 'square'] as const).map(async (orientation) => (await all({ orientation })).length),
    );
    expect(shapes).toEqual([2, 4, 1]);
    expect(await all({ type: 'image/png' })).toEqual([]);
    expect(await all({ used: 'true' })).toEqual([]);
    expect(await all({ used: 'false' })).toHaveLength(names.length);
  });

  it('gives some photos by their ids, and leaves out what does not exist', async () => {
    const some = [ids[4] ?? '', ids[0] ?? ''];
    expect((await all({ ids: [...some, randomUUID()] })).map(({ id }) => id)).toEqual(some);
    expect(await page({ ids: some, limit: 1 })).toMatchObject({ total: 2, data: [{ id: ids[4] }] });
    expect(await all({ ids: [] })).toEqual([]);
  });

  it('renames and describes a photo, and emits the event', async () => {
    const id = ids[0] ?? '';
    const before = await media.rpc(mediaRpc.photoGet, { id }, tenant);
    const renamed = await media.rpc(mediaRpc.photoUpdate, { id, originalName: 'New.jpg', altText: 'Sea' }, tenant);
    expect(renamed).toEqual({ ...before, originalName: 'New.jpg', altText: 'Sea' });
    const cleared = await media.rpc(mediaRpc.photoUpdate, { id, altText: null }, tenant);
    expect(cleared).toMatchObject({ originalName: 'New.jpg', altText: null });
    const cleaned = await media.rpc(mediaRpc.photoUpdate, { id, originalName: ' C:\\pics/\u202eNew.jpg ' }, tenant);
    expect(cleaned.originalName).toBe('New.jpg');
    const told = await media.sql('SELECT version FROM outbox WHERE entity_id = $1 AND subject = $2 ORDER BY version', [
      id,
      mediaEvents.photoUpdated.subject,
    ]);
    expect(told.length).toBe(3);
  });

  it('belongs to one business: to others nothing of it exists', async () => {
    const other = media.tenant();
    const id = ids[1] ?? '';
    expect(await media.rpc(mediaRpc.photoList, {}, other)).toEqual([]);
    expect(await media.rpc(mediaRpc.photoList, { ids }, other)).toEqual([]);
    expect(await media.rpc(mediaRpc.photoFacts, { ids }, other)).toEqual([]);
    expect(await media.rpc(mediaRpc.photoCount, {}, other)).toEqual({ total: 0 });
    for (const call of [
      () => media.rpc(mediaRpc.photoGet, { id }, other),
      () => media.rpc(mediaRpc.photoUpdate, { id, originalName: 'Mine now' }, other),
      () => media.rpc(mediaRpc.photoDelete, { id, force: true }, other),
    ]) {
      expect(await refusal(call())).toEqual({ code: 'not_found', message: 'Not found.' });
    }
    expect((await media.rpc(mediaRpc.photoGet, { id }, tenant)).originalName).toBe('apple.jpg');
    expect(media.photoUse.calls.some(({ input }) => input.photoId === id)).toBe(false);
    const viewer = { caller: { ...tenant.caller, role: 'viewer' as const } };
    expect(await refusal(media.rpc(mediaRpc.photoDelete, { id, force: true }, viewer))).toMatchObject({
      code: 'forbidden',
    });
    expect(await refusal(media.rpc(mediaRpc.photoUpdate, { id }, viewer))).toMatchObject({ code: 'forbidden' });
    const nobody = { caller: { ...tenant.caller, businessId: null } } as unknown as Tenant;
    expect(await refusal(media.rpc(mediaRpc.photoList, {}, nobody))).toMatchObject({ code: 'no_business' });
  });

  it('keeps tenants apart in the database', async () => {
    await assertTenantIsolation(media.service.database, {
      schema: 'media',
      withoutTenant: {
        storage_sweeps: 'the one row: how far a comparison of the bucket with the rows is',
        orphaned_objects: 'names of objects that no row names; nobody knows more of them',
        object_deletions: 'names of objects whose rows are gone; they outlive the business',
        exports: "a person's own, over all their businesses",
        imports: "a person's own, before any business has it",
        import_segments: 'the bytes of an import',
        import_findings: 'the report of an import',
        export_segments: 'the bytes of an export',
        export_entries: 'the files of an export',
      },
    });
  });

  it('knows which posts use a photo, in whatever order the events arrive', async () => {
    const id = ids[2] ?? '';
    const { businessId } = tenant.caller;
    const postId = randomUUID();
    const told = (photoIds: string[]) => ({ postId, photoIds, ...postFacts });
    const tell = (event: typeof schedulingEvents.postScheduled, version: number, photoIds: string[]) =>
      media.service.emitFrom(event, { businessId, entityId: postId, version, data: told(photoIds) });
    const usedIn = async (count: number) =>
      eventually(`used in ${count} posts`, async () => {
        expect((await media.rpc(mediaRpc.photoGet, { id }, tenant)).usedInPosts).toBe(count);
      });
    const draft = await media.service.emitFrom(schedulingEvents.postChanged, {
      businessId,
      entityId: postId,
      version: 2,
      data: { ...told([id]), status: 'draft' },
    });
    await handled(draft.id);
    await usedIn(0); // a draft uses none yet
    await tell(schedulingEvents.postScheduled, 3, [id]);
    await usedIn(1);
    await tell(schedulingEvents.postScheduled, 1, []);
    const again = await tell(schedulingEvents.postChanged, 2, []);
    await handled(again.id);
    await usedIn(1);
    expect((await all({ used: 'true' })).map((photo) => photo.id)).toEqual([id]);
    await media.service.emitFrom(schedulingEvents.postDeleted, {
      businessId,
      entityId: postId,
      version: 5,
      data: { postId, photoIds: [id], targetIds: [] },
    });
    await usedIn(0);
    const late = await tell(schedulingEvents.postChanged, 4, [id]);
    await handled(late.id);
    await usedIn(0);
  });

  const handled = (eventId: string) =>
    eventually('the event is done with', async () => {
      expect((await media.sql('SELECT state FROM inbox WHERE event_id = $1', [eventId])).length).toBe(1);
    });

  it('deletes a photo that nothing needs: it is not found, and its bytes count no more', async () => {
    const owner = media.tenant();
    const photo = await media.photo(owner, await jpeg(50));
    expect(media.stored(owner).length).toBeGreaterThanOrEqual(5);
    await media.rpc(mediaRpc.photoDelete, { id: photo.id, force: false }, owner);
    expect(await refusal(media.rpc(mediaRpc.photoGet, { id: photo.id }, owner))).toMatchObject({ code: 'not_found' });
    expect(await refusal(media.rpc(mediaRpc.photoDelete, { id: photo.id, force: false }, owner))).toMatchObject({
      code: 'not_found',
    });
    expect(await media.storage(owner)).toEqual({ used: 0, reserved: 0 });
    const told = await media.sql<{ version: number }>(
      'SELECT version FROM outbox WHERE entity_id = $1 ORDER BY version',
      [photo.id],
    );
    expect(told.map(({ version }) => version)).toEqual([1, 2, 3]); // uploaded, ready, deleted
  });

  it('asks before it deletes a photo that a scheduled post needs', async () => {
    const owner = media.tenant();
    const photo = await media.photo(owner, await jpeg(51));
    media.uses.set(photo.id, [randomUUID(), randomUUID()]);
    expect(await refusal(media.rpc(mediaRpc.photoDelete, { id: photo.id, force: false }, owner))).toEqual({
      code: 'in_use',
      message: '2 scheduled posts need this photo.',
    });
    expect((await media.rpc(mediaRpc.photoGet, { id: photo.id }, owner)).status).toBe('ready');
    await media.rpc(mediaRpc.photoDelete, { id: photo.id, force: true }, owner);
    expect(media.photoUse.calls.at(-1)).toMatchObject({
      input: { photoId: photo.id, detach: true },
      context: { businessId: owner.caller.businessId },
    });
    expect(await media.rpc(mediaRpc.photoCount, {}, owner)).toEqual({ total: 0 });
  });

  it('deleted twice at once gives the bytes back once', async () => {
    const owner = media.tenant();
    const kept = await media.photo(owner, await jpeg(52));
    const photo = await media.photo(owner, await jpeg(53));
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => refusal(media.rpc(mediaRpc.photoDelete, { id: photo.id, force: true }, owner))),
    );
    expect(outcomes.filter((outcome) => 'answered' in (outcome as object))).toHaveLength(1);
    expect(await media.storage(owner)).toEqual({ used: kept.fileSize, reserved: 0 });
  });
});

const postFacts = { status: 'scheduled' as const, platforms: ['instagram' as const], scheduledFor: null };

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importRpc, schedulingRpc } from '@postloom/contracts';
import type { ImportResult, Post } from '@postloom/contracts';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

describe('import of a file whose posts are there already', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const send = (tenant: Tenant, file: string): Promise<ImportResult> =>
    under.rpc(importRpc.postImport, { csv: file, allOrNothing: false }, tenant);
  const skip = (tenant: Tenant, file: string, allOrNothing = true, key: string | null = null): Promise<ImportResult> =>
    under.rpc(importRpc.postImport, { csv: file, allOrNothing, duplicates: 'skip' }, tenant, { idempotencyKey: key });
  const preview = (tenant: Tenant, file: string) => under.rpc(importRpc.importPreview, { csv: file }, tenant);
  const undo = (tenant: Tenant, ids: string[]) => under.rpc(importRpc.importUndo, { ids }, tenant);
  const used = async (tenant: Tenant) =>
    (await under.rpc(schedulingRpc.usageGet, { payerId: tenant.payerId }, tenant)).used;
  const madeBy = ({ rows }: ImportResult) => rows.flatMap(({ postId }) => postId ?? []);
  const posts = (tenant: Tenant) => under.rpc(schedulingRpc.postList, {}, tenant) as Promise<Post[]>;
  const csv = (...rows: string[]) => ['caption,platforms,scheduled_for,photo', ...rows].join('\n');
  const file = csv(
    'Rye,facebook instagram,2027-02-01T09:00Z,a.jpg',
    'Oats,instagram,2027-02-02T09:00Z,a.jpg',
    'No date,instagram,,',
  );
  const baker = () => {
    const tenant = under.tenant({ platforms: ['instagram', 'facebook'] });
    tenant.names.set('a.jpg', tenant.photoId);
    return tenant;
  };

  it('shows what the file holds and makes nothing', async () => {
    const tenant = baker();
    expect(await preview(tenant, file)).toEqual({
      ...{ total: 3, ready: 3, refused: 0, duplicates: 0 },
      ...{ first: '2027-02-01T09:00:00.000Z', last: '2027-02-02T09:00:00.000Z' },
      rows: [1, 2, 3].map((row) => ({ row, outcome: 'ready', errors: [] })),
    });
    expect([await posts(tenant), await used(tenant)]).toEqual([[], 0]);
  });

  it('names them, and leaves them out when that is asked', async () => {
    const tenant = baker();
    const [rye = '', oats = '', draft = ''] = madeBy(await send(tenant, file));
    const again = csv(
      'Rye,instagram facebook,2027-02-01T10:00+01:00,a.jpg',
      'Oats,instagram,2027-02-02T09:01Z,a.jpg',
      'Oats,facebook,2027-02-02T09:00Z,a.jpg',
      'oats,instagram,2027-02-02T09:00Z,a.jpg',
      'No date,instagram,,',
      'Oats,instagram,2027-02-02T09:00Z,',
    );
    const shown = await preview(tenant, again);
    expect(shown).toMatchObject({ total: 6, ready: 3, refused: 0, duplicates: 3 });
    expect(shown.rows.map(({ sameAs }) => sameAs?.postId ?? null)).toEqual([rye, null, null, null, draft, oats]);
    const result = await skip(tenant, again);
    expect(result).toMatchObject({ total: 6, created: 3, refused: 0, duplicates: 3 });
    expect(result.rows.map(({ outcome }) => outcome)).toEqual([
      ...['duplicate', 'created', 'created', 'created', 'duplicate', 'duplicate'],
    ]);
    expect([(await posts(tenant)).length, await used(tenant)]).toEqual([6, 6]);
    expect(await skip(tenant, again)).toMatchObject({ created: 0, refused: 0, duplicates: 6 });
    // Asked for all the same, and as before by those who say nothing of it.
    expect(await send(tenant, again)).toMatchObject({ created: 5, refused: 1 });
  });

  it('finds those within the file', async () => {
    const tenant = baker();
    const twice = csv(
      'Rye,instagram,2027-02-01T09:00Z,a.jpg',
      'Rye,instagram,2027-02-01T09:00Z,a.jpg',
      'Rye,instagram,,',
      'Rye,instagram,,',
    );
    const rows = [undefined, { postId: null, row: 1 }, undefined, { postId: null, row: 3 }];
    expect((await preview(tenant, twice)).rows.map(({ sameAs }) => sameAs)).toEqual(rows);
    const result = await skip(tenant, twice);
    expect(result).toMatchObject({ created: 2, duplicates: 2 });
    expect(result.rows.map(({ sameAs }) => sameAs)).toEqual(rows);
  });

  it('knows a post that is over, whose row could not be made again, and still says what is wrong with others', async () => {
    const tenant = baker();
    const { rows } = await send(tenant, file);
    await under.sql(`UPDATE posts SET due_at = '2020-02-01T09:00Z', local_time = '2020-02-01T10:00' WHERE id = $1`, [
      rows[0]?.postId,
    ]);
    const old = csv('Rye,facebook instagram,2020-02-01T09:00Z,a.jpg', 'Other,instagram,2020-02-01T09:00Z,a.jpg');
    const shown = await preview(tenant, old);
    expect(shown.rows.map(({ outcome }) => outcome)).toEqual(['duplicate', 'refused']);
    expect(shown).toMatchObject({ duplicates: 1, refused: 1, first: '2020-02-01T09:00:00.000Z' });
    expect((await skip(tenant, old)).rows.map(({ outcome }) => outcome)).toEqual(['duplicate', 'refused']);
    expect(await skip(tenant, `${old}\nNew,instagram,2027-02-02T09:00Z,a.jpg`)).toMatchObject({ created: 0 });
  });

  it('are those of the business alone', async () => {
    const [one, other] = [baker(), baker()];
    await send(one, file);
    expect(await preview(other, file)).toMatchObject({ ready: 3, duplicates: 0 });
  });

  it('makes each once however often and from wherever it is sent at once', async () => {
    const tenant = baker();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, window) => skip(tenant, file, true, `window ${window}`)),
    );
    expect(answers.map(({ created }) => created).sort()).toEqual([0, 0, 0, 0, 0, 3]);
    expect(await posts(tenant)).toHaveLength(3);
    // A lost answer and a retry: the same answer, not that all of it is there already.
    const first = answers.findIndex(({ created }) => created === 3);
    expect(await skip(tenant, file, true, `window ${first}`)).toEqual(answers[first]);
  });

  it('is taken back: exactly what it made, what somebody has changed stays, and asking again changes nothing', async () => {
    const tenant = baker();
    const own = await under.create(tenant, { status: 'draft', scheduledFor: null });
    const [rye = '', oats = '', draft = ''] = madeBy(await send(tenant, file));
    const { version } = await under.get(tenant, oats);
    await under.rpc(schedulingRpc.postUpdate, { id: oats, changes: { version, caption: 'Barley' } }, tenant);
    expect(await undo(under.tenant(), [rye])).toEqual({ removed: [], kept: [] });
    expect(await undo(tenant, [rye, oats, draft, own.id])).toEqual({
      removed: [rye, draft].sort(),
      kept: [oats, own.id].sort(),
    });
    expect(await undo(tenant, [rye, draft])).toEqual({ removed: [], kept: [] });
    expect((await posts(tenant)).map(({ id }) => id).sort()).toEqual([oats, own.id].sort());
    expect(await used(tenant)).toBe(2);
    expect(await preview(tenant, file)).toMatchObject({ ready: 3, duplicates: 0 });
  });

  it('500 of them are found and taken back quickly', async () => {
    const tenant = baker();
    const rows = Array.from(
      { length: 500 },
      (_, row) => `Row ${row},instagram,${row % 2 ? '2027-03-01T10:00Z' : ''},a.jpg`,
    );
    const made = madeBy(await send(tenant, csv(...rows)));
    const started = performance.now();
    expect(await preview(tenant, csv(...rows))).toMatchObject({ duplicates: 500 });
    expect(performance.now() - started).toBeLessThan(4_000);
    const { removed } = await undo(tenant, made);
    expect(removed).toHaveLength(500);
    expect(performance.now() - started).toBeLessThan(12_000);
  });
});

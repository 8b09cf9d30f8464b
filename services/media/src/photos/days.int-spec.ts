import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, mediaRpc } from '@postloom/contracts';
import type { InputOf, Photo } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

describe('the days of a library', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  /** A business in that zone with one photo, uploaded at that moment. */
  const library = async (zone: string, uploadedAt: string): Promise<Tenant> => {
    const tenant = media.tenant();
    const { businessId } = tenant.caller;
    media.zones.set(businessId, zone);
    const { id } = await media.photo(tenant, await jpeg(1, 40, 30));
    await media.rpc(mediaRpc.photoUpdate, { id, tags: ['rye'] }, tenant);
    for (const [table, key] of [
      ['photos', 'id'],
      ['library_words', 'photo_id'],
    ]) {
      await media.sql(`UPDATE ${table} SET created_at = $2 WHERE ${key} = $1`, [id, uploadedAt]);
    }
    return tenant;
  };
  const found = async (tenant: Tenant, days: InputOf<typeof mediaRpc.photoList>): Promise<number> => {
    const ways = [{}, { tag: 'rye' }, { search: 'rye' }, { search: 'rye', tag: 'rye' }];
    const counts = await Promise.all(
      ways.map(async (way) => {
        const whole = (await media.rpc(mediaRpc.photoList, { ...days, ...way }, tenant)) as Photo[];
        const page = await media.rpc(mediaRpc.photoList, { ...days, ...way, limit: 10 }, tenant);
        return [whole.length, 'total' in page ? page.total : -1];
      }),
    );
    const [first = -1] = counts.flat();
    expect(counts).toEqual(ways.map(() => [first, first]));
    return first;
  };
  /** On that day, and neither before nor after it. */
  const expectOn = async (tenant: Tenant, day: string): Promise<void> => {
    const at = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    expect(await found(tenant, { from: day, to: day })).toBe(1);
    expect(await found(tenant, { from: day })).toBe(1);
    expect(await found(tenant, { to: day })).toBe(1);
    expect(await found(tenant, { to: at(-1) })).toBe(0);
    expect(await found(tenant, { from: at(1) })).toBe(0);
  };

  it.each([
    ['Pacific/Auckland', '2026-11-20T11:30:00Z', '2026-11-21'],
    ['America/New_York', '2026-11-21T04:30:00Z', '2026-11-20'],
    // A day of 25 hours: its first and its last half hour.
    ['Europe/Vienna', '2026-10-24T22:30:00Z', '2026-10-25'],
    ['Europe/Vienna', '2026-10-25T22:30:00Z', '2026-10-25'],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-20'],
  ])('in %s: %s is on %s', async (zone, uploadedAt, day) => {
    await expectOn(await library(zone, uploadedAt), day);
  });

  it('are those of another zone when the business moves, whichever event comes last', async () => {
    const tenant = await library('Pacific/Auckland', '2026-11-20T11:30:00Z');
    await expectOn(tenant, '2026-11-21');
    const { businessId, payerId } = tenant.caller;
    const told = (timeZone: string, version: number) =>
      media.service.emitFrom(identityEvents.businessUpdated, {
        ...{ businessId, entityId: businessId, version },
        data: { businessId, payerId, name: 'Bakery', industryType: 'restaurant', timeZone, lateLimitMinutes: 360 },
      });
    await told('America/Los_Angeles', 3);
    await eventually('the zone is known', () => expectOn(tenant, '2026-11-20'));
    const late = await told('Pacific/Auckland', 2);
    await eventually('the late event is done with', async () => {
      expect(await media.sql('SELECT 1 AS one FROM inbox WHERE event_id = $1', [late.id])).toHaveLength(1);
    });
    await expectOn(tenant, '2026-11-20');
  });
});

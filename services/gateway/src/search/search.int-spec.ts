import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, identityRpc, searchRpc } from '@postloom/contracts';
import type { Business } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

const photo = { id: randomUUID(), label: 'rye.jpg', picture: '/objects/p/200.jpg', score: 43 };
const album = { id: randomUUID(), label: 'Rye', score: 44 };
const post = { id: randomUUID(), label: 'Rye bread', status: 'draft' as const, scheduledFor: null, score: 43 };
const own = (name: string): Business => ({
  ...{
    id: randomUUID(),
    name,
    industryType: 'restaurant',
    customIndustryName: null,
    customAiPrompt: null,
    description: null,
  },
  ...{
    brandColors: null,
    businessLocation: null,
    businessTone: 'friendly',
    targetAudience: null,
    businessSpecialty: null,
  },
  ...{ uniqueSellingPoint: null, keyServices: null, businessPersonality: null, timeZone: 'UTC', lateLimitMinutes: 360 },
  ...{ role: 'owner', createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', version: 1 },
});

describe('GET /api/search', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    await gateway.stub(identityRpc.businessList, [own('Rye Bakery'), own('Gym')]);
    await gateway.stub(searchRpc.media, { photos: [photo], albums: [album] });
  });
  afterAll(() => gateway.close());

  const search = (q: string, who = person) =>
    gateway.ask('GET', `/api/search?q=${encodeURIComponent(q)}`, { person: who });

  it('answers what each owner finds, the kind with the best result first, without its score', async () => {
    const asked = await gateway.stub(searchRpc.scheduling, { posts: [post], schedules: [] });
    const { status, body } = await search('rye');
    expect(status).toBe(200);
    const { score: _, ...shown } = photo;
    expect(body).toMatchObject({
      groups: [
        { kind: 'albums' },
        { kind: 'businesses', results: [{ label: 'Rye Bakery' }] },
        { kind: 'photos' },
        { kind: 'posts' },
      ],
      missing: [],
    });
    expect((body['groups'] as { results: unknown[] }[])[2]?.results).toEqual([shown]);
    expect(asked.calls.map(({ input }) => input)).toEqual([{ search: 'rye' }]);
  });

  it('names what could not be searched, and answers the rest', async () => {
    await gateway.stub(searchRpc.scheduling, () => {
      throw new AppError('unavailable');
    });
    const { status, body } = await search('rye');
    expect(status).toBe(200);
    expect(body['missing']).toEqual(['posts', 'schedules']);
    expect((body['groups'] as { kind: string }[]).map(({ kind }) => kind)).toEqual(['albums', 'businesses', 'photos']);
  });

  it('asks nobody about signs alone', async () => {
    expect(await search('%%%')).toMatchObject({ status: 200, body: { groups: [], missing: [] } });
  });

  it.each([[''], ['x'.repeat(201)], ['a\u0000b']])('refuses %j', async (q) => {
    expect(await search(q)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  });
});

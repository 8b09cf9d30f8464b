import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityRpc, rowsOf } from '@postloom/contracts';
import { codeOf, IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await IdentityUnderTest.start();
});
afterAll(() => identity.close());

const as = (person: Person) => ({ userId: person.id });
const list = async (person: Person) => rowsOf(await identity.rpc(identityRpc.businessList, {}, as(person)));
const get = (person: Person, id: string) => identity.rpc(identityRpc.businessGet, { id }, as(person));
const remove = (person: Person, id: string) => identity.rpc(identityRpc.businessDelete, { id }, as(person));
const update = (person: Person, id: string, changes: object) =>
  identity.rpc(identityRpc.businessUpdate, { id, changes }, as(person));
const active = async (person: Person) => (await identity.rpc(identityRpc.activeBusinessGet, {}, as(person))).businessId;
const activate = (person: Person, businessId: string) =>
  identity.rpc(identityRpc.activeBusinessSet, { businessId }, as(person));

describe('the active business', () => {
  it('is announced as a change of the person each time it changes, also by a deletion', async () => {
    const person = await identity.signUp();
    const changes = async () =>
      (await identity.told(person.id))
        .filter(({ subject }) => subject === 'identity.user.changed.v1')
        .map(({ version }) => version);
    await identity.createBusiness(person, { name: 'First' });
    expect(await changes()).toEqual([1]);
    const second = await identity.createBusiness(person, { name: 'Second' });
    expect(await changes()).toEqual([1]);
    await activate(person, second.id);
    expect(await changes()).toEqual([1, 2]);
    await remove(person, second.id);
    expect(await changes()).toEqual([1, 2, 3]);
  });
});

describe('the names of businesses', () => {
  it('are those of the person alone, among the ones asked for', async () => {
    const [person, stranger] = [await identity.signUp(), await identity.signUp()];
    const rye = await identity.createBusiness(person, { name: 'Rye' });
    await identity.createBusiness(person, { name: 'Not asked for' });
    const theirs = await identity.createBusiness(stranger, { name: 'Theirs' });
    const ids = [theirs.id, rye.id, randomUUID()];
    expect(await identity.rpc(identityRpc.businessNames, { ids }, as(person))).toEqual([{ id: rye.id, name: 'Rye' }]);
    const all = await identity.rpc(identityRpc.businessNames, {}, as(person));
    expect(all.map(({ name }) => name)).toEqual(['Rye', 'Not asked for']);
  });
});

describe('creating a business', () => {
  it('returns it with its defaults, emits the event, and makes the first one active', async () => {
    const person = await identity.signUp();
    const first = await identity.createBusiness(person, { name: ' Bakery Huber ', timeZone: 'Europe/Vienna' });
    expect(first).toMatchObject({
      name: 'Bakery Huber',
      industryType: 'restaurant',
      businessTone: 'friendly',
      timeZone: 'Europe/Vienna',
      lateLimitMinutes: 360,
      description: null,
      brandColors: null,
      role: 'owner',
      version: 1,
    });
    const second = await identity.createBusiness(person, { name: 'Second' });
    expect(await active(person)).toBe(first.id);
    expect((await list(person)).map((business) => business.id)).toEqual([second.id, first.id]);
    expect(await get(person, first.id)).toEqual(first);
    expect(await identity.told(first.id)).toEqual([
      {
        subject: 'identity.business.created.v1',
        version: 1,
        data: {
          businessId: first.id,
          payerId: person.id,
          name: 'Bakery Huber',
          industryType: 'restaurant',
          timeZone: 'Europe/Vienna',
          lateLimitMinutes: 360,
        },
      },
    ]);
  });

  it('derives the tone from the industry when it is empty or professional, and keeps any other', async () => {
    const person = await identity.signUp();
    const tone = async (industryType: 'events' | 'healthcare', businessTone?: '' | 'professional' | 'luxury') =>
      (await identity.createBusiness(person, { industryType, businessTone })).businessTone;
    expect(await tone('events')).toBe('creative');
    expect(await tone('events', '')).toBe('creative');
    expect(await tone('events', 'professional')).toBe('creative');
    expect(await tone('events', 'luxury')).toBe('luxury');
    expect(await tone('healthcare', '')).toBe('professional');
  });

  it("keeps an own industry name for 'other' alone", async () => {
    const person = await identity.signUp();
    const other = await identity.createBusiness(person, { industryType: 'other', customIndustryName: 'Beekeeping' });
    expect(other.customIndustryName).toBe('Beekeeping');
    expect((await update(person, other.id, { industryType: 'ecommerce' })).customIndustryName).toBeNull();
    expect((await update(person, other.id, { customIndustryName: 'Honey' })).customIndustryName).toBeNull();
    const both = await update(person, other.id, { industryType: 'other', customIndustryName: 'Honey' });
    expect(both.customIndustryName).toBe('Honey');
    expect((await update(person, other.id, { customIndustryName: 'Wax' })).customIndustryName).toBe('Wax');
  });

  it.each([
    [{ name: '' }, 'Business name is required'],
    [{ name: '   ' }, 'Business name is required'],
    [{ name: '\u200b\u200d' }, 'Business name is required'],
    [{ name: 'x'.repeat(101) }, 'Business name too long'],
    [{ industryType: 'casino' as 'other' }, 'Please select an industry'],
  ])('refuses %j in the words of the specification (S18, S19)', async (input, sentence) => {
    const person = await identity.signUp();
    const refused = await identity.createBusiness(person, input).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'validation_failed' });
    const { message, details } = refused as { message: string; details?: readonly { message: string }[] };
    expect([message, ...(details ?? []).map((detail) => detail.message)]).toContain(sentence);
    expect(await list(person)).toEqual([]);
  });

  it('counts code points: 100 of the largest are a name', async () => {
    const person = await identity.signUp();
    const name = '\u{1F9F5}'.repeat(100);
    expect((await identity.createBusiness(person, { name })).name).toBe(name);
  });

  it('stores texts of attackers as texts (S20)', async () => {
    const person = await identity.signUp();
    const { id } = await identity.createBusiness(person);
    const text = `<script>alert(1)</script> \u202e'; DROP TABLE businesses; --\r\nX: y`;
    expect((await update(person, id, { targetAudience: text })).targetAudience).toBe(text);
  });

  it('with one key happens once, however often and however parallel it is asked', async () => {
    const person = await identity.signUp();
    const create = (name: string) => identity.createBusiness(person, { name }, 'key-1');
    const first = await create('Once');
    expect(await create('Once')).toEqual(first);
    expect(await codeOf(create('Twice'))).toBe('idempotency_mismatch');
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(identity.createBusiness(person, { name: 'Parallel' }, 'key-2'))),
    );
    expect(codes.filter((code) => code !== 'no error' && code !== 'conflict')).toEqual([]);
    expect((await list(person)).map((business) => business.name).sort()).toEqual(['Once', 'Parallel']);
    const other = await identity.signUp();
    expect((await identity.createBusiness(other, { name: 'Once' }, 'key-1')).id).not.toBe(first.id);
  });

  it('many at once makes one of them active', async () => {
    const person = await identity.signUp();
    const made = await Promise.all(Array.from({ length: 8 }, () => identity.createBusiness(person)));
    expect(made.map((business) => business.id)).toContain(await active(person));
  });
});

describe('changing a business', () => {
  it('writes what was sent, counts the version, and emits the event', async () => {
    const person = await identity.signUp();
    const { id } = await identity.createBusiness(person);
    const changed = await update(person, id, {
      businessTone: 'professional',
      brandColors: { primary: '#2B4C8C', secondary: '#FBF8F3' },
      keyServices: 'Bread, cakes',
      lateLimitMinutes: 15,
    });
    expect(changed).toMatchObject({
      name: 'Bakery Huber',
      businessTone: 'professional',
      brandColors: { primary: '#2B4C8C', secondary: '#FBF8F3' },
      keyServices: 'Bread, cakes',
      lateLimitMinutes: 15,
      version: 2,
    });
    expect(await update(person, id, {})).toEqual(changed);
    const versions = (await identity.told(id)).map((event) => [event.subject, event.version]);
    expect(versions).toEqual([
      ['identity.business.created.v1', 1],
      ['identity.business.updated.v1', 2],
    ]);
  });

  it('loses nothing when several change different fields at once', async () => {
    const person = await identity.signUp();
    const { id } = await identity.createBusiness(person);
    await Promise.all([
      update(person, id, { description: 'A' }),
      update(person, id, { keyServices: 'B' }),
      update(person, id, { targetAudience: 'C' }),
      update(person, id, { businessSpecialty: 'D' }),
    ]);
    expect(await get(person, id)).toMatchObject({
      description: 'A',
      keyServices: 'B',
      targetAudience: 'C',
      businessSpecialty: 'D',
      version: 5,
    });
  });

  it('refuses unknown fields and values', async () => {
    const person = await identity.signUp();
    const { id } = await identity.createBusiness(person);
    for (const changes of [
      { ownerId: randomUUID() },
      { brandColors: { primary: 'red;}</style>', secondary: '#000000' } },
      { timeZone: 'Mars/Olympus' },
      { lateLimitMinutes: 14 },
      { name: ' ' },
    ]) {
      expect(await codeOf(update(person, id, changes))).toBe('validation_failed');
    }
    expect((await get(person, id)).version).toBe(1);
  });
});

describe('deleting a business', () => {
  it('is refused for the only one', async () => {
    const person = await identity.signUp();
    const { id } = await identity.createBusiness(person);
    const refused = await remove(person, id).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'last_business', message: 'You need at least one business.' });
    expect(await list(person)).toHaveLength(1);
  });

  it('of the active one makes another active, and emits the event with a version above all others', async () => {
    const person = await identity.signUp();
    const first = await identity.createBusiness(person);
    const second = await identity.createBusiness(person);
    await update(person, first.id, { name: 'Renamed' });
    expect(await remove(person, first.id)).toEqual({ success: true });
    expect(await active(person)).toBe(second.id);
    expect((await identity.told(first.id)).at(-1)).toEqual({
      subject: 'identity.business.deleted.v1',
      version: 3,
      data: { businessId: first.id, payerId: person.id },
    });
    expect(await codeOf(remove(person, first.id))).toBe('not_found');
  });

  it('of another than the active one leaves the active one', async () => {
    const person = await identity.signUp();
    const first = await identity.createBusiness(person);
    const second = await identity.createBusiness(person);
    await remove(person, second.id);
    expect(await active(person)).toBe(first.id);
  });

  it('of the last two at the same moment leaves one (S22)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await identity.signUp();
      const first = await identity.createBusiness(person);
      const second = await identity.createBusiness(person);
      const codes = await Promise.all([codeOf(remove(person, first.id)), codeOf(remove(person, second.id))]);
      expect(codes.sort()).toEqual(['last_business', 'no error']);
      const [left] = await list(person);
      expect(await active(person)).toBe(left?.id);
    }
  });

  it('and activating it at the same moment never leaves a dead one active', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await identity.signUp();
      const first = await identity.createBusiness(person);
      const second = await identity.createBusiness(person);
      const [, code] = await Promise.all([remove(person, second.id), codeOf(activate(person, second.id))]);
      expect(['no error', 'not_found']).toContain(code);
      expect(await active(person)).toBe(first.id);
    }
  });
});

describe("somebody else's business", () => {
  it('is not found, for reading, changing, deleting and activating, and stays as it is (S13, S17)', async () => {
    const owner = await identity.signUp();
    const stranger = await identity.signUp();
    await identity.createBusiness(owner);
    const target = await identity.createBusiness(owner);
    const own = await identity.createBusiness(stranger);
    await identity.createBusiness(stranger);
    const attacks = (id: string) => [
      get(stranger, id),
      update(stranger, id, { name: 'Mine now' }),
      update(stranger, id, {}),
      remove(stranger, id),
      activate(stranger, id),
    ];
    const answers = async (id: string) =>
      Promise.all(
        attacks(id).map((call) =>
          call.then(
            () => 'no error',
            (error: unknown) => `${(error as { code: string }).code}: ${(error as Error).message}`,
          ),
        ),
      );
    expect(await answers(target.id)).toEqual(Array.from({ length: 5 }, () => 'not_found: Not found.'));
    expect(await answers(randomUUID())).toEqual(await answers(target.id));
    expect(await get(owner, target.id)).toEqual(target);
    expect(await active(stranger)).toBe(own.id);
    expect((await list(stranger)).map((business) => business.id)).not.toContain(target.id);
  });

  it('a member who is no owner may do what the role allows', async () => {
    const owner = await identity.signUp();
    const member = await identity.signUp();
    await identity.createBusiness(member);
    await identity.createBusiness(owner);
    const { id } = await identity.createBusiness(owner);
    const join = (role: string) =>
      identity.sql(
        `WITH me AS (SELECT set_config('app.scope', 'global', true), set_config('app.user_id', $2::text, true)),
              joined AS (SELECT 1 FROM me)
         INSERT INTO memberships (business_id, user_id, role) SELECT $1::uuid, $2::uuid, $3 FROM joined
         ON CONFLICT (user_id, business_id) DO UPDATE SET role = excluded.role`,
        [id, member.id, role],
      );
    await join('viewer');
    expect(await get(member, id)).toMatchObject({ id, role: 'viewer' });
    expect(await identity.resolve(member.sessionToken, id)).toMatchObject({ payerId: owner.id, role: 'viewer' });
    expect(await codeOf(update(member, id, { name: 'Mine' }))).toBe('forbidden');
    expect(await codeOf(remove(member, id))).toBe('forbidden');
    await join('admin');
    expect((await update(member, id, { name: 'Ours' })).name).toBe('Ours');
    expect(await codeOf(remove(member, id))).toBe('forbidden');
    await activate(member, id);
    await remove(owner, id);
    expect(await codeOf(identity.resolve(member.sessionToken, id))).toBe('not_found');
    expect((await identity.resolve(member.sessionToken)).businessId).toBeNull();
  });
});

describe('without a person', () => {
  it('nothing about businesses is answered', async () => {
    expect(await codeOf(identity.rpc(identityRpc.businessList, {}))).toBe('unauthorized');
    expect(await codeOf(identity.rpc(identityRpc.activeBusinessGet, {}))).toBe('unauthorized');
  });
});

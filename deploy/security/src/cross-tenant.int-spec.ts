import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../libs/contracts/src/index.ts';
import type { RouteContract } from '../../../libs/contracts/src/index.ts';
import { Person } from '../../harness/src/client.ts';
import type { Answer, RequestOptions } from '../../harness/src/client.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { cases } from './cases.ts';
import type { Case } from './cases.ts';
import { FAR_SLOT, FOREIGN_PLATFORM, GONE_PLATFORM, OWN_PLATFORM, stateOf, twoTenants } from './two-tenants.ts';
import type { Belongings, Kind, World } from './two-tenants.ts';

const origin = process.env['POSTLOOM_URL'] ?? 'http://localhost:3000';
const sessionRoutes = Object.entries<RouteContract>(routes).filter(([, { access }]) => access === 'session');
const tries = sessionRoutes.flatMap(([name, contract]) =>
  (cases[name] ?? []).map((one): [string, RouteContract, Case] => [name, contract, one]),
);
const ofKind = <K extends Case['kind']>(kind: K) =>
  tries.filter((entry): entry is [string, RouteContract, Extract<Case, { kind: K }>] => entry[2].kind === kind);

/** The path with this id in the place of whatever it names. */
const pathOf = (contract: RouteContract, id: string): string =>
  contract.path
    .replace('{platform}', FOREIGN_PLATFORM)
    .replace('{localSlot}', FAR_SLOT)
    .replace('{key}', `${id}/${id}/400.webp`)
    .replaceAll(/\{\w+\}/g, id);

/** The answer to what never existed; every other "not found" must be the same, but for the request's id. */
const NOT_FOUND = { error: 'not_found', message: 'Not found.', requestId: expect.any(String) };

function expectNotFound(answer: Answer): void {
  expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

/** What came over the wire is what the contract promises: a mock of a service would promise it of itself. */
function expectPromised(contract: RouteContract, answer: Answer): void {
  expect(answer.status).toBe(200);
  expect(contract.answer?.safeParse(answer.body).error?.issues ?? []).toEqual([]);
}

describe('two tenants of the running stack', () => {
  let world: World;
  let before: readonly unknown[];
  const watched = () => [world.own, world.victim, world.sibling];
  const state = () => Promise.all(watched().map(stateOf));
  const expectUnchanged = async () => expect(await state()).toEqual(before);
  const ask = (method: string, path: string, options: RequestOptions = {}) =>
    world.attacker.request(method, path, options);
  const withBody = (body: unknown): RequestOptions => (body === undefined ? {} : { body });

  beforeAll(async () => {
    world = await twoTenants(origin);
    before = await state();
  }, 120_000);

  it('has a case for every route of the contract that needs a session', () => {
    expect(Object.keys(cases).toSorted()).toEqual(sessionRoutes.map(([name]) => name).toSorted());
  });

  describe('nobody', () => {
    it.each(sessionRoutes.map(([name, contract]) => [name, contract] as const))('%s', async (_, contract) => {
      const path = pathOf(contract, world.victim.has.photo);
      const [named] = cases[_] ?? [];
      const body = named && 'body' in named && typeof named.body !== 'function' ? named.body : {};
      for (const cookie of [undefined, 'postloom_session=forged', `postloom_session=${'A'.repeat(43)}`, 'other=x']) {
        const nobody = new Person(origin);
        const answer = await nobody.request(contract.method, path, {
          headers: cookie === undefined ? {} : { cookie },
          ...(contract.method !== 'GET' && { body }),
        });
        expect([answer.status, answer.body]).toEqual([
          401,
          { error: 'unauthorized', message: 'Unauthorized', requestId: expect.any(String) },
        ]);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    });

    it('is somebody who has signed out', async () => {
      const again = await world.attacker.signInAgain();
      const cookie = again.session ?? '';
      await again.expect(302, 'GET', '/api/logout');
      const stale = await new Person(origin).request('GET', '/api/posts', { headers: { cookie } });
      expect(stale.status).toBe(401);
    });
  });

  describe('a page that shows a business of somebody else', () => {
    it.each(sessionRoutes.filter(([name]) => name !== 'object').map(([name, contract]) => [name, contract] as const))(
      '%s',
      async (name, contract) => {
        const [named] = cases[name] ?? [];
        const body = named && 'body' in named && typeof named.body !== 'function' ? named.body : {};
        for (const businessId of [world.victim.has.business, world.deleted.business, randomUUID()]) {
          const page = world.attacker.inBusiness(businessId);
          const options = contract.method === 'GET' ? {} : { body };
          expectNotFound(await page.request(contract.method, pathOf(contract, world.victim.has.photo), options));
        }
      },
    );
  });

  /** Ids that must all look alike: of another customer, of the person's own other business, deleted, never there. */
  const foreignIds = (of: Kind): string[] => {
    const { victim, sibling, deleted } = world;
    // A person's own businesses and sessions are theirs whatever the page shows.
    const own: readonly Kind[] = ['business', 'session'];
    const holders: Belongings[] = own.includes(of) ? [victim.has, deleted] : [victim.has, sibling.has, deleted];
    return [...holders.map((holder) => holder[of]), randomUUID()];
  };

  describe('what the path names', () => {
    it.each(ofKind('path'))('%s', async (_, contract, one) => {
      for (const id of foreignIds(one.of)) {
        expect(id).not.toBe('');
        expectNotFound(await ask(contract.method, pathOf(contract, id), withBody(one.body)));
      }
      await expectUnchanged();
    });
  });

  describe('what the path names of one’s own', () => {
    const reads = ofKind('path').filter(([, { method, answer }]) => method === 'GET' && answer !== undefined);
    it.each(reads)('%s', async (_, contract, one) => {
      expectPromised(contract, await ask('GET', pathOf(contract, world.own.has[one.of])));
    });
  });

  describe('what the body names', () => {
    it.each(ofKind('body'))('%s', async (_, contract, one) => {
      for (const id of foreignIds(one.of)) {
        const body = one.body(id, world.own.has);
        expectNotFound(await ask(contract.method, pathOf(contract, world.own.has[one.at ?? 'post']), { body }));
      }
      await expectUnchanged();
    });
  });

  describe('what is read', () => {
    it.each(ofKind('reads'))('%s %#', async (name, contract, one) => {
      const answer = await ask(contract.method, contract.path + (one.query ?? ''));
      expectPromised(contract, answer);
      const text = JSON.stringify(answer.body);
      const { victim, sibling } = world;
      for (const secret of [victim.marker, victim.person.email, ...Object.values(victim.has)]) {
        expect(text).not.toContain(secret);
      }
      const personal = name === 'businesses' || name === 'sessions' || name === 'currentUser';
      for (const secret of personal ? [] : [sibling.marker, sibling.has.photo, sibling.has.post, sibling.has.account]) {
        expect(text).not.toContain(secret);
      }
    });
  });

  describe('what is written without a name', () => {
    it.each(ofKind('own'))('%s reaches nobody else', async (_, contract, one) => {
      const [, victimBefore] = before;
      const person = await Person.signUp(origin, { name: 'Writer' });
      const answer = await person.request(contract.method, contract.path, { body: one.body });
      expect(answer.status).toBe(contract.status);
      expect(await stateOf(world.victim)).toEqual(victimBefore);
    });
  });

  it('objects: only under the own business, and only its own', async () => {
    const { own, victim, sibling, deleted } = world;
    const key = (business: string, photo: string, file = '400.webp') => `/objects/${business}/${photo}/${file}`;
    expect((await ask('GET', key(own.has.business, own.has.photo))).status).toBe(200);
    // An address says itself whose it is: the person's other business is theirs.
    expect((await ask('GET', key(sibling.has.business, sibling.has.photo))).status).toBe(200);
    for (const path of [
      key(victim.has.business, victim.has.photo),
      key(victim.has.business, own.has.photo),
      key(own.has.business, victim.has.photo),
      key(own.has.business, sibling.has.photo),
      key(own.has.business, deleted.photo),
      key(deleted.business, deleted.photo),
      key(own.has.business, own.has.photo, 'original'),
      key(own.has.business, `..%2f..%2f${victim.has.business}%2f${victim.has.photo}`),
      key(own.has.business, `..%2f${victim.has.photo}`, '400.webp'),
      key(randomUUID(), randomUUID()),
      '/objects/..%2f..%2fproc/self/environ',
      `/objects/data/${victim.has.photo}`,
      `/objects/download/${victim.has.photo}`,
      `/objects/download/${sibling.has.photo}`,
    ]) {
      expectNotFound(await ask('GET', path));
    }
    for (const path of [`/objects/data/${victim.has.photo}`, `/api/media/pull/${'x'.repeat(40)}`]) {
      const answer = await new Person(origin).request('GET', path);
      expect([401, 404]).toContain(answer.status);
    }
  });

  it('an upload under the id of somebody else is an upload of one’s own', async () => {
    const uploadId = randomUUID();
    const form = async (seed: number) => {
      const data = new FormData();
      data.set('file', new Blob([new Uint8Array(await smallPicture(seed))], { type: 'image/jpeg' }), 'a.jpg');
      return data;
    };
    const path = `/api/photos/direct-upload/${uploadId}`;
    const theirs = (await world.victim.person.expect(200, 'POST', path, { form: await form(1) })) as {
      photoId: string;
    };
    const person = await Person.signUp(origin, { name: 'Writer' });
    const mine = (await person.expect(200, 'POST', path, { form: await form(2) })) as { photoId: string };
    expect(mine.photoId).not.toBe(theirs.photoId);
    expectNotFound(await person.request('GET', `/api/photos/data/${theirs.photoId}`));
    await world.victim.person.expect(204, 'DELETE', `/api/photos/${theirs.photoId}`);
  });

  it('moving and deleting several photos touches none of somebody else, nor says which there are', async () => {
    const ids = foreignIds('photo');
    for (const body of [
      { ids, action: 'delete' },
      { ids, action: 'move', albumId: null },
      { ids, action: 'move', albumId: world.own.has.album },
    ]) {
      const answer = await ask('POST', '/api/photos/bulk', { body });
      const error = { code: 'not_found', message: 'Not found.' };
      expect([answer.status, answer.body]).toEqual([200, ids.map((id) => ({ id, success: false, error }))]);
    }
    for (const albumId of [world.victim.has.album, world.sibling.has.album, randomUUID()]) {
      expect((await ask('GET', `/api/photos?albumId=${albumId}`)).body).toEqual([]);
    }
    await expectUnchanged();
  });

  it('taking back a starter week takes back nothing of somebody else, nor says which posts there are', async () => {
    const answer = await ask('POST', '/api/posts/starter-week/undo', { body: { ids: foreignIds('post') } });
    expect([answer.status, answer.body]).toEqual([200, { removed: [], kept: [] }]);
    await expectUnchanged();
  });

  it('taking back an import takes back nothing of somebody else, nor says which posts there are', async () => {
    const answer = await ask('POST', '/api/posts/import/undo', { body: { ids: foreignIds('post') } });
    expect([answer.status, answer.body]).toEqual([200, { removed: [], kept: [] }]);
    await expectUnchanged();
  });

  it('disconnecting a platform that only others have connected', async () => {
    expectNotFound(await ask('DELETE', `/api/social/${FOREIGN_PLATFORM}/disconnect`));
    // One's own, a second time: nothing is left to do, and nobody else's is touched (S54).
    expect((await ask('DELETE', `/api/social/${GONE_PLATFORM}/disconnect`)).status).toBe(200);
    await expectUnchanged();
  });

  it('the doctor of a platform that only others have connected', async () => {
    const answer = await ask('GET', `/api/social/${FOREIGN_PLATFORM}/doctor`);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ verdict: 'not_connected' })]);
    for (const tenant of [world.victim, world.sibling]) {
      for (const secret of [tenant.marker, ...Object.values(tenant.has)]) {
        expect(JSON.stringify(answer.body)).not.toContain(secret);
      }
    }
  });

  it('a sign-in at a platform that somebody else began, or that another business did (S47)', async () => {
    const { victim, sibling, attacker } = world;
    const began = async (person: Person): Promise<string> => {
      const { pathname, search } = await person.consented('twitter');
      return pathname + search;
    };
    const replayed = await began(attacker);
    const elsewhere = await attacker.signInAgain();
    for (const [path, person] of [
      [await began(victim.person), attacker],
      [await began(attacker), victim.person],
      [await began(elsewhere), attacker],
    ] as const) {
      expect((await person.request('GET', path)).status).toBe(400);
    }
    for (const wrong of ['state=', 'state=x&code=y', 'code=y', '']) {
      expect((await ask('GET', `/api/social/twitter/callback?${wrong}`)).status).toBe(400);
    }
    await elsewhere.expect(302, 'GET', '/api/logout');
    const pick = { body: { pickToken: 'x'.repeat(40), remoteIds: ['1'] } };
    expect((await ask('POST', `/api/social/${FOREIGN_PLATFORM}/pick`, pick)).status).toBe(400);
    await expectUnchanged();
    // Only now, by who began it, and once.
    const page = await attacker.inBusiness(undefined).request('GET', replayed);
    expect(page.status).toBe(200);
    expect((await ask('GET', replayed)).status).toBe(400);
    expect((await sibling.person.request('GET', '/api/social/status')).body).toMatchObject({ twitter: false });
    await attacker.expect(200, 'DELETE', '/api/social/twitter/disconnect');
    expect(await stateOf(victim)).toEqual(before[1]);
    expect(await stateOf(sibling)).toEqual(before[2]);
  });

  it('connecting leads back to our own address, whatever the request says of itself (S51)', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const { authUrl } = (await ask('GET', '/api/social/twitter/auth', { headers })).body as { authUrl: string };
    expect(new URL(authUrl).searchParams.get('redirect_uri')).toBe(`${origin}/api/social/twitter/callback`);
    const foreign = await ask('GET', '/api/social/twitter/connect', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.status).toBe(403);
  });

  it('live hints of others are not heard', async () => {
    const { attacker, victim } = world;
    const stop = new AbortController();
    const stream = await fetch(`${origin}/api/events`, {
      headers: { cookie: attacker.session ?? '', 'x-business-id': attacker.businessId ?? '' },
      signal: stop.signal,
    });
    expect(stream.status).toBe(200);
    let heard = '';
    const listening = (async () => {
      for await (const chunk of stream.body ?? []) {
        heard += Buffer.from(chunk as Uint8Array).toString();
      }
    })().catch(() => undefined);
    const theirs = await victim.person.createPost({ caption: 'Theirs', platforms: [FOREIGN_PLATFORM] });
    const mine = await attacker.createPost({ caption: 'Mine', platforms: [OWN_PLATFORM] });
    await eventually('the own post is heard of', () => Promise.resolve(heard.includes(mine.id) || undefined));
    await victim.person.expect(204, 'DELETE', `/api/posts/${theirs.id}`);
    await attacker.expect(204, 'DELETE', `/api/posts/${mine.id}`);
    await eventually('the deletion is heard of', () => Promise.resolve(heard.split(mine.id).length > 2 || undefined));
    expect(heard).not.toContain(theirs.id);
    expect(heard).not.toContain(victim.has.business);
    stop.abort();
    await listening;
  });

  it('signing out everywhere ends the own sessions and nobody else’s', async () => {
    const person = await Person.signUp(origin, { name: 'Writer' });
    const second = await person.signInAgain();
    await person.expect(200, 'POST', '/api/auth/logout-everywhere');
    expect((await second.request('GET', '/api/auth/user')).status).toBe(401);
    expect((await world.victim.person.request('GET', '/api/auth/user')).status).toBe(200);
  });

  it('after all of this everything is as it was', expectUnchangedLater);

  async function expectUnchangedLater(): Promise<void> {
    // The posts made and deleted above have counted, as posts do.
    const relevant = (states: readonly unknown[]) =>
      states.map((one) => {
        const {
          ['/api/user/limits']: _limits,
          ['/api/dashboard/stats']: _stats,
          ...rest
        } = one as Record<string, unknown>;
        return rest;
      });
    expect(relevant(await state())).toEqual(relevant(before));
  }
});

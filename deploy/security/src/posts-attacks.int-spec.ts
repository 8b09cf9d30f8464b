import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Person } from '../../harness/src/client.ts';
import type { Answer, RequestOptions } from '../../harness/src/client.ts';
import { smallPicture } from '../../harness/src/picture.ts';

const origin = process.env['POSTLOOM_URL'] ?? 'http://localhost:3000';
const HOUR_MS = 3_600_000;

interface Listed {
  readonly id: string;
  readonly caption: string;
}

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const codeOf = ({ body }: Answer): unknown => (body as { error?: unknown }).error;
const messageOf = ({ body }: Answer): string => String((body as { message?: unknown }).message);

async function readyPhoto(person: Person, picture: Buffer): Promise<string> {
  const { id } = await person.upload(picture);
  await person.photosReady();
  return id;
}

/** Posts over HTTP against the running stack (S56 to S62, F53, F54, F59 in this folder's README). */
describe('attacks on posts', () => {
  let person: Person;
  let photo: string;
  let wide: string;
  const create = (body: unknown, options: RequestOptions = {}, by = person) =>
    by.request('POST', '/api/posts', { body, ...options });
  const posts = async (by = person) => (await by.expect(200, 'GET', '/api/posts')) as Listed[];
  const good = () => ({ caption: 'Fresh bread', platforms: ['instagram'] });

  beforeAll(async () => {
    person = await Person.signUp(origin, { tier: 'agency', name: 'Bakery' });
    await person.connect('instagram');
    await person.connect('twitter');
    photo = await readyPhoto(person, await smallPicture(1));
    const strip = sharp({ create: { width: 1600, height: 400, channels: 3, background: '#b5651d' } });
    wide = await readyPhoto(person, await strip.jpeg().toBuffer());
  }, 120_000);

  describe('what is refused leaves no trace', () => {
    const scheduled = () => ({ ...good(), status: 'scheduled', scheduledFor: inHours(30), photoId: photo });
    it.each<[string, () => unknown, string, RegExp]>([
      [
        'no caption (S56)',
        () => ({ ...good(), caption: '' }),
        'validation_failed',
        /^Please enter a caption for your post\.$/,
      ],
      [
        'spaces (S56)',
        () => ({ ...good(), caption: ' \u200b\n ' }),
        'validation_failed',
        /^Please enter a caption for your post\.$/,
      ],
      ['NUL (S56)', () => ({ ...good(), caption: 'a\u0000b' }), 'validation_failed', /control characters/],
      ['100 KB (S56)', () => ({ ...good(), caption: 'x'.repeat(100_000) }), 'validation_failed', /63206/],
      [
        'over Instagram (S56)',
        () => ({ ...good(), caption: 'x'.repeat(2_201) }),
        'validation_failed',
        /Instagram: 2,201 characters, 2,200 are allowed/,
      ],
      [
        'over X, by weight (S56)',
        () => ({ caption: '日'.repeat(141), platforms: ['twitter'] }),
        'validation_failed',
        /X: 282 characters, 280 are allowed/,
      ],
      [
        'six hashtags (S56)',
        () => ({ ...scheduled(), caption: '#a #b #c #d #e #f' }),
        'validation_failed',
        /at most 5 hashtags; there are 6/,
      ],
      [
        'a picture too wide (S56)',
        () => ({ ...scheduled(), photoId: wide }),
        'validation_failed',
        /from 4:5 to 1\.91:1; this one is wider/,
      ],
      [
        'photos nobody has (S60)',
        () => ({ caption: 'x', platforms: ['twitter'], photoIds: Array.from({ length: 5 }, () => randomUUID()) }),
        'not_found',
        /^/,
      ],
      [
        'two stories about photos',
        () => ({ ...good(), photoId: photo, photoIds: [wide] }),
        'validation_failed',
        /different photos/,
      ],
      [
        'no platform (S57)',
        () => ({ ...good(), platforms: [] }),
        'validation_failed',
        /^Please select at least one platform\.$/,
      ],
      ['an unknown platform (S57)', () => ({ ...good(), platforms: ['myspace'] }), 'validation_failed', /^/],
      [
        '1,000 platforms (S57)',
        () => ({ ...good(), platforms: Array.from({ length: 1000 }, () => 'instagram') }),
        'validation_failed',
        /^/,
      ],
      [
        'not connected (S57)',
        () => ({ ...good(), platforms: ['instagram', 'linkedin', 'tiktok'] }),
        'validation_failed',
        /^Please connect your LinkedIn, TikTok account\(s\) first\.$/,
      ],
      ['the past (S58)', () => ({ ...scheduled(), scheduledFor: '2020-01-01T00:00:00Z' }), 'invalid_date', /future/],
      ['30 February (S58)', () => ({ ...scheduled(), scheduledFor: '2027-02-30T10:00:00Z' }), 'invalid_date', /^/],
      ['the year 9999 (S58)', () => ({ ...scheduled(), scheduledFor: '9999-01-01T00:00:00Z' }), 'invalid_date', /^/],
      ['no offset (S58)', () => ({ ...scheduled(), scheduledFor: '2027-01-01T10:00:00' }), 'invalid_date', /^/],
      ['a number (S58)', () => ({ ...scheduled(), scheduledFor: 1_800_000_000 }), 'invalid_date', /^/],
      [
        'no photo to schedule',
        () => ({ ...scheduled(), photoId: null }),
        'validation_failed',
        /^Please select a photo to schedule\.$/,
      ],
      ['a field of ours', () => ({ ...good(), source: 'api', payerId: randomUUID() }), 'validation_failed', /^/],
    ])('%s', async (_, body, code, message) => {
      const before = await posts();
      const answer = await create(body());
      expect([answer.status, codeOf(answer)]).toEqual([code === 'not_found' ? 404 : 400, code]);
      expect(messageOf(answer)).toMatch(message);
      expect(await posts()).toEqual(before);
    });

    it('doubles collapse (S57)', async () => {
      const answer = await create({ ...good(), platforms: ['twitter', 'instagram', 'twitter'] });
      expect(answer).toMatchObject({ status: 201, body: { platforms: ['twitter', 'instagram'] } });
    });
  });

  it("a photo of another customer or of the person's other business is not found, alone or among others (S60)", async () => {
    const victim = await Person.signUp(origin, { name: 'Victim' });
    const sibling = person.inBusiness(await person.createBusiness('Sibling'));
    const before = await posts();
    for (const holder of [victim, sibling]) {
      const theirs = await readyPhoto(holder, await smallPicture(2));
      for (const choice of [{ photoId: theirs }, { photoIds: [photo, theirs] }]) {
        for (const path of ['/api/posts', '/api/posts/preflight']) {
          const answer = await person.request('POST', path, { body: { ...good(), ...choice } });
          expect([answer.status, messageOf(answer)]).toEqual([404, 'Not found.']);
        }
      }
    }
    expect(await posts()).toEqual(before);
  });

  describe('the same request again', () => {
    const key = (value: string) => ({ headers: { 'idempotency-key': value } });

    it('20 at once make one post; another body is refused, another person is independent (S61, F54)', async () => {
      const name = randomUUID();
      const body = { ...good(), caption: `Once ${name}` };
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(body, key(name))));
      const made = answers.filter(({ status }) => status === 201);
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      expect(new Set(made.map(({ body: post }) => (post as Listed).id)).size).toBe(1);
      expect((await posts()).filter(({ caption }) => caption === body.caption)).toHaveLength(1);
      const again = await create(body, key(name));
      expect([again.status, (again.body as Listed).id]).toEqual([201, (made[0]?.body as Listed).id]);
      const other = await create({ ...body, caption: 'Another' }, key(name));
      expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_mismatch']);
      const stranger = await Person.signUp(origin, { name: 'Stranger' });
      await stranger.connect('instagram');
      const theirs = await create(body, key(name), stranger);
      expect(theirs.status).toBe(201);
      expect((theirs.body as Listed).id).not.toBe((again.body as Listed).id);
      expect((await create(body, key('x'.repeat(256)))).status).toBe(400);
    });

    it('20 clicks on duplicate and on import make one copy and one import (F54)', async () => {
      const original = (await create(good())).body as Listed;
      const count = async () => (await posts()).length;
      const before = await count();
      const name = randomUUID();
      await Promise.all(
        Array.from({ length: 20 }, () => person.request('POST', `/api/posts/${original.id}/duplicate`, key(name))),
      );
      expect(await count()).toBe(before + 1);
      const file = () => {
        const form = new FormData();
        form.set('file', new Blob(['caption,platforms\none,instagram\ntwo,twitter']), 'posts.csv');
        return { form, ...key(name) };
      };
      const imports = await Promise.all(
        Array.from({ length: 20 }, () => person.request('POST', '/api/posts/import', file())),
      );
      expect(imports.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      expect(await count()).toBe(before + 3);
    });
  });

  describe('the last post of a plan', () => {
    const freePerson = async () => {
      const free = await Person.signUp(origin, { name: 'Free' });
      await free.connect('instagram');
      return free;
    };

    it.each([
      [4, 6, 1], // S62
      [4, 20, 1], // F59
      [0, 20, 5],
    ])('%i of 5 used, %i at once: %i more, then the sentence', async (used, atOnce, more) => {
      const free = await freePerson();
      for (let made = 0; made < used; made += 1) {
        expect((await create(good(), {}, free)).status).toBe(201);
      }
      const answers = await Promise.all(Array.from({ length: atOnce }, () => create(good(), {}, free)));
      const refused = answers.filter(({ status }) => status === 403);
      expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([more, atOnce - more]);
      for (const answer of refused) {
        expect(codeOf(answer)).toBe('upgrade_required');
        expect(messageOf(answer)).toMatch(/^Post limit reached/);
      }
      expect(await posts(free)).toHaveLength(5);
      expect(await free.expect(200, 'GET', '/api/user/limits')).toMatchObject({ postsUsed: '5', canCreatePost: false });
    });
  });

  it('two tabs with two businesses, the active one changing all the time: 1,000 posts, none in the wrong one (F53)', async () => {
    const first = await Person.signUp(origin, { tier: 'agency', name: 'First client' });
    const second = first.inBusiness(await first.createBusiness('Second client'));
    const tabs = [first, second];
    for (const tab of tabs) {
      await tab.connect('instagram');
    }
    let isOver = false;
    const flipping = (async () => {
      for (let turn = 0; !isOver; turn += 1) {
        await first.expect(200, 'PUT', '/api/user/active-business', {
          body: { businessId: tabs[turn % 2]?.businessId },
        });
      }
    })();
    const statuses = new Map<number, number>();
    let next = 0;
    const worker = async () => {
      for (let number = next++; number < 1_000; number = next++) {
        const { status } = await create({ ...good(), caption: `tab ${number % 2}` }, {}, tabs[number % 2]);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    isOver = true;
    await flipping;
    expect([...statuses]).toEqual([[201, 1_000]]);
    const wrong: string[] = [];
    for (const [index, tab] of tabs.entries()) {
      const listed = await posts(tab);
      expect(listed).toHaveLength(500);
      wrong.push(...listed.filter(({ caption }) => caption !== `tab ${index}`).map(({ id }) => id));
    }
    expect(wrong).toEqual([]);
  }, 180_000);

  describe('files and feeds', () => {
    const send = (csv: string, by = person) => {
      const form = new FormData();
      form.set('file', new Blob([csv]), 'posts.csv');
      return by.request('POST', '/api/posts/import', { form });
    };

    it("an import takes no photo of anybody else, by id or by name, and writes into the page's business only", async () => {
      const victim = await Person.signUp(origin, { name: 'Victim' });
      const name = `${randomUUID()}.jpg`;
      const theirs = await victim.upload(await smallPicture(3), name);
      const before = await posts();
      const answer = await send(
        `caption,platforms,photo\nx,instagram,${theirs.id}\nx,instagram,${name}\nx,instagram,${randomUUID()}`,
      );
      expect(answer).toMatchObject({ status: 200, body: { created: 0, refused: 3 } });
      const rows = (answer.body as { rows: { errors: { message: string }[] }[] }).rows.map(
        ({ errors }) => errors[0]?.message,
      );
      expect(rows).toEqual([
        'There is no such photo.',
        `There is no photo called "${name}".`,
        'There is no such photo.',
      ]);
      expect(await posts()).toEqual(before);
      expect((await send('caption,platforms\nx,instagram', person.inBusiness(victim.businessId))).status).toBe(404);
    });

    it('a formula is a caption like any other', async () => {
      const formula = `=HYPERLINK("http://evil.example";"${randomUUID()}")`;
      expect(await send(`caption,platforms\n"${formula.replaceAll('"', '""')}",instagram`)).toMatchObject({
        body: { created: 1 },
      });
      expect((await posts()).map(({ caption }) => caption)).toContain(formula);
    });

    it('a feed opens with its token only, shows its own business only, and ends when it is taken back', async () => {
      const victim = await Person.signUp(origin, { name: 'Victim' });
      await victim.connect('instagram');
      const marker = randomUUID();
      await victim.createPost({ caption: marker, platforms: ['instagram'], scheduledFor: inHours(40) });
      const read = async (url: string) => {
        const response = await fetch(url.replace(/^https?:\/\/[^/]+/, origin));
        return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
      };
      const { url } = (await victim.expect(201, 'POST', '/api/calendar/feed')) as { url: string };
      expect(await read(url)).toMatchObject({
        status: 200,
        text: expect.stringContaining(marker),
        type: expect.stringMatching(/^text\/calendar/),
      });
      // Somebody else turning theirs on and off leaves it alone, and sees nothing of it.
      const { url: mine } = (await person.expect(201, 'POST', '/api/calendar/feed')) as { url: string };
      expect((await read(mine)).text).not.toContain(marker);
      await person.expect(204, 'DELETE', '/api/calendar/feed');
      expect((await read(url)).status).toBe(200);
      const { url: next } = (await victim.expect(201, 'POST', '/api/calendar/feed')) as { url: string };
      const shape = ({ status, text }: { status: number; text: string }) => [
        status,
        text.replace(/"requestId":"[^"]+"/, ''),
      ];
      const gone = await Promise.all([url, mine, `${origin}/api/calendar.ics?token=${'A'.repeat(43)}`].map(read));
      expect(new Set(gone.map((answer) => JSON.stringify(shape(answer)))).size).toBe(1);
      expect(gone[0]?.status).toBe(404);
      expect((await read(next)).status).toBe(200);
    });
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identityEvents, mediaRpc, rowsOf } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { GIVE_UP_HOURS } from '../exports/index.ts';
import { PictureProcesses, PictureTooSlow } from '../pictures/index.ts';
import { business, draft, folder, photoRow, rows, shop } from '../testing/export-rows.ts';
import type { ExportNeighbours } from '../testing/export-neighbours.ts';
import { ImportsUnderTest } from '../testing/imports-under-test.ts';
import { madeExport } from '../testing/made-zip.ts';
import type { MediaUnderTest } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let imports: ImportsUnderTest;
let media: MediaUnderTest;
let neighbours: ExportNeighbours;
beforeAll(async () => {
  imports = await ImportsUnderTest.start();
  ({ media, neighbours } = imports);
});
afterAll(() => imports.close());
beforeEach(() => imports.forget());

describe('an import that meets trouble', () => {
  it('goes on after failures where it was, and counts nothing twice', async () => {
    const person = neighbours.person();
    const bread = await jpeg(5);
    const zip = madeExport([
      shop,
      rows('photos', photoRow('a.jpg', bread)),
      rows('posts', draft('One')),
      { name: `${folder}/photos/a.jpg`, bytes: bread },
    ]);
    await imports.upload(person, zip);
    expect((await imports.reaches(person, 'waiting')).businesses[0]?.openPosts).toBe(1);
    imports.failures = 1_000;
    await imports.begin(person, [1]);
    await eventually('it has failed', () => expect(imports.failures).toBeLessThan(1_000));
    // A process that dies in the middle of a file: all of it is done again.
    await eventually('its turn has ended', async () =>
      expect(
        await media.sql(
          `UPDATE imports SET position = position || '{"step": "photos", "page": 1}', brought = jsonb_set(brought, '{photos}', '0')
           WHERE user_id = $1 AND lease_until < now() RETURNING 1 AS one`,
          [person.caller.userId],
        ),
      ).toHaveLength(1),
    );
    imports.failures = 0;
    await eventually('it is done', async () => {
      await imports.retry(person);
      expect((await imports.state(person)).state).toBe('done');
    });
    expect(imports.businesses.calls).toHaveLength(1);
    expect((await imports.state(person)).brought).toMatchObject({ businesses: 1, photos: 1, posts: 1 });
    expect(rowsOf(await media.rpc(mediaRpc.photoList, {}, imports.broughtInto(person)))).toHaveLength(1);
    expect((await media.storage(person)).used).toBe(bread.length);
  });

  it('leaves out a photo that took too long again and again, says so, and goes on with what is behind it', async () => {
    const person = neighbours.person();
    const [slow, fine] = [await jpeg(6), await jpeg(7)];
    const pictures = media.service.get(PictureProcesses);
    const run = pictures.run.bind(pictures);
    let tries = 0;
    pictures.run = (task, turn) => {
      if ('sha256' in turn.file && turn.file.sha256 === sha256(slow)) {
        tries += 1;
        return Promise.reject(new PictureTooSlow());
      }
      return run(task, turn);
    };
    try {
      await imports.upload(
        person,
        madeExport([
          shop,
          rows('photos', photoRow('slow.jpg', slow), photoRow('fine.jpg', fine)),
          rows('posts', draft('One')),
          { name: `${folder}/photos/slow.jpg`, bytes: slow },
          { name: `${folder}/photos/fine.jpg`, bytes: fine },
        ]),
      );
      await imports.reaches(person, 'waiting');
      await imports.begin(person, [1]);
      await eventually('it is done', async () => {
        await imports.retry(person);
        expect((await imports.state(person)).state).toBe('done');
      });
    } finally {
      pictures.run = run;
    }
    expect(tries).toBe(5);
    expect(await imports.state(person)).toMatchObject({
      brought: { businesses: 1, photos: 1, posts: 1 },
      leftOut: 1,
      findings: [{ line: 1, what: expect.stringMatching(/^This photo took too long to read, several times/) }],
    });
    expect((await media.storage(person)).used).toBe(fine.length);
  });

  it('is given up after a long time, says so, and leaves what came back', async () => {
    const person = neighbours.person();
    await imports.upload(person, madeExport([shop, rows('posts', draft('One'))]));
    await imports.reaches(person, 'waiting');
    imports.failures = 1_000;
    await imports.begin(person, [1]);
    await eventually('it fails', () => expect(imports.failures).toBeLessThan(1_000));
    await media.sql(`UPDATE imports SET under_way_since = now() - make_interval(hours => $2) WHERE user_id = $1`, [
      person.caller.userId,
      GIVE_UP_HOURS + 1,
    ]);
    await eventually('it is given up', async () => {
      await imports.retry(person);
      expect(await imports.state(person)).toMatchObject({
        ...{ state: 'refused', refusal: expect.stringMatching(/^The import could not be finished/) },
        brought: { businesses: 1, posts: 0 },
      });
    });
    const ended = await media.sql(
      `SELECT 1 AS one FROM outbox WHERE subject = 'media.import.ended.v1' AND data ->> 'userId' = $1`,
      [person.caller.userId],
    );
    expect(ended).toHaveLength(1);
  });

  it('is given up when it is late and every try has ended its process', async () => {
    const person = neighbours.person();
    await imports.upload(person, madeExport([shop]));
    await imports.reaches(person, 'waiting');
    // As after processes that died: claimed again and again, and never given back.
    await media.sql(
      `UPDATE imports SET state = 'working', chosen = '[1]', ready_at = now(), tries = 20,
         under_way_since = now() - make_interval(hours => $2) WHERE user_id = $1`,
      [person.caller.userId, GIVE_UP_HOURS + 1],
    );
    await imports.retry(person);
    expect((await imports.reaches(person, 'refused')).refusal).toMatch(/^The import could not be finished/);
    expect(imports.businesses.calls).toEqual([]);
  });

  it('goes on with the next business when one is deleted while it comes back', async () => {
    const person = neighbours.person();
    const second = 'businesses/02-Other';
    const other = { ...business, id: randomUUID(), name: 'Other' };
    await imports.upload(
      person,
      madeExport([
        shop,
        rows('posts', draft('One')),
        { name: `${second}/business.ndjson`, bytes: `${JSON.stringify(other)}\n` },
      ]),
    );
    await imports.reaches(person, 'waiting');
    imports.failures = 1_000;
    await imports.begin(person, [1, 2]);
    await eventually('it has failed', () => expect(imports.failures).toBeLessThan(1_000));
    const { businessId } = imports.broughtInto(person).caller;
    await media.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9 },
      data: { businessId, payerId: person.caller.payerId },
    });
    await eventually('it is buried', async () =>
      expect(await media.sql('SELECT 1 AS one FROM erasures WHERE id = $1', [businessId])).toHaveLength(1),
    );
    imports.deleted = businessId;
    await eventually('it is done', async () => {
      await imports.retry(person);
      expect((await imports.state(person)).state).toBe('done');
    });
    expect(await imports.state(person)).toMatchObject({
      brought: { businesses: 2, posts: 0 },
      findings: [{ line: null, what: 'Shop was deleted while it came back.' }],
    });
  });
});

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { platforms } from '../../../libs/contracts/src/platforms/catalogue.ts';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { defineRun, Misuse, number, orEnd } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { restart } from '../../harness/src/running-stack.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import { services } from '../../local/src/stack/services.ts';
import { changedPaces } from './paces.ts';

const MINUTE_MS = 60_000;
const run = defineRun({
  name: 'pods',
  summary:
    "The whole product with several processes of every service and production's pauses. The main jobs are done over HTTP while one process of each service is killed and all of them are restarted in turn; the sandbox's ledger says whether every post went out exactly once. About 8 minutes.",
  prefix: 'PODS_',
  settings: { replicas: number(4, 'processes of every service') },
  figures: true,
});
const { replicas } = run.settings;
const { dataDir } = run;
const say = timedLines();

orEnd(run, () => {
  const changed = changedPaces(process.env);
  if (changed.length > 0) {
    throw new Misuse(`This run is about production's pauses; unset ${changed.join(', ')}.`);
  }
});
const stack = await startLiveStack(dataDir, { POSTLOOM_REPLICAS: String(replicas), POSTLOOM_TRACES: 'off' });
const end = async (): Promise<void> => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
const forget = atTheEnd(end);
const ledger = new Ledger(stack.sandboxUrl);
say(`${Object.keys(stack.run.processes).length} processes run`);

/** Captions whose posts must be in the ledger once on each of so many platforms. */
const expected = new Map<string, number>();
let numbers = 0;
let passed = 0;
const failed: string[] = [];

async function job(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    passed += 1;
    say(`ok      ${name}`);
  } catch (error) {
    failed.push(name);
    say(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

try {
  const person = await Person.signUp(stack.url, { tier: 'agency', name: 'Corner Bakery' });
  let photoId = '';
  await job('sign up and upload a photo', async () => {
    photoId = (await person.upload(await smallPicture(1))).id;
    await person.photosReady();
  });
  await job('write a caption', async () => {
    const { caption } = (await person.expect(200, 'POST', '/api/generate-caption', {
      body: { photoId, options: { style: 'casual', includeHashtags: true } },
    })) as { caption: string };
    assert.ok(caption.length > 0);
  });
  await job('connect every platform', async () => {
    for (const platform of platforms) {
      await person.connect(platform, 'pods', /organization/);
    }
  });

  const schedule = async (
    of: Person,
    photo: string,
    onto: readonly (typeof platforms)[number][],
    dueInMs: number,
  ): Promise<{ id: string; caption: string }> => {
    numbers += 1;
    const caption = `Pods ${numbers}: fresh from the oven`;
    const { id } = await of.createPost({
      caption,
      platforms: [...onto],
      status: 'scheduled',
      scheduledFor: new Date(Date.now() + dueInMs).toISOString(),
      photoId: photo,
    });
    return { id, caption };
  };
  const isOut = (id: string, limitMs: number): Promise<unknown> =>
    eventually(
      `post ${id} is published`,
      async () => {
        const post = await person.post(id).catch(() => null); // a process is being started again
        assert.notEqual(post?.status, 'failed', JSON.stringify(post?.targets));
        return post?.status === 'published' ? post : undefined;
      },
      limitMs,
      500,
    );

  await job('publish one post on every platform', async () => {
    const { id, caption } = await schedule(person, photoId, platforms, 5_000);
    expected.set(caption, platforms.length);
    await isOut(id, 3 * MINUTE_MS);
  });

  await job('cancel a post', async () => {
    const { id, caption } = await schedule(person, photoId, platforms, 20_000);
    expected.set(caption, 0);
    await person.expect(204, 'DELETE', `/api/posts/${id}`);
  });

  await job('retry a post whose first try fails, and say why meanwhile', async () => {
    await ledger.fault('twitter', { mode: 'reset_before', count: 6 });
    const { id, caption } = await schedule(person, photoId, ['twitter'], 3_000);
    expected.set(caption, 1);
    await eventually(
      'the failed try is shown',
      async () => {
        const [target] = (await person.post(id)).targets;
        return target !== undefined && target.status !== 'published' && (target.error ?? '') !== ''
          ? target
          : undefined;
      },
      MINUTE_MS,
      250,
    );
    await ledger.fault('twitter', { mode: 'none' });
    await isOut(id, 3 * MINUTE_MS);
  });

  await job('publish an occurrence of a recurring schedule', async () => {
    const berlin = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(Date.now() + 2 * MINUTE_MS);
    const [startDate = '', timeOfDay = ''] = berlin.split(' ');
    const { id } = (await person.expect(201, 'POST', '/api/recurring-schedules', {
      body: {
        ...{ name: 'Daily bread', frequency: 'daily', timeOfDay, startDate, endDate: startDate },
        ...{ platforms: ['facebook'], useAllPhotos: true },
      },
    })) as { id: string };
    const before = (await ledger.publications({ platform: 'facebook' })).length;
    await eventually(
      'its post is public',
      async () => ((await ledger.publications({ platform: 'facebook' })).length > before ? true : undefined),
      5 * MINUTE_MS,
      500,
    );
    const { data } = listOf(await person.expect(200, 'GET', `/api/recurring-schedules/${id}/occurrences`));
    assert.equal(data.filter(({ status }) => status === 'posted').length, 1, JSON.stringify(data));
  });

  await job('publish while one process of every service is killed', async () => {
    const made = await inFlight();
    for (const { name, listens } of services) {
      // Calls from outside arrive at the first gateway and media process alone; here a copy is killed.
      await restart(dataDir, listens ? `${name}-2` : name, 'SIGKILL');
    }
    await Promise.all(made.map((id) => isOut(id, 4 * MINUTE_MS)));
  });

  await job('publish while every process is restarted in turn', async () => {
    const made = await inFlight();
    for (const { name } of services) {
      for (let number = 1; number <= replicas; number += 1) {
        await restart(dataDir, number === 1 ? name : `${name}-${number}`, 'SIGTERM');
      }
    }
    await Promise.all(made.map((id) => isOut(id, 4 * MINUTE_MS)));
  });

  await job('disconnect a platform', async () => {
    await person.expect(200, 'DELETE', '/api/social/twitter/disconnect');
    const status = (await person.expect(200, 'GET', '/api/social/status')) as Record<string, boolean>;
    assert.deepEqual(status, { ...Object.fromEntries(platforms.map((platform) => [platform, true])), twitter: false });
  });

  await job('erase a business, and what it had scheduled with it', async () => {
    const second = person.inBusiness(await person.createBusiness('Second Bakery'));
    const photo = (await second.upload(await smallPicture(2))).id;
    await second.photosReady();
    await second.connect('facebook', 'pods-2');
    const { caption } = await schedule(second, photo, ['facebook'], 45_000);
    expected.set(caption, 0);
    await person.expect(204, 'DELETE', `/api/businesses/${second.businessId ?? ''}`);
    assert.equal((await person.request('GET', `/api/businesses/${second.businessId ?? ''}`)).status, 404);
    await wait(MINUTE_MS);
  });

  await job('every post is in the ledger exactly as often as it has platforms', async () => {
    const publications = await ledger.publications();
    for (const [caption, count] of expected) {
      const found = publications.filter(({ text }) => text.includes(caption)).map(({ platform }) => platform);
      assert.equal(new Set(found).size, found.length, `"${caption}" is public twice: ${found.join(', ')}`);
      assert.equal(found.length, count, `"${caption}" is public on ${found.join(', ')}`);
    }
  });

  /** Posts that fall due every second and a half of the next minute, on the platforms without a pace of their own. */
  async function inFlight(): Promise<string[]> {
    const ids: string[] = [];
    for (let number = 0; number < 40; number += 1) {
      const platform = (['facebook', 'instagram', 'twitter', 'linkedin'] as const)[number % 4] ?? 'facebook';
      const { id, caption } = await schedule(person, photoId, [platform], 8_000 + number * 1_500);
      expected.set(caption, 1);
      ids.push(id);
    }
    return ids;
  }
} finally {
  forget();
  await end();
}
console.log(`${passed} passed, ${failed.length} failed. Figures: ${run.save({ passed, failed })}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Lists answer an array, or a page of one. */
function listOf(answer: unknown): { data: { status: string }[] } {
  return Array.isArray(answer) ? { data: answer as { status: string }[] } : (answer as { data: { status: string }[] });
}

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { mediaEvents } from '../../../../libs/contracts/src/media/media.ts';
import { eventually } from '../../../harness/src/eventually.ts';
import { inParallel } from '../../../harness/src/in-parallel.ts';
import { smallPicture } from '../../../harness/src/picture.ts';
import { PLATFORMS } from '../../../harness/src/plan.ts';
import type { Fault } from './drill.ts';
import { LIMIT } from './world.ts';
import type { World } from './world.ts';

/** Posts that a fault holds up for more than a minute are late as well. */
const LATE = ['LatePostsBurnFast', 'LatePostsBurnSlow'];

/** Does the same until the fault is over; what it throws is the fault's own effect. */
async function keepDoing(work: () => Promise<unknown>, everyMs: number, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await work().catch(() => undefined);
    await wait(everyMs);
  }
}

/** Runs things beside the fault, and ends them with it. */
async function beside(
  work: (until: AbortSignal) => readonly Promise<unknown>[],
  main: () => Promise<void>,
): Promise<void> {
  const end = new AbortController();
  const running = Promise.all(work(end.signal));
  running.catch(() => undefined); // shown when it is awaited
  try {
    await main();
  } finally {
    end.abort();
    await running;
  }
}

const photos = (world: World) => (): Promise<unknown> => world.first.person.request('GET', '/api/photos');

export const faults: readonly Fault[] = [
  {
    alerts: ['DuePostsWait', 'LatePostsBurnFast', 'LatePostsBurnSlow', 'LatePostsBurnDay', 'LatePostsBurnBudget'],
    cause: 'somebody holds a lock on the targets for over a minute while posts fall due',
    play: async (world, alarm) => {
      await world.post(PLATFORMS, 4_000);
      const letGo = await world.hold('LOCK TABLE scheduling.post_targets IN SHARE MODE');
      try {
        await alarm.fires('DuePostsWait');
      } finally {
        await letGo();
      }
      await alarm.fires('LatePostsBurnFast', 'LatePostsBurnSlow', 'LatePostsBurnDay', 'LatePostsBurnBudget');
      await world.quiet();
    },
  },
  {
    alerts: ['PublishOutcomesUnknown'],
    cause: 'X publishes and answers what nobody can read',
    companions: LATE,
    play: async (world, alarm) => {
      await world.sandbox.fault('twitter', { mode: 'garbage' });
      try {
        await world.post(['twitter'], 1_000);
        await alarm.fires('PublishOutcomesUnknown');
      } finally {
        await world.sandbox.fault('twitter', { mode: 'none' });
      }
      await world.quiet();
    },
  },
  {
    alerts: ['PublishAttemptOpen'],
    cause:
      'a lane is leased for an hour by nobody, while one of its calls has no outcome; its age is set to 46 minutes',
    companions: LATE,
    play: async (world, alarm) => {
      const lane = await world.laneOf(world.first.person, 'twitter');
      await world.sandbox.fault('twitter', { mode: 'garbage' });
      await world.post(['twitter'], 1_000);
      await eventually('the lane is given back with an open outcome', async () => {
        const held = await world.sql(
          `UPDATE publisher.lanes SET lease_epoch = lease_epoch + 1, lease_until = now() + interval '1 hour'
          WHERE id = $1 AND lease_until < now() AND EXISTS (SELECT 1 FROM publisher.publish_attempts a
            JOIN publisher.publish_jobs j ON j.id = a.job_id WHERE a.account_id = $1 AND a.outcome = 'open' AND j.state = 'verifying')
          RETURNING id`,
          [lane],
        );
        return held.length === 1;
      });
      try {
        await world.sandbox.fault('twitter', { mode: 'none' });
        await world.sql(
          `UPDATE publisher.publish_attempts SET intent_at = intent_at - interval '46 minutes' WHERE account_id = $1 AND outcome = 'open'`,
          [lane],
        );
        await alarm.fires('PublishAttemptOpen');
      } finally {
        await world.sql(`UPDATE publisher.lanes SET lease_until = now(), ready_at = now() WHERE id = $1`, [lane]);
      }
      await world.quiet();
    },
  },
  {
    alerts: ['PublishingFails'],
    cause: 'Facebook refuses every picture',
    play: async (world, alarm) => {
      await world.sandbox.fault('facebook', { mode: 'media_rejected' });
      try {
        await world.post(['facebook'], 1_000);
        await alarm.fires('PublishingFails');
      } finally {
        await world.sandbox.fault('facebook', { mode: 'none' });
      }
    },
  },
  {
    alerts: ['LanesChangeHands'],
    cause: 'the publisher is killed in the middle of its calls on ten lanes',
    companions: [...LATE, 'ServiceDown', 'ServiceFails'],
    play: async (world, alarm) => {
      for (const platform of PLATFORMS) {
        await world.sandbox.fault(platform, { mode: 'latency', latencyMs: 15_000, calls: ['publish', 'prepare'] });
      }
      try {
        await world.post(PLATFORMS, 2_000);
        await eventually(
          'all lanes are worked on',
          async () => (await world.facts.leasedLanes()).length >= 8,
          30_000,
          100,
        );
        world.kill('publisher');
      } finally {
        for (const platform of PLATFORMS) {
          await world.sandbox.fault(platform, { mode: 'none' });
        }
      }
      await alarm.fires('LanesChangeHands');
      await world.quiet();
    },
  },
  {
    alerts: ['TokensRefused'],
    cause: 'an account’s consent is taken back at X, and its token is due to be renewed',
    play: async (world, alarm) => {
      const account = await world.laneOf(await world.stranger('twitter'), 'twitter');
      await world.sandbox.fault('twitter', { mode: 'token_revoked', calls: ['auth'] });
      try {
        await world.sql(`UPDATE publisher.lanes SET refresh_at = now(), ready_at = now() WHERE id = $1`, [account]);
        await alarm.fires('TokensRefused');
      } finally {
        await world.sandbox.fault('twitter', { mode: 'none' });
      }
    },
  },
  {
    alerts: ['VaultKeyMissing'],
    cause: 'a token is sealed under a key that is not in VAULT_KEYS',
    play: async (world, alarm) => {
      const account = await world.laneOf(await world.stranger('twitter'), 'twitter');
      const setKey = (kid: unknown): Promise<unknown> =>
        world.sql('UPDATE publisher.account_secrets SET kid = $2 WHERE account_id = $1', [account, kid]);
      const [secret] = await world.sql<{ kid: string }>(
        'SELECT kid FROM publisher.account_secrets WHERE account_id = $1',
        [account],
      );
      await setKey('lost');
      try {
        await alarm.fires('VaultKeyMissing');
      } finally {
        await setKey(secret?.kid);
      }
    },
  },
  {
    alerts: ['OutboxOld'],
    cause: 'the broker stands still for over a minute while posts fall due',
    companions: [...LATE, 'DuePostsWait', 'ServiceFails'],
    play: async (world, alarm) => {
      await world.post(PLATFORMS, 4_000);
      world.freeze('nats');
      try {
        await alarm.fires('OutboxOld');
      } finally {
        world.thaw();
      }
      await world.quiet();
    },
  },
  {
    alerts: ['EventsParked'],
    cause: 'media tells of a photo in a shape that nobody reads; EVENT_UNREADABLE_MS is 10 seconds here',
    play: async (world, alarm) => {
      await world.sql(
        `INSERT INTO media.outbox (id, subject, at, business_id, entity_id, version, data)
        VALUES ($1, $2, now(), $3, $4, 1, '{"photo":"in another shape"}')`,
        [randomUUID(), mediaEvents.photoUploaded.subject, world.first.person.businessId, randomUUID()],
      );
      await alarm.fires('EventsParked');
    },
  },
  {
    alerts: ['EventsLate'],
    cause: 'the database holds up every event of analytics for four seconds while photos arrive',
    play: async (world, alarm) => {
      await beside(
        (until) => [world.holdAgainAndAgain('LOCK TABLE analytics.inbox IN SHARE ROW EXCLUSIVE MODE', 4_000, until)],
        async () => {
          await inParallel(
            Array.from({ length: 40 }, (_, number) => number),
            4,
            async (number) => {
              const business = world.businesses[number % world.businesses.length];
              await business?.person.upload(await smallPicture(number), `late-${number}.jpg`);
            },
          );
          await alarm.fires('EventsLate');
        },
      );
    },
  },
  {
    alerts: ['ServiceDown'],
    cause: 'the only process of captions stands still',
    play: async (world, alarm) => {
      world.freeze('captions');
      try {
        await alarm.fires('ServiceDown');
      } finally {
        world.thaw();
      }
    },
  },
  {
    alerts: ['ServiceFails'],
    cause: 'a table is renamed that media still reads',
    play: async (world, alarm) => {
      await world.sql('ALTER TABLE media.photos RENAME TO photos_away');
      try {
        await beside(
          (until) => [keepDoing(photos(world), 200, until)],
          () => alarm.fires('ServiceFails'),
        );
      } finally {
        await world.sql('ALTER TABLE media.photos_away RENAME TO photos');
      }
    },
  },
  {
    alerts: ['ServiceSlow'],
    cause: 'every read of photos waits for a lock, up to two seconds',
    companions: ['ServiceFails'],
    play: async (world, alarm) => {
      await beside(
        (until) => [
          world.holdAgainAndAgain('LOCK TABLE media.photos IN ACCESS EXCLUSIVE MODE', 2_000, until),
          ...Array.from({ length: 4 }, () => keepDoing(photos(world), 10, until)),
        ],
        () => alarm.fires('ServiceSlow'),
      );
    },
  },
  {
    alerts: ['LoopFails'],
    cause: 'the table of identity’s mails is renamed',
    play: async (world, alarm) => {
      await world.sql('ALTER TABLE identity.mail_queue RENAME TO mail_queue_away');
      try {
        await alarm.fires('LoopFails');
      } finally {
        await world.sql('ALTER TABLE identity.mail_queue_away RENAME TO mail_queue');
      }
    },
  },
  {
    alerts: ['WorkerBehind'],
    cause: 'a transaction somebody left open holds a mail; its age is set to 11 minutes',
    play: async (world, alarm) => {
      await world.sandbox.fault('smtp', { mode: 'error' });
      await world.forgetPassword();
      const id = await eventually('the mail waits for its next try', async () => {
        const [mail] = await world.sql<{ id: string }>(
          'SELECT id FROM identity.mail_queue WHERE sent_at IS NULL AND ready_at > now() AND lease_until < now() LIMIT 1',
        );
        return mail?.id;
      });
      const showAge = await world.hold(
        `UPDATE identity.mail_queue SET ready_at = now() - interval '11 minutes' WHERE id = $1`,
        [id],
      );
      // Waits for the row, and has it the moment its age is there: no worker comes in between.
      const holding = world.hold('SELECT 1 FROM identity.mail_queue WHERE id = $1 FOR UPDATE', [id]);
      await world.someoneWaits('mail_queue');
      await showAge();
      const letGo = await holding;
      try {
        await world.sandbox.fault('smtp', { mode: 'none' });
        await alarm.fires('WorkerBehind');
      } finally {
        await letGo();
      }
    },
  },
  {
    alerts: ['DeletionUnfinished'],
    cause: 'a lock keeps analytics from deleting a person; the age of the deletion is set to 61 minutes',
    play: async (world, alarm) => {
      const person = await world.stranger('twitter');
      const letGo = await world.hold('LOCK TABLE analytics.person_erasures IN SHARE MODE');
      try {
        await person.expect(200, 'POST', '/api/data-deletion-request', { body: { email: person.email } });
        await eventually('the deletion is confirmed', async () => {
          const aged = await world.sql(
            `UPDATE identity.deletions SET verified_at = now() - interval '61 minutes' WHERE email = $1 AND completed_at IS NULL
            RETURNING id`,
            [person.email],
          );
          return aged.length === 1;
        });
        await alarm.fires('DeletionUnfinished');
      } finally {
        await letGo();
      }
    },
  },
  {
    alerts: ['OrphanedObjects'],
    cause: 'the row of a photo is lost, as by a restored database; its objects are dated back three days',
    play: async (world, alarm) => {
      const { person } = world.first;
      const { id } = await person.upload(await smallPicture(1_000), 'lost.jpg');
      await world.sql('DELETE FROM media.photos WHERE id = $1', [id]);
      await world.ageObjects(`${person.businessId}/${id}/`, 72);
      await eventually('the bucket is compared again', async () => {
        const jobs = await world.sql(
          `UPDATE media.housekeeping SET ready_at = now() WHERE id = 'storage-sweep' AND lease_until < now() RETURNING id`,
        );
        return jobs.length === 1;
      });
      await alarm.fires('OrphanedObjects');
    },
  },
  {
    alerts: ['SettingsRefused'],
    cause: 'a setting of captions is nonsense in its file',
    play: async (world, alarm) => {
      world.writeLimit('as many as you like');
      try {
        await alarm.fires('SettingsRefused');
      } finally {
        world.writeLimit(LIMIT);
      }
    },
  },
  {
    alerts: ['CertificateExpires'],
    cause: 'the mail server shows a certificate that is valid for ten days',
    play: async (world, alarm) => {
      world.mail.renew(10);
      try {
        await world.forgetPassword();
        await alarm.fires('CertificateExpires');
      } finally {
        world.mail.renew(90);
        await world.forgetPassword();
      }
    },
  },
  {
    alerts: ['CaptionProviderFails'],
    cause: 'OpenAI answers every call with an error',
    play: async (world, alarm) => {
      await world.sandbox.fault('openai', { mode: 'error' });
      try {
        await beside(
          (until) => [keepDoing(() => world.caption(), 2_500, until)],
          () => alarm.fires('CaptionProviderFails'),
        );
      } finally {
        await world.sandbox.fault('openai', { mode: 'none' });
      }
    },
  },
  {
    alerts: ['RequestsRefused'],
    cause: 'one session sends twice what it may',
    play: async (world, alarm) => {
      await beside(
        (until) => Array.from({ length: 8 }, () => keepDoing(photos(world), 40, until)),
        () => alarm.fires('RequestsRefused'),
      );
    },
  },
];

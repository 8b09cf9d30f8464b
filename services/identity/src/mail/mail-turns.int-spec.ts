import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@postloom/testing';
import { IdentityUnderTest } from '../testing/identity-under-test.ts';

describe('the queue of mails', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start();
  });
  afterAll(() => identity.close());

  it('gives each person a turn, so that one with many mails delays nobody', async () => {
    const [busy, quiet] = [await identity.signUp(), await identity.signUp()];
    await identity.sql(
      `INSERT INTO mail_queue (id, user_id, kind, ready_at)
       SELECT gen_random_uuid(), $1::uuid, 'password_changed', now() - interval '1 minute' FROM generate_series(1, 150)
       UNION ALL SELECT gen_random_uuid(), $2::uuid, 'address_taken', now()`,
      [busy.id, quiet.id],
    );
    await eventually('the quiet person has the mail', () =>
      Promise.resolve(expect(identity.inbox.countTo(quiet.email)).toBeGreaterThanOrEqual(2)),
    );
    const [row] = await identity.sql<{ before: number }>(
      `SELECT count(*)::int AS before FROM mail_queue a, mail_queue b
       WHERE a.user_id = $1 AND a.kind = 'password_changed' AND b.user_id = $2 AND b.kind = 'address_taken' AND a.sent_at < b.sent_at`,
      [busy.id, quiet.id],
    );
    // Four slots, two people: the quiet one's mail is in the first claim, or in the one after it.
    expect(row?.before).toBeLessThanOrEqual(20);
  });
});

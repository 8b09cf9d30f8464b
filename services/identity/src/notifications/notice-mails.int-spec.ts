import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityRpc, notificationRpc, schedulingEvents } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';
import { NoticeMailsWorker } from './notice-mails.worker.ts';

interface Shop {
  readonly person: Person;
  readonly businessId: string;
}

describe('mails about what happened', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    // Nothing is gathered before the test triggers it.
    identity = await IdentityUnderTest.start({ NOTICE_MAIL_AFTER_SECONDS: '3000' });
  });
  afterAll(() => identity.close());

  const system = <R extends object>(sql: string, parameters: unknown[] = []): Promise<R[]> =>
    identity.service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(sql, parameters));
  const shop = async (confirmed = true): Promise<Shop> => {
    const person = await identity.signUp();
    const mail = await identity.inbox.mailTo(person.email, /Confirm/);
    if (confirmed) {
      await identity.rpc(identityRpc.emailConfirm, { token: linkToken(mail) });
    }
    return {
      person,
      businessId: (await identity.createBusiness(person, { name: 'Huber <b>& Söhne\nBcc: x@evil.example' })).id,
    };
  };
  const fail = async ({ businessId }: Shop, posts = 1): Promise<void> => {
    const before = await system('SELECT id FROM notifications WHERE business_id = $1', [businessId]);
    for (let post = 0; post < posts; post += 1) {
      const postId = randomUUID();
      await identity.service.emitFrom(schedulingEvents.postSettled, {
        businessId,
        data: { postId, status: 'failed', firstWords: 'Latte art class' },
      });
    }
    await eventually('they are told', async () =>
      expect(await system('SELECT id FROM notifications WHERE business_id = $1', [businessId])).toHaveLength(
        before.length + posts,
      ),
    );
  };
  /** Lets the gathering time pass, as if by the clock. */
  const gather = async ({ businessId }: Shop): Promise<void> => {
    await system(`UPDATE notification_mails SET ready_at = now() WHERE business_id = $1 AND ready_at <> 'infinity'`, [
      businessId,
    ]);
    await Promise.all([1, 2, 3].map(() => identity.service.get(NoticeMailsWorker).round()));
  };
  const queued = ({ person }: Shop) =>
    identity.sql(`SELECT id FROM mail_queue WHERE user_id = $1 AND kind = 'notices'`, [person.id]);

  it('gather what happened into one, with a link to each place, and the next comes an hour later', async () => {
    const mine = await shop();
    await fail(mine, 3);
    await gather(mine);
    const mail = await identity.inbox.mailTo(mine.person.email, /3 things need your attention/);
    expect(mail.text).toContain('Business: Huber <b>& Söhne Bcc: x@evil.example\n');
    expect(mail.html).toContain('Huber &lt;b&gt;&amp; Söhne Bcc: x@evil.example<');
    expect([mail.to?.length, mail.cc, mail.bcc]).toEqual([1, undefined, undefined]);
    expect(
      mail.text?.match(/https:\/\/postloom\.example\/schedule\?post=[0-9a-f-]{36}&business=[0-9a-f-]{36}/g),
    ).toHaveLength(3);
    expect(await queued(mine)).toHaveLength(1);

    await fail(mine);
    const [wait] = await system<{ seconds: number }>(
      'SELECT extract(epoch FROM ready_at - last_given_at)::float8 AS seconds FROM notification_mails WHERE business_id = $1',
      [mine.businessId],
    );
    expect(wait?.seconds).toBeGreaterThanOrEqual(3_600);
    await identity.service.get(NoticeMailsWorker).round();
    expect(await queued(mine)).toHaveLength(1);
    await gather(mine);
    const second = await identity.inbox.mailTo(mine.person.email, /^Postloom: Your post did not go out$/);
    expect(second.html).toContain('Open it in Postloom');
    expect(second.text).toContain('“Latte art class” Open it to fix it and send it again.');
    expect(await queued(mine)).toHaveLength(2);
    await gather(mine);
    expect(await queued(mine)).toHaveLength(2);
  });

  it('are not sent about what was read, nor about what is no trouble', async () => {
    const mine = await shop();
    await fail(mine, 2);
    await identity.service.rpc(notificationRpc.notificationReadAll, {}, { businessId: mine.businessId, role: 'owner' });
    await gather(mine);
    expect(await queued(mine)).toEqual([]);
    const { businessId } = mine;
    await identity.service.emitFrom(schedulingEvents.postSettled, {
      businessId,
      data: { postId: randomUUID(), status: 'published' },
    });
    await eventually('it is told', async () =>
      expect(await system('SELECT id FROM notifications WHERE business_id = $1', [businessId])).toHaveLength(3),
    );
    await gather(mine);
    expect(await queued(mine)).toEqual([]);
  });

  it('go to confirmed addresses only', async () => {
    const mine = await shop(false);
    await fail(mine);
    await gather(mine);
    expect(await queued(mine)).toEqual([]);
  });

  it('hold nothing that was put away before they were sent', async () => {
    const mine = await shop();
    identity.inbox.refusal = { code: 450, text: 'later' };
    await fail(mine, 2);
    await gather(mine);
    await eventually('the first try has failed', async () =>
      expect(
        await identity.sql(
          `SELECT id FROM mail_queue WHERE user_id = $1 AND kind = 'notices' AND last_error IS NOT NULL`,
          [mine.person.id],
        ),
      ).toHaveLength(1),
    );
    await system('DELETE FROM notifications WHERE business_id = $1', [mine.businessId]);
    identity.inbox.refusal = null;
    const before = identity.inbox.countTo(mine.person.email);
    await identity.sql('UPDATE mail_queue SET ready_at = now() WHERE user_id = $1 AND sent_at IS NULL', [
      mine.person.id,
    ]);
    await eventually('the mail is done with', async () =>
      expect(
        await identity.sql('SELECT id FROM mail_queue WHERE user_id = $1 AND sent_at IS NULL', [mine.person.id]),
      ).toEqual([]),
    );
    expect(identity.inbox.countTo(mine.person.email)).toBe(before);
  });
});

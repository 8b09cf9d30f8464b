import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemClock } from '@postloom/chassis';
import { callbackRpc, publisherRpc, rowsOf } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { sandboxCredentials } from '../../../../deploy/sandbox/src/environment.ts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

const nobody = { userId: null, businessId: null, payerId: null, role: null } as const;
const seconds = (): number => Math.floor(new SystemClock().now().getTime() / 1_000);
const secretOf = (platform: 'instagram' | 'facebook' | 'tiktok'): string => sandboxCredentials[platform].clientSecret;

function signedRequest(payload: Record<string, unknown>, secret: string): string {
  const text = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', issued_at: seconds(), ...payload })).toString(
    'base64url',
  );
  return `${createHmac('sha256', secret).update(text).digest('base64url')}.${text}`;
}
const deauthorize = (signed: string) => world.service.rpc(callbackRpc.deauthorize, { signedRequest: signed }, nobody);
const deleteData = (signed: string) => world.service.rpc(callbackRpc.dataDeletion, { signedRequest: signed }, nobody);
const deletionStatus = (code: string) => world.service.rpc(callbackRpc.deletionStatus, { code }, nobody);
const receive = (platform: Platform, signature: string, body: Buffer | string) =>
  world.service.rpc(
    callbackRpc.webhookReceive,
    { platform, signature, body: Buffer.from(body).toString('base64') },
    nobody,
  );

function tiktokEvent(event: string, openId: string, content: Record<string, unknown> = {}, at = seconds()) {
  const body = JSON.stringify({
    client_key: sandboxCredentials.tiktok.clientId,
    event,
    create_time: at,
    user_openid: openId,
    content: JSON.stringify(content),
  });
  return { body, signature: tiktokSignature(body, at) };
}
const tiktokSignature = (body: string, at: number, secret = secretOf('tiktok')): string =>
  `t=${at},s=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;

const statusOf = async (person: Person): Promise<string | undefined> =>
  rowsOf(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person)))[0]?.status;
/** How Meta identifies the person behind an account. */
const grantorOf = async (account: SocialAccount): Promise<string> =>
  (
    await world.admin.query<{ grantor_id: string }>('SELECT grantor_id FROM publisher.accounts WHERE id = $1', [
      account.id,
    ])
  ).rows[0]?.grantor_id ?? '';
const refused = { code: 'unauthorized' };

describe('a consent that was taken back at the platform', () => {
  it('Instagram: breaks the account in every business, posts wait with the reason, nothing is called', async () => {
    const [one, two] = [world.person(), world.person()];
    const account = await world.connect(one, 'instagram', 'Twice Connected');
    const other = await world.connect(two, 'instagram', 'Twice Connected');
    const stranger = world.person();
    await world.connect(stranger, 'instagram', 'Somebody Else');
    expect(await grantorOf(account)).not.toBe(account.accountId);

    await world.sandbox.fault('instagram', { mode: 'rate_limit', count: 1, retryAfter: 600 });
    const photoIds = [(await world.media.add(one.businessId)).id];
    const { targetId } = await world.due(one, account, { photoIds });
    await eventually('it waits for the limit', async () =>
      expect(
        await world.count('SELECT count(*) AS n FROM publisher.lanes WHERE id = $1 AND blocked_until > now()', [
          account.id,
        ]),
      ).toBe(1),
    );
    const calls = await world.callsOf('instagram');
    const signed = signedRequest({ user_id: await grantorOf(account) }, secretOf('instagram'));
    expect(await deauthorize(signed)).toMatchObject({ accounts: 2 });

    for (const person of [one, two]) {
      expect(await statusOf(person)).toBe('reconnect_required');
    }
    expect(await statusOf(stranger)).toBe('active');
    for (const id of [account.id, other.id]) {
      expect((await world.eventsOf(id)).at(-1)).toMatchObject({
        subject: 'publisher.account.broken.v1',
        data: { reason: expect.stringContaining('Postloom was removed from the account on Instagram') },
      });
    }
    await eventually('the post says why it waits', async () =>
      expect((await world.eventsOf(targetId)).at(-1)).toMatchObject({
        subject: 'publisher.target.needs-attention.v1',
        data: { error: { code: 'reconnect', message: expect.stringContaining('Postloom was removed') } },
      }),
    );
    expect(await world.callsOf('instagram')).toBe(calls);

    // A copy of the message has no effect, not even on the connection that was made since.
    await expect(deauthorize(signed)).rejects.toMatchObject(refused);
    await world.admin.query(`UPDATE publisher.lanes SET blocked_until = '-infinity' WHERE id = $1`, [account.id]);
    await world.connect(one, 'instagram', 'Twice Connected');
    await expect(deauthorize(signed)).rejects.toMatchObject(refused);
    expect(await statusOf(one)).toBe('active');
    await eventually('the post goes out after reconnecting', async () =>
      expect((await world.job(targetId))['state']).toBe('published'),
    );
  });

  it('an older word does not end a newer consent', async () => {
    const person = world.person();
    const account = await world.connect(person, 'instagram');
    const old = { user_id: await grantorOf(account), issued_at: seconds() - 60 };
    expect(await deauthorize(signedRequest(old, secretOf('instagram')))).toMatchObject({ accounts: 0 });
    expect(await statusOf(person)).toBe('active');
  });

  it('Facebook: a Page that removes the app, and the person behind all of them', async () => {
    const [one, two] = [world.person(), world.person()];
    const page = await world.connect(one, 'facebook');
    await world.connect(two, 'facebook');
    const removed = { user_id: '0', profile_id: page.accountId };
    expect(await deauthorize(signedRequest(removed, secretOf('facebook')))).toMatchObject({ accounts: 1 });
    expect([await statusOf(one), await statusOf(two)]).toEqual(['reconnect_required', 'active']);
    const person = { user_id: await grantorOf(page) };
    expect((await deauthorize(signedRequest(person, secretOf('facebook')))).accounts).toBe(1);
    expect(await statusOf(two)).toBe('reconnect_required');
  });

  it('TikTok: authorization.removed', async () => {
    const person = world.person();
    const account = await world.connect(person, 'tiktok');
    const { body, signature } = tiktokEvent('authorization.removed', account.accountId, { reason: 1 });
    expect(await receive('tiktok', signature, body)).toEqual({ events: 1 });
    expect(await statusOf(person)).toBe('reconnect_required');
  });

  it('twenty copies at once have one effect', async () => {
    const person = world.person();
    const account = await world.connect(person, 'tiktok');
    const { body, signature } = tiktokEvent('authorization.removed', account.accountId);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => receive('tiktok', signature, body)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const broken = (await world.eventsOf(account.id)).filter(
      (event) => event.subject === 'publisher.account.broken.v1',
    );
    expect(broken).toHaveLength(1);
  });
});

describe('a deletion that a person asked Meta for', () => {
  const rowsWith = (word: string) =>
    world.count(
      `SELECT (SELECT count(*) FROM publisher.accounts t WHERE strpos(t::text, $1) > 0)
        + (SELECT count(*) FROM publisher.account_secrets t WHERE strpos(t::text, $1) > 0)
        + (SELECT count(*) FROM publisher.revocations t WHERE strpos(t::text, $1) > 0) AS n`,
      [word],
    );

  it('disconnects the accounts in every business, takes the consent back and forgets who they were', async () => {
    const [one, two, stranger] = [world.person(), world.person(), world.person()];
    const account = await world.connect(one, 'instagram', 'Forget Me');
    await world.connect(two, 'instagram', 'Forget Me');
    await world.connect(stranger, 'instagram', 'Leave Me');
    // Disconnected before: what is left of it names the person as well.
    await world.service.rpc(publisherRpc.accountDisconnect, { platform: 'instagram' }, callerOf(two));
    const grantor = await grantorOf(account);
    expect(await rowsWith(grantor)).toBeGreaterThan(0);

    const signed = signedRequest({ user_id: grantor }, secretOf('instagram'));
    const { accounts, confirmationCode } = await deleteData(signed);
    expect(accounts).toBe(2);
    expect(await statusOf(one)).toBeUndefined();
    expect(await statusOf(stranger)).toBe('active');
    expect((await deletionStatus(confirmationCode)).about).toBe('platform_person');
    await eventually('it is complete', async () =>
      expect(await deletionStatus(confirmationCode)).toMatchObject({
        state: 'completed',
        completedAt: expect.any(String),
      }),
    );
    for (const word of [grantor, account.accountId, 'Forget Me']) {
      expect([word, await rowsWith(word)]).toEqual([word, 0]);
    }
    expect(await rowsWith('Leave Me')).toBe(1);
    await expect(deleteData(signed)).rejects.toMatchObject(refused);
  });

  it('is under way as long as the platform has not taken the consent back', async () => {
    const person = world.person();
    const account = await world.connect(person, 'instagram', 'Slow To Forget');
    const signed = signedRequest({ user_id: await grantorOf(account) }, secretOf('instagram'));
    // As a platform that is down leaves it: tokens of the account wait for their next try.
    await world.admin.query(
      `INSERT INTO publisher.revocations (id, business_id, account_id, platform, grantor_id, kid, wrapped_key, ciphertext, ready_at)
      VALUES (gen_random_uuid(), $1, $2, 'instagram', 'x', 'x', '', '', 'infinity')`,
      [person.businessId, account.id],
    );
    const { confirmationCode } = await deleteData(signed);
    await eventually('its own tokens are gone', async () =>
      expect(
        await world.count(
          `SELECT (SELECT count(*) FROM publisher.revocations WHERE account_id = $1 AND ready_at < 'infinity')
            + (SELECT count(*) FROM publisher.account_secrets WHERE account_id = $1) AS n`,
          [account.id],
        ),
      ).toBe(0),
    );
    expect(await deletionStatus(confirmationCode)).toMatchObject({ state: 'deleting', completedAt: null });
    await world.admin.query('DELETE FROM publisher.revocations WHERE account_id = $1', [account.id]);
    expect((await deletionStatus(confirmationCode)).state).toBe('completed');
  });

  it('of a person whom nobody knows answers the same and is complete', async () => {
    const { confirmationCode } = await deleteData(signedRequest({ user_id: '4711' }, secretOf('facebook')));
    expect((await deletionStatus(confirmationCode)).state).toBe('completed');
    await expect(deletionStatus('AAAAAAAAAAAAAAAAAAAAAA')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that Meta did not sign is refused, and nothing happens', async () => {
    const person = world.person();
    const account = await world.connect(person, 'instagram');
    const payload = { user_id: await grantorOf(account) };
    const good = signedRequest(payload, secretOf('instagram'));
    for (const bad of [
      signedRequest(payload, 'x'),
      signedRequest({ ...payload, algorithm: 'none' }, secretOf('instagram')),
      signedRequest({ ...payload, issued_at: seconds() - 7_200 }, secretOf('instagram')),
      good.slice(3),
      `${good}A`,
      `.${good.split('.')[1]}`,
    ]) {
      await expect(deleteData(bad)).rejects.toMatchObject(refused);
    }
    expect(await statusOf(person)).toBe('active');
  });
});

describe('a post that TikTok has made public', () => {
  it('is looked at now, not when its next look was planned', async () => {
    const person = world.person();
    const account = await world.connect(person, 'tiktok');
    await world.sandbox.settings({ tiktokModerationMs: 3_000 });
    const photoIds = [(await world.media.add(person.businessId)).id];
    const { targetId } = await world.due(person, account, { photoIds });
    const publishId = await eventually('TikTok works on it', async () => {
      const job = await world.job(targetId);
      expect(job['state']).toBe('verifying');
      const steps = job['steps'] as { publishId?: string };
      expect(steps.publishId).toBeDefined();
      return steps.publishId ?? '';
    });
    // As if the next verification were an hour away; other accounts' lanes stay asleep.
    await eventually('the lane rests', async () => {
      await world.admin.query(
        `UPDATE publisher.publish_jobs SET ready_at = now() + interval '1 hour' WHERE target_id = $1 AND state = 'verifying'`,
        [targetId],
      );
      await world.admin.query(
        `UPDATE publisher.lanes SET ready_at = now() + interval '1 hour' WHERE id = $1 AND lease_until < now()`,
        [account.id],
      );
      expect(
        await world.count(
          `SELECT count(*) AS n FROM publisher.lanes l JOIN publisher.publish_jobs j ON j.account_id = l.id
          WHERE l.id = $1 AND l.ready_at > now() + interval '50 minutes' AND j.ready_at > now() + interval '50 minutes'`,
          [account.id],
        ),
      ).toBe(1);
    });
    await world.sandbox.settings({ tiktokModerationMs: 0 });
    const other = tiktokEvent('post.publish.publicly_available', account.accountId, { publish_id: 'v_pub_url~other' });
    expect(await receive('tiktok', other.signature, other.body)).toEqual({ events: 0 });
    const messages = tiktokEvent('post.publish.publicly_available', account.accountId, {
      publish_id: publishId,
      post_id: '1',
    });
    expect(await receive('tiktok', messages.signature, messages.body)).toEqual({ events: 1 });
    await eventually('it is told', async () => expect((await world.job(targetId))['state']).toBe('published'), {
      timeoutMs: 15_000,
    });
    // The platform's answer counted, not the message's.
    expect((await world.job(targetId))['remote_id']).not.toBe('1');
  });
});

describe('a webhook while the lane of its post settles a step', () => {
  it('waits for the lane without locking the post, so that neither waits for the other', async () => {
    const person = world.person();
    const account = await world.connect(person, 'tiktok');
    await world.sandbox.settings({ tiktokModerationMs: 600_000 });
    const photoIds = [(await world.media.add(person.businessId)).id];
    const { targetId } = await world.due(person, account, { photoIds });
    const publishId = await eventually('TikTok works on it', async () => {
      const { publishId: known } = (await world.job(targetId))['steps'] as { publishId?: string };
      expect(known).toBeDefined();
      return known ?? '';
    });
    let received: Promise<unknown> | undefined;
    const freeJobs = await world.service.get(Uow).run(Scope.business(person.businessId), async (tx) => {
      await tx.query('SELECT 1 AS locked FROM lanes WHERE id = $1 FOR NO KEY UPDATE', [account.id]);
      const { body, signature } = tiktokEvent('post.publish.publicly_available', account.accountId, {
        publish_id: publishId,
        post_id: '1',
      });
      received = receive('tiktok', signature, body);
      received.catch(() => undefined); // awaited below
      await eventually('the webhook waits for the lane', async () =>
        expect(
          await world.count(
            `SELECT count(*) AS n FROM pg_stat_activity
            WHERE datname = current_database() AND usename = 'publisher_worker' AND wait_event_type = 'Lock' AND query ~ 'lanes'`,
          ),
        ).toBe(1),
      );
      return tx.query('SELECT 1 AS free FROM publish_jobs WHERE target_id = $1 FOR UPDATE SKIP LOCKED', [targetId]);
    });
    expect(freeJobs).toHaveLength(1);
    expect(await received).toEqual({ events: 1 });
    await world.sandbox.settings({ tiktokModerationMs: 0 });
  });
});

describe('what is not the platform’s: 401, and nothing happens', () => {
  it('TikTok: bad, absent, cut, written anew, old, of another app', async () => {
    const person = world.person();
    const account = await world.connect(person, 'tiktok');
    const { body, signature } = tiktokEvent('authorization.removed', account.accountId);
    const old = tiktokEvent('authorization.removed', account.accountId, {}, seconds() - 301);
    const cases: [string, string][] = [
      ['', body],
      [signature.slice(0, -2), body],
      [signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')), body],
      [tiktokSignature(body, seconds(), 'another secret'), body],
      [tiktokSignature(body, seconds(), ''), body],
      [signature, JSON.stringify(JSON.parse(body), null, 1)],
      [signature, `${body} `],
      [signature, ''],
      [old.signature, old.body],
      [`sha256=${createHmac('sha256', secretOf('tiktok')).update(body).digest('hex')}`, body],
    ];
    for (const [header, bytes] of cases) {
      await expect(receive('tiktok', header, bytes)).rejects.toMatchObject(refused);
    }
    expect(await statusOf(person)).toBe('active');
    // Signed, but not for us, or not understood: accepted, without effect.
    const foreign = body.replace(sandboxCredentials.tiktok.clientId, 'another-app');
    expect(await receive('tiktok', tiktokSignature(foreign, seconds()), foreign)).toEqual({ events: 0 });
    expect(await receive('tiktok', tiktokSignature('not json', seconds()), 'not json')).toEqual({ events: 0 });
    expect(await statusOf(person)).toBe('active');
  });

  it('Meta: bad, absent, cut, written anew; a copy is taken and does nothing', async () => {
    const body = '{"object":"page","entry":[]}';
    const sign = (text: string, secret = secretOf('facebook')): string =>
      `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
    const cases: [string, string][] = [
      ['', body],
      [sign(body).slice(0, -1), body],
      [sign(body, 'x'), body],
      [sign(body), '{"object": "page","entry":[]}'],
      [sign(body, secretOf('instagram')), body],
    ];
    for (const [header, bytes] of cases) {
      await expect(receive('facebook', header, bytes)).rejects.toMatchObject(refused);
    }
    expect(await receive('facebook', sign(body), body)).toEqual({ events: 0 });
    expect(await receive('facebook', sign(body), body)).toEqual({ events: 0 });
  });

  it('a removal that somebody else signed, or nobody', async () => {
    const person = world.person();
    const account = await world.connect(person, 'instagram');
    const payload = { user_id: await grantorOf(account) };
    const good = signedRequest(payload, secretOf('instagram'));
    for (const bad of [
      signedRequest(payload, 'x'),
      signedRequest(payload, secretOf('tiktok')),
      signedRequest({ ...payload, algorithm: 'none' }, secretOf('instagram')),
      signedRequest({ ...payload, issued_at: seconds() - 7_200 }, secretOf('instagram')),
      good.slice(3),
      `${good}A`,
      `.${good.split('.')[1]}`,
      'x',
    ]) {
      await expect(deauthorize(bad)).rejects.toMatchObject(refused);
    }
    expect(await statusOf(person)).toBe('active');
  });

  it('platforms that send nothing, and the question before webhooks', async () => {
    await expect(receive('twitter', 'x', '{}')).rejects.toMatchObject({ code: 'not_found' });
    await expect(receive('linkedin', 'x', '{}')).rejects.toMatchObject({ code: 'not_found' });
    const ask = (platform: Platform, token: string, mode = 'subscribe') =>
      world.service.rpc(
        callbackRpc.webhookChallenge,
        { platform, query: { 'hub.mode': mode, 'hub.challenge': '1158201444', 'hub.verify_token': token } },
        nobody,
      );
    const { verifyToken } = sandboxCredentials.facebook;
    expect(await ask('facebook', verifyToken)).toMatchObject({ answer: '1158201444' });
    await expect(ask('facebook', '')).rejects.toMatchObject(refused);
    await expect(ask('facebook', sandboxCredentials.instagram.verifyToken)).rejects.toMatchObject(refused);
    await expect(ask('facebook', verifyToken, 'unsubscribe')).rejects.toMatchObject(refused);
    await expect(ask('tiktok', verifyToken)).rejects.toMatchObject({ code: 'not_found' });
  });
});

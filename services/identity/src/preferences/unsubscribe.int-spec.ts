import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityRpc, notificationRpc, schedulingEvents } from '@postloom/contracts';
import type { NotificationPreferences, Unsubscription } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Email } from 'postal-mime';
import { codeOf, IdentityUnderTest, origin } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';
import { defaultPreferences } from './preferences.ts';
import { UnsubscribeLinks } from './unsubscribe-links.ts';

describe('a mail that can be stopped', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start({ NOTICE_MAIL_AFTER_SECONDS: '0' });
  });
  afterAll(() => identity.close());

  const told = async (): Promise<{ person: Person; businessId: string; mail: Email }> => {
    const person = await identity.signUp();
    await identity.rpc(identityRpc.emailConfirm, {
      token: linkToken(await identity.inbox.mailTo(person.email, /Confirm/)),
    });
    const { id: businessId } = await identity.createBusiness(person);
    await identity.service.emitFrom(schedulingEvents.postSettled, {
      businessId,
      data: { postId: randomUUID(), status: 'failed' },
    });
    return { person, businessId, mail: await identity.inbox.mailTo(person.email, /did not go out/) };
  };
  const header = (mail: Email, name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value;
  const look = (token: string): Promise<Unsubscription> =>
    identity.rpc(notificationRpc.unsubscribeLook, { token, origin });
  const stop = (token: string, address = origin.address): Promise<Unsubscription> =>
    identity.rpc(notificationRpc.unsubscribe, { token, origin: { ...origin, address } });
  const preferencesOf = (person: Person): Promise<NotificationPreferences> =>
    identity.rpc(notificationRpc.notificationPreferencesGet, {}, { userId: person.id });

  it('says so to mail programs and to people, with one link; mails about the account do not', async () => {
    const { person, mail } = await told();
    const token = linkToken(mail);
    expect(header(mail, 'list-unsubscribe')).toBe(
      `<https://postloom.example/api/notifications/unsubscribe?token=${token}>`,
    );
    expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const confirm = await identity.inbox.mailTo(person.email, /Confirm/);
    expect([header(confirm, 'list-unsubscribe'), header(confirm, 'list-unsubscribe-post')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('stops mails of its kinds and nothing else, however often it is asked', async () => {
    const { person, mail } = await told();
    const token = linkToken(mail);
    const link = { channel: 'mail', kinds: ['posts_failed'] };
    expect(await look(token)).toEqual({ ...link, stopped: false });
    expect(await preferencesOf(person)).toEqual(defaultPreferences);
    await Promise.all([stop(token), stop(token), stop(token)]);
    expect(await stop(token)).toEqual({ ...link, stopped: true });
    expect(await look(token)).toEqual({ ...link, stopped: true });
    const expected = { ...defaultPreferences.kinds, posts_failed: { page: true, mail: false, weekly: true } };
    expect((await preferencesOf(person)).kinds).toEqual(expected);
    // Also what the person has chosen again in the meantime.
    const again = { posts_failed: { page: false, mail: true, weekly: false } };
    await identity.rpc(notificationRpc.notificationPreferencesSet, { kinds: again }, { userId: person.id });
    await stop(token);
    expect((await preferencesOf(person)).kinds.posts_failed).toEqual({ page: false, mail: false, weekly: false });
  });

  it('keeps what the person chose otherwise, at the same time too', async () => {
    const { person, mail } = await told();
    await Promise.all([
      stop(linkToken(mail)),
      identity.rpc(
        notificationRpc.notificationPreferencesSet,
        { kinds: { recurring: { page: false, mail: true, weekly: false } } },
        { userId: person.id },
      ),
    ]);
    expect((await preferencesOf(person)).kinds).toMatchObject({
      posts_failed: { mail: false },
      recurring: { page: false, mail: true, weekly: false },
    });
  });

  it('stores the link as a hash alone', async () => {
    const { mail } = await told();
    const rows = await identity.sql<{ row: string }>('SELECT unsubscribe_links::text AS row FROM unsubscribe_links');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ row }) => row).join()).not.toContain(linkToken(mail));
  });

  it('is not stopped by a token of another purpose, a changed one or one that was never issued', async () => {
    const { person, mail } = await told();
    const token = linkToken(mail);
    const confirmation = linkToken(await identity.inbox.mailTo(person.email, /Confirm/));
    const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    const swapped = token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase();
    for (const wrong of [
      confirmation,
      changed,
      swapped,
      `${token}A`,
      `' OR 1=1 -- ${'x'.repeat(20)}`,
      '\u0000'.repeat(30),
    ]) {
      expect(await codeOf(stop(wrong))).toBe('invalid_token');
      expect(await codeOf(look(wrong))).toBe('invalid_token');
    }
    for (const malformed of ['', 'short', 'x'.repeat(201)]) {
      expect(await codeOf(stop(malformed))).toBe('validation_failed');
    }
    expect(await preferencesOf(person)).toEqual(defaultPreferences);
  });

  it('leads nowhere once the person is gone', async () => {
    const { person, businessId, mail } = await told();
    await identity.service.get(Uow).run(Scope.system('a test removes a person'), async (tx) => {
      await tx.query('DELETE FROM businesses WHERE id = $1', [businessId]);
      await tx.query('DELETE FROM users WHERE id = $1', [person.id]);
    });
    expect(await codeOf(stop(linkToken(mail)))).toBe('invalid_token');
  });
});

describe('guessing links that stop mails', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start({ RATE_LIMITS: 'on', LIMIT_UNSUBSCRIBE: '3/600' });
  });
  afterAll(() => identity.close());

  it('ends after a few from one address, and does not count what is right', async () => {
    const { id } = await identity.signUp();
    const links = identity.service.get(UnsubscribeLinks);
    const token = await identity.service.get(Uow).run(Scope.global(), (tx) => links.issue(tx, id, 'mail', ['plan']));
    const stop = (wanted: string, address: string) =>
      codeOf(identity.rpc(notificationRpc.unsubscribe, { token: wanted, origin: { ...origin, address } }));
    for (let time = 0; time < 10; time += 1) {
      expect(await stop(token, '203.0.113.50')).toBe('no error');
    }
    const wrong = 'x'.repeat(43);
    const codes = await Promise.all(Array.from({ length: 6 }, () => stop(wrong, '203.0.113.51')));
    expect(codes.filter((code) => code === 'invalid_token')).toHaveLength(3);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(3);
    expect(await stop(token, '203.0.113.52')).toBe('no error');
  });
});

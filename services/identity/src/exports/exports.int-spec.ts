import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportEvents, identityRpc, importDataEvents, notificationRpc, rowsOf } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { codeOf, IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await IdentityUnderTest.start();
});
afterAll(() => identity.close());

const ended = (person: { id: string }, businessId: string | null, expiresAt: string | null) => {
  const exportId = randomUUID();
  const outcome = expiresAt === null ? ('failed' as const) : ('ready' as const);
  return identity.service.emitFrom(exportEvents.exportEnded, {
    ...{ businessId, entityId: exportId, version: 2 },
    data: { exportId, userId: person.id, outcome, expiresAt },
  });
};
const notices = async (person: Person, businessId: string) =>
  rowsOf(
    await identity.service.rpc(
      notificationRpc.notificationList,
      {},
      { userId: person.id, businessId, payerId: person.id, role: 'owner', idempotencyKey: null },
    ),
  );

describe('the person of an export', () => {
  it('finds in the log that it was asked for', async () => {
    const person = await identity.signUp();
    const exportId = randomUUID();
    await identity.service.emitFrom(exportEvents.exportAsked, {
      ...{ businessId: null, entityId: exportId, version: 1 },
      data: { exportId, userId: person.id },
    });
    await eventually('it is noted', async () => {
      expect((await identity.log(person.id)).map(({ act }) => act)).toContain('export_asked');
    });
  });

  it('is told by mail and in their business, once', async () => {
    const person = await identity.signUp();
    const { id } = await identity.createBusiness(person, { timeZone: 'Europe/Vienna' });
    await ended(person, id, '2026-11-30T10:00:00.000Z');
    const mail = await identity.inbox.mailTo(person.email, /Your Postloom export is ready/);
    expect(mail.text).toContain('https://postloom.example/settings#export');
    await eventually('the notification is there', async () =>
      expect(await notices(person, id)).toMatchObject([
        {
          ...{ title: 'Your export is ready', type: 'success', link: '/settings#export' },
          message: 'Download it on Settings until Nov 30, 2026, 11:00 AM Vienna time.',
        },
      ]),
    );
    await ended(person, id, null);
    expect((await identity.inbox.mailTo(person.email, /could not be made/)).text).toContain(
      'Nothing of yours has changed',
    );
  });

  it('is told by mail although they have no business, or the business has been deleted', async () => {
    const [without, deleted] = [await identity.signUp(), await identity.signUp()];
    const [first, second] = [await identity.createBusiness(deleted), await identity.createBusiness(deleted)];
    expect(second.id).not.toBe(first.id);
    await identity.rpc(identityRpc.businessDelete, { id: first.id }, { userId: deleted.id });
    await ended(without, null, '2026-11-30T10:00:00.000Z');
    await ended(deleted, first.id, '2026-11-30T10:00:00.000Z');
    for (const { email } of [without, deleted]) {
      await identity.inbox.mailTo(email, /Your Postloom export is ready/);
    }
  });

  it('who is gone is told nothing, and the event is done with', async () => {
    const event = await ended({ id: randomUUID() }, null, '2026-11-30T10:00:00.000Z');
    await eventually('it is done with', async () =>
      expect(await identity.sql(`SELECT state FROM inbox WHERE event_id = $1`, [event.id])).toEqual([
        { state: 'done' },
      ]),
    );
  });

  it('is read for it without a credential', async () => {
    const person = await identity.signUp();
    const { id } = await identity.createBusiness(person);
    const shown = await identity.rpc(identityRpc.personGet, {}, { userId: person.id });
    expect(shown).toEqual({
      ...{ email: person.email, firstName: null, lastName: null, createdAt: expect.any(String) },
      activeBusinessId: id,
    });
    expect(await codeOf(identity.rpc(identityRpc.personGet, {}))).toBe('unauthorized');
    expect(await codeOf(identity.rpc(identityRpc.personGet, {}, { userId: randomUUID() }))).toBe('not_found');
  });
});

describe('the person of an import', () => {
  it('finds in the log that it was asked for, and is told by mail when it has ended', async () => {
    const person = await identity.signUp();
    const about = { importId: randomUUID(), userId: person.id };
    const envelope = { businessId: null, entityId: about.importId };
    await identity.service.emitFrom(importDataEvents.importAsked, { ...envelope, version: 1, data: about });
    await eventually('it is noted', async () => {
      expect((await identity.log(person.id)).map(({ act }) => act)).toContain('import_asked');
    });
    await identity.service.emitFrom(importDataEvents.importEnded, { ...envelope, version: 2, data: about });
    const mail = await identity.inbox.mailTo(person.email, /Your Postloom import has ended/);
    expect(mail.text).toContain('https://postloom.example/settings#export');
    expect(mail.text).toContain('nothing was published');
  });
});

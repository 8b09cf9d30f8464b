import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { erasureReceipts, identityRpc } from '@postloom/contracts';
import { ErasureWorker, PersonErasureWorker } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { anyEmail, codeOf } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { DeletionWorker } from './deletion.worker.ts';
import { DeletionsRepository } from './deletions.repository.ts';
import { deletionUnderTest } from './testing/deletion-under-test.ts';

const DELETED = /Your Postloom account has been deleted/;

const deletion = deletionUnderTest();
const { request, confirm, status, mailedLink, whereFound } = deletion;

const deletionOf = async (person: Person) => {
  const [row] = await deletion.identity.sql<{ id: string }>('SELECT id FROM deletions WHERE user_id = $1', [person.id]);
  return row?.id ?? '';
};

/** As if every transaction and session that overlapped the deletion had long ended. */
async function age(deletionId: string): Promise<void> {
  const longAgo = `requested_at = now() - interval '1 hour', ready_at = '-infinity'`;
  await deletion.identity.sql(`UPDATE erasures SET ${longAgo} WHERE person_erasure_id = $1`, [deletionId]);
  deletion.identity.service.get(ErasureWorker).wake();
  await eventually('the businesses are emptied', async () =>
    expect(
      await deletion.identity.sql('SELECT 1 AS row FROM erasures WHERE person_erasure_id = $1 AND emptied_at IS NULL', [
        deletionId,
      ]),
    ).toEqual([]),
  );
  await deletion.identity.sql(`UPDATE person_erasures SET ${longAgo} WHERE id = $1`, [deletionId]);
  deletion.identity.service.get(PersonErasureWorker).wake();
}

async function giveReceipts(deletionId: string, of = Object.values(erasureReceipts)): Promise<void> {
  for (const receipt of of) {
    await deletion.identity.service.emitFrom(receipt, {
      ...{ businessId: null, entityId: deletionId, version: 1 },
      data: { erasureId: deletionId, rowsDeleted: 7 },
    });
  }
}

const isCompleted = async (code: string) =>
  eventually(
    'it is complete',
    async () => {
      deletion.identity.service.get(DeletionWorker).wake();
      expect((await status(code)).state).toBe('completed');
    },
    { timeoutMs: 30_000 },
  );

/** Until the worker has taken the deletion up once more and put it down again. */
async function workerHasLooked(deletionId: string): Promise<void> {
  const looks = async () =>
    (
      await deletion.identity.sql<{ epoch: number; rests: boolean }>(
        'SELECT lease_epoch AS epoch, lease_until < now() AS rests FROM deletions WHERE id = $1',
        [deletionId],
      )
    )[0];
  const before = (await looks())?.epoch ?? 0;
  await deletion.identity.sql(`UPDATE deletions SET ready_at = '-infinity' WHERE id = $1`, [deletionId]);
  deletion.identity.service.get(DeletionWorker).wake();
  await eventually('the worker has looked', async () => {
    const now = await looks();
    expect(now?.epoch).toBeGreaterThan(before);
    expect(now?.rests).toBe(true);
  });
}

describe('a confirmed deletion', () => {
  it('ends every session, frees the address and tells every service, and no link works twice', async () => {
    const person = await deletion.identity.signUp();
    const businesses = [await deletion.identity.createBusiness(person), await deletion.identity.createBusiness(person)];
    await request(person.email);
    const token = await mailedLink(person.email);
    expect(await codeOf(confirm(randomUUID()))).toBe('invalid_token');
    expect(await confirm(token)).toEqual({ success: true });
    expect(await codeOf(confirm(token))).toBe('token_expired');
    expect(await codeOf(deletion.identity.resolve(person.sessionToken))).toBe('unauthorized');
    expect(await codeOf(deletion.identity.signIn(person.email))).toBe('invalid_credentials');
    expect(await codeOf(deletion.identity.createBusiness(person))).toBe('unauthorized');
    const again = await deletion.identity.signUp(person.email);
    expect(again.id).not.toBe(person.id);

    const erasureId = await deletionOf(person);
    await eventually('everything is told', async () => {
      for (const { id } of businesses) {
        expect((await deletion.identity.told(id)).at(-1)).toMatchObject({
          subject: 'identity.business.deleted.v1',
          data: { businessId: id, payerId: person.id, erasureId },
        });
      }
      expect((await deletion.identity.told(person.id)).at(-1)).toMatchObject({
        subject: 'identity.user.deleted.v1',
        data: { erasureId, userId: person.id, businesses: 2 },
      });
    });
    expect(await deletion.identity.sql('SELECT FROM users WHERE id = $1', [person.id])).toEqual([]);
    expect((await deletion.identity.resolve(again.sessionToken)).userId).toBe(again.id);
  });

  it('of a person who has another address by now is refused', async () => {
    const person = await deletion.identity.signUp();
    await request(person.email);
    const token = await mailedLink(person.email);
    await deletion.identity.sql('UPDATE users SET email = $2 WHERE id = $1', [person.id, anyEmail()]);
    expect(await codeOf(confirm(token))).toBe('token_expired');
    expect((await deletion.identity.resolve(person.sessionToken)).userId).toBe(person.id);
  });

  it('lets nothing begin before the last business is gone', async () => {
    const person = await deletion.identity.signUp();
    await deletion.identity.sql('UPDATE users SET erased_at = now() WHERE id = $1', [person.id]);
    expect(await codeOf(deletion.identity.createBusiness(person))).toBe('unauthorized');
    expect(await codeOf(deletion.identity.signIn(person.email))).toBe('unauthorized');
  });

  it('twice at once is one', async () => {
    const person = await deletion.identity.signUp();
    await request(person.email);
    const token = await mailedLink(person.email);
    const results = await Promise.all(
      [confirm(token), confirm(token), request(person.email, person.sessionToken)].map((call) => codeOf(call)),
    );
    expect(results.filter((code) => code === 'no error').length).toBeGreaterThanOrEqual(1);
    expect(await deletion.identity.sql('SELECT 1 AS one FROM deletions WHERE user_id = $1', [person.id])).toHaveLength(
      1,
    );
  });

  it('is complete with the receipts of all services, says so once by mail, and then knows nobody', async () => {
    const person = await deletion.identity.signUp();
    await deletion.identity.createBusiness(person, { name: 'Canary Bakery' });
    await request(person.email);
    const { confirmationCode } = await request(person.email);
    await confirm(await mailedLink(person.email));
    const id = await deletionOf(person);
    await eventually('the person is gone', async () =>
      expect(await deletion.identity.sql('SELECT FROM users WHERE id = $1', [person.id])).toEqual([]),
    );
    const [last, ...others] = Object.values(erasureReceipts);
    await giveReceipts(id, others);
    await age(id);
    await eventually('all but one have answered', async () =>
      expect((await deletion.identity.sql('SELECT FROM deletion_receipts WHERE deletion_id = $1', [id])).length).toBe(
        5,
      ),
    );
    await workerHasLooked(id);
    expect((await status(confirmationCode)).state).toBe('deleting');
    await giveReceipts(id, last === undefined ? [] : [last, last]);
    await isCompleted(confirmationCode);
    const mail = await deletion.identity.inbox.mailTo(person.email, DELETED);
    expect(mail.html).toContain('at most 30 days');
    await eventually('the address is forgotten', async () => expect(await whereFound(person.email)).toEqual([]));
    expect(await whereFound('Canary Bakery')).toEqual([]);
    expect(await whereFound(person.id)).toEqual(['outbox']);
    expect(await status(confirmationCode)).toMatchObject({
      state: 'completed',
      verifiedAt: expect.any(String),
      deletingAt: expect.any(String),
      completedAt: expect.any(String),
    });
  });

  it('whose last mail is refused for good forgets the address without it', async () => {
    const person = await deletion.identity.signUp();
    await deletion.identity.inbox.mailTo(person.email, /Confirm your email/);
    const { confirmationCode } = await request(person.email, person.sessionToken);
    const id = await deletionOf(person);
    deletion.identity.inbox.refusal = { code: 550, text: 'no such mailbox' };
    try {
      await eventually('the person is gone', async () =>
        expect(await deletion.identity.sql('SELECT FROM users WHERE id = $1', [person.id])).toEqual([]),
      );
      await giveReceipts(id);
      await age(id);
      await isCompleted(confirmationCode);
      await eventually('the address is forgotten', async () => expect(await whereFound(person.email)).toEqual([]), {
        timeoutMs: 20_000,
      });
    } finally {
      deletion.identity.inbox.refusal = null;
    }
    expect(
      deletion.identity.inbox.mails.some(
        (mail) => DELETED.test(mail.subject ?? '') && mail.to?.[0]?.address === person.email,
      ),
    ).toBe(false);
  });

  const steps = ['begin', 'deleteBusinesses', 'deletePerson', 'complete', 'forgetAddress', 'addReceipt'] as const;
  it.each(steps.flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const]))(
    'that fails at %s, %s its effect, completes all the same',
    async (step, when) => {
      const repository = deletion.identity.service.get(DeletionsRepository) as unknown as Record<
        string,
        (...args: unknown[]) => Promise<unknown>
      >;
      const whole = repository[step]?.bind(repository);
      let failures = 0;
      repository[step] = async (...args) => {
        if (failures === 0 && when === 'before') {
          failures += 1;
          throw new Error('the process is gone');
        }
        const result = await whole?.(...args);
        if (failures === 0) {
          failures += 1;
          throw new Error('the process is gone');
        }
        return result;
      };
      try {
        const person = await deletion.identity.signUp();
        await deletion.identity.createBusiness(person);
        const { confirmationCode } = await request(person.email, person.sessionToken);
        const id = await deletionOf(person);
        await eventually('the person is gone', async () =>
          expect(await deletion.identity.sql('SELECT FROM users WHERE id = $1', [person.id])).toEqual([]),
        );
        await giveReceipts(id);
        await age(id);
        await isCompleted(confirmationCode);
        await deletion.identity.inbox.mailTo(person.email, DELETED);
        // The address is forgotten only after its mail.
        await eventually('the step failed once', () => expect(failures).toBe(1));
        expect(await whereFound(person.id)).toEqual(['outbox']);
      } finally {
        Reflect.deleteProperty(repository, step);
      }
    },
  );
});

describe('an account of somebody else', () => {
  it('is not reached by the deletion of another', async () => {
    const [gone, kept] = [await deletion.identity.signUp(), await deletion.identity.signUp()];
    const business = await deletion.identity.createBusiness(kept);
    await request(gone.email, gone.sessionToken);
    await eventually('the person is gone', async () =>
      expect(await deletion.identity.sql('SELECT FROM users WHERE id = $1', [gone.id])).toEqual([]),
    );
    const [listed] = (await deletion.identity.rpc(identityRpc.businessList, {}, { userId: kept.id })) as {
      id: string;
    }[];
    expect(listed?.id).toBe(business.id);
    expect((await deletion.identity.signIn(kept.email)).user.id).toBe(kept.id);
  });
});

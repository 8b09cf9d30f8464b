import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publisherRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { assertTenantIsolation, eventually } from '@postloom/testing';
import { callerOf, PublisherWorld, vaultKeys } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { RewrapSecrets } from './rewrap-secrets.ts';
import { SecretsRepository } from './secrets.repository.ts';
import { Vault } from './vault.ts';

const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

/** The keys under which tokens are sealed: those of accounts, and those that wait to be revoked. */
const kids = async (): Promise<string[]> =>
  (
    await world.admin.query<{ kid: string }>(
      `SELECT kid FROM publisher.account_secrets UNION SELECT kid FROM publisher.revocations ORDER BY kid`,
    )
  ).rows.map((row) => row.kid);

/** A disconnected account whose platform does not answer the revocation. */
async function queueRevocation(person: Person): Promise<void> {
  const account = await world.connect(person, 'twitter');
  await world.sandbox.fault('twitter', { mode: 'error', status: 503, calls: ['auth'], count: 1 });
  await world.service.rpc(publisherRpc.accountDisconnect, { platform: 'twitter' }, callerOf(person));
  await eventually('the first try has failed', async () =>
    expect(
      await world.count('SELECT count(*) AS n FROM publisher.revocations WHERE account_id = $1 AND ready_at > now()', [
        account.id,
      ]),
    ).toBe(1),
  );
}

/** The service's own worker may have claimed the rows: then a pass of ours meets none of them. */
const sealAnew = (expected: () => Promise<void>): Promise<void> =>
  eventually('everything is sealed under the new key', async () => {
    while (await world.service.get(RewrapSecrets).execute()) {}
    await expected();
  });

describe('rotation of vault keys', () => {
  it('seals every row under the new key, and publishing goes on with the old one gone', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    expect(await kids()).toEqual(['k1']);
    await queueRevocation(world.person());
    await world.service.close();

    const k2 = `k2:${randomBytes(32).toString('base64')}`;
    await world.open({ VAULT_KEYS: `${k2},${vaultKeys}` });
    await sealAnew(async () => expect(await kids()).toEqual(['k2']));
    await world.service.close();

    await world.open({ VAULT_KEYS: k2 });
    const { targetId } = await world.due(person, account);
    await eventually('the post is public', async () => expect((await world.job(targetId))['state']).toBe('published'));
    await world.admin.query(`UPDATE publisher.revocations SET ready_at = now()`);
    await eventually('the revocation opens under the new key', async () =>
      expect(await world.count('SELECT count(*) AS n FROM publisher.revocations')).toBe(0),
    );
  });

  it('does not lose tokens that are renewed at the same moment', async () => {
    const person = world.person();
    await world.service.close();
    await world.open({ VAULT_KEYS: vaultKeys });
    const account = await world.connect(person, 'twitter');
    await world.service.close();
    const k3 = `k3:${randomBytes(32).toString('base64')}`;
    await world.open({ VAULT_KEYS: `${k3},${vaultKeys}` });
    const { service } = world;
    const scope = Scope.business(person.businessId);
    const binding = { businessId: person.businessId, platform: 'twitter', origin: null, subjectId: account.id };
    const stored = () =>
      service.get(Uow).run(scope, (tx) => service.get(SecretsRepository).find(tx, person.businessId, account.id));
    const before = await stored();
    if (before === null) {
      throw new Error('there are no tokens');
    }
    const renewed = { ...service.get(Vault).openTokens(binding, before), accessToken: 'renewed' };
    await sealAnew(async () => expect((await stored())?.kid).toBe('k3'));
    const swapped = await service
      .get(Uow)
      .run(scope, (tx) =>
        service.get(SecretsRepository).swap(tx, before, service.get(Vault).sealTokens(binding, renewed)),
      );
    expect(swapped).not.toBeNull();
    const after = await stored();
    expect(after === null ? null : service.get(Vault).openTokens(binding, after).accessToken).toBe('renewed');
    // But never over tokens that were replaced concurrently.
    expect(
      await service
        .get(Uow)
        .run(scope, (tx) =>
          service.get(SecretsRepository).swap(tx, before, service.get(Vault).sealTokens(binding, renewed)),
        ),
    ).toBeNull();
    await service.close();
    await world.open();
  });

  it('a secret moved to another account’s row does not open', async () => {
    const one = { person: world.person() };
    const account = await world.connect(one.person, 'facebook');
    const other = await world.connect(world.person(), 'facebook');
    await world.admin.query(
      `UPDATE publisher.account_secrets a SET wrapped_key = b.wrapped_key, ciphertext = b.ciphertext, kid = b.kid
      FROM publisher.account_secrets b WHERE a.account_id = $1 AND b.account_id = $2`,
      [account.id, other.id],
    );
    const { targetId } = await world.due(one.person, account);
    await eventually('the lane gives up for now', async () => {
      expect(await world.count('SELECT tries AS n FROM publisher.lanes WHERE id = $1', [account.id])).toBeGreaterThan(
        0,
      );
    });
    await eventually('its post waits', async () => {
      expect((await world.job(targetId))['state']).toBe('queued');
    });
    expect(await world.sandbox.publications({ platform: 'facebook', account: other.accountId })).toEqual([]);

    // A rotation leaves it behind and seals the others anew.
    await world.service.close();
    await world.open({ VAULT_KEYS: `k4:${randomBytes(32).toString('base64')},${vaultKeys}` });
    await sealAnew(async () => {
      const left = await world.admin.query<{ account_id: string }>(
        `SELECT account_id FROM publisher.account_secrets WHERE kid = 'k1'`,
      );
      expect(left.rows).toEqual([{ account_id: account.id }]);
    });
  });
});

describe('tenants', () => {
  it('are apart in every table', async () => {
    await assertTenantIsolation(world.database, {
      schema: 'publisher',
      withoutTenant: {
        budgets: 'a limit of the whole app of a platform',
        insight_budgets: 'windows of calls that readings take, gone after a day',
        platform_callbacks: 'fingerprints of signed messages, which name people and not businesses',
        platform_deletions: 'what people asked a platform to delete, by the hash of a code',
        switches: 'an operator’s switches',
      },
    });
  });
});

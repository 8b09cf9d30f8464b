import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { doctorRpc, publisherRpc, rowsOf } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { KeyRing, openFor } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { sandboxCredentials } from '../../../../deploy/sandbox/src/environment.ts';
import { startPublisherProcess } from '../testing/publisher-process.ts';
import type { PublisherProcess } from '../testing/publisher-process.ts';
import { callerOf, PublisherWorld, vaultKeys } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { boundTo } from './binding.ts';

/**
 * Token canaries (S52): every secret of connections that publish, renew, fail and end is searched for in everything that the service
 * writes, emits or answers. The ciphertext is searched as well: it must not contain one.
 */
const platforms: readonly Platform[] = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];
const world = new PublisherWorld();
let publisher: PublisherProcess;
/** What must be found nowhere: secrets by kind. */
const canaries = new Map<string, string>();
/** Every answer to a caller. */
const answers: string[] = [];

beforeAll(async () => {
  await world.start({ service: false, env: { LOG_LEVEL: 'debug' } });
  // The emitting service first: a publisher that finds no stream of scheduling checks again only after a while.
  await world.drive();
  publisher = await startPublisherProcess(world, { LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await publisher.stop();
  await world.stop();
});

const answered = <T>(answer: T): T => {
  answers.push(JSON.stringify(answer));
  return answer;
};

/** Reads the vault without the service and keeps what it holds. */
async function remember(what: string): Promise<void> {
  const found = await world.admin.query<{
    account_id: string;
    business_id: string;
    platform: string;
    kid: string;
    wrapped_key: Buffer;
    ciphertext: Buffer;
  }>('SELECT * FROM publisher.account_secrets');
  for (const row of found.rows) {
    const binding = { businessId: row.business_id, platform: row.platform, origin: null, subjectId: row.account_id };
    const sealed = { kid: row.kid, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext };
    const tokens = JSON.parse(openFor(KeyRing.parse(vaultKeys), boundTo(binding), sealed).toString()) as Record<
      string,
      unknown
    >;
    for (const name of ['accessToken', 'refreshToken', 'grantToken']) {
      const token = tokens[name];
      if (typeof token === 'string') {
        canaries.set(`${row.platform} ${name} ${what} ${row.account_id}`, token);
      }
    }
  }
}

async function connected(person: Person, platform: Platform): Promise<SocialAccount> {
  const { sessionId } = person;
  const start = answered(await world.service.rpc(publisherRpc.oauthStart, { platform, sessionId }, callerOf(person)));
  if (!('authUrl' in start)) {
    throw new Error('not set up');
  }
  const query = await world.sandbox.approve(start.authUrl, `Canary ${platform} ${person.userId.slice(0, 4)}`);
  canaries.set(`${platform} code ${person.userId}`, query['code'] ?? '');
  let done = answered(
    await world.service.rpc(publisherRpc.oauthFinish, { platform, sessionId, query }, callerOf(person)),
  );
  if (done.outcome === 'pick') {
    const { pickToken, offered } = done;
    const remoteIds = [offered[0]?.remoteId ?? ''];
    done = answered(
      await world.service.rpc(publisherRpc.oauthPick, { platform, sessionId, pickToken, remoteIds }, callerOf(person)),
    );
  }
  if (done.outcome !== 'connected' || !done.accounts[0]) {
    throw new Error(JSON.stringify(done));
  }
  return done.accounts[0];
}

/** Every row of every table of every schema, as a dump would have it: text, and bytes in hex. */
async function dump(): Promise<Map<string, string>> {
  const tables = await world.admin.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'm', 't') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const found = new Map<string, string>();
  for (const { schema, name } of tables.rows) {
    const rows = await world.admin.query<{ text: string }>(`SELECT t::text AS text FROM "${schema}"."${name}" t`);
    found.set(`table ${schema}.${name}`, rows.rows.map((row) => row.text).join('\n'));
  }
  return found;
}

/** Every message that a stream still keeps, with its headers. */
async function streams(): Promise<Map<string, string>> {
  const nats = await connect({ servers: world.nats.url });
  const manager = await jetstreamManager(nats);
  const found = new Map<string, string>();
  for await (const info of manager.streams.list()) {
    const { name } = info.config;
    let text = '';
    for (let seq = info.state.first_seq; seq > 0 && seq <= info.state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(name, { seq });
      if (message !== null) {
        text += `${message.subject} ${JSON.stringify([...(message.header ?? [])])} ${Buffer.from(message.data).toString('latin1')}\n`;
      }
    }
    found.set(`stream ${name}`, text);
  }
  await nats.close();
  return found;
}

/** A secret as it may be written: itself, in JSON, in a URL, in base64 or hex, or most of it. */
function writings(name: string, secret: string): string[] {
  const bytes = Buffer.from(secret);
  // The sandbox's app secrets begin like their public ids: only the whole of them is one.
  const most = name.endsWith('app secret') ? secret : secret.slice(0, Math.max(16, Math.floor(secret.length * 0.6)));
  return [
    ...new Set([
      secret,
      most,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString('hex'),
      bytes.toString('base64').replace(/.{3}=*$/, ''),
      bytes.toString('base64url').replace(/.{3}$/, ''),
    ]),
  ];
}

function hits(places: ReadonlyMap<string, string>): string[] {
  return [...places].flatMap(([place, text]) =>
    [...canaries]
      .filter(([name, secret]) => writings(name, secret).some((one) => text.includes(one)))
      .map(([name]) => `${name} in ${place}`),
  );
}

describe('secrets of connections (S52)', () => {
  it('stand in no log, event, answer, table or stream, whatever happens to the connection', async () => {
    const keeper = world.person();
    for (const platform of platforms) {
      const person = world.person();
      const account = await connected(person, platform);
      const photoIds = [(await world.media.add(person.businessId)).id];
      await remember('at first');

      // Published.
      const { targetId } = await world.due(person, account, { photoIds });
      await eventually('it is public', async () => expect((await world.job(targetId))['state']).toBe('published'), {
        timeoutMs: 30_000,
      });
      // Renewed, refused while renewing, renewed again.
      await world.sandbox.settings({ clockOffsetSeconds: 2 * 86_400 });
      for (const fault of [
        { mode: 'none' },
        { mode: 'error', status: 500, calls: ['auth'], count: 1 },
        { mode: 'garbage', calls: ['auth'], count: 1 },
      ]) {
        await world.sandbox.fault(platform, fault);
        await world.admin.query(
          `UPDATE publisher.lanes SET refresh_at = now(), ready_at = now() WHERE id = $1 AND refresh_at <> 'infinity'`,
          [account.id],
        );
        await eventually('the renewal was tried', async () =>
          expect(
            await world.count(
              `SELECT count(*) AS n FROM publisher.lanes WHERE id = $1 AND refresh_at > now() AND lease_until < now()`,
              [account.id],
            ),
          ).toBe(1),
        );
        await remember(`after ${fault.mode}`);
      }
      await world.sandbox.fault(platform, { mode: 'none' });
      await world.sandbox.settings({ clockOffsetSeconds: 0 });
      answered(await world.service.rpc(doctorRpc.accountDoctor, { platform }, callerOf(person)));
      answered(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person)));

      // Every kind of failure of a post.
      for (const mode of ['error', 'garbage', 'rate_limit', 'media_rejected', 'token_revoked']) {
        await world.sandbox.fault(platform, { mode, count: 1, retryAfter: 1 });
        const post = await world.due(person, account, { photoIds });
        await eventually('it has met the fault', async () => {
          const job = await world.job(post.targetId);
          expect(job['error_code'] ?? job['remote_id'] ?? job['wait_code']).not.toBeNull();
        });
      }
      await world.sandbox.fault(platform, { mode: 'none' });
      answered(await world.service.rpc(doctorRpc.accountDoctor, { platform }, callerOf(person)));
      // A sign-in that fails at the platform, one that is replayed, one that comes back with nonsense.
      const { sessionId } = keeper;
      const begin = async (): Promise<Record<string, string>> => {
        const start = await world.service.rpc(publisherRpc.oauthStart, { platform, sessionId }, callerOf(keeper));
        if (!('authUrl' in start)) {
          throw new Error('not set up');
        }
        const query = await world.sandbox.approve(start.authUrl, 'Keeper');
        canaries.set(`${platform} failed code ${query['state']?.slice(0, 8)}`, query['code'] ?? '');
        return query;
      };
      for (const fault of [{ mode: 'error', status: 500 }, { mode: 'garbage' }, { mode: 'error', status: 400 }]) {
        const query = await begin();
        await world.sandbox.fault(platform, { ...fault, calls: ['auth'], count: 1 });
        answered(await world.service.rpc(publisherRpc.oauthFinish, { platform, sessionId, query }, callerOf(keeper)));
        await world.service
          .rpc(publisherRpc.oauthFinish, { platform, sessionId, query }, callerOf(keeper))
          .catch((error: unknown) => answers.push(String(error)));
      }
      await world.sandbox.fault(platform, { mode: 'none' });
      // Another sign-in is left half way, and the account is disconnected.
      await begin();
      await remember('at the end');
      answered(await world.service.rpc(publisherRpc.accountDisconnect, { platform }, callerOf(person)));
    }
    // One of each stays connected, so that the vault is not empty.
    for (const platform of platforms) {
      await connected(keeper, platform);
    }
    await remember('kept');
    for (const [platform, credentials] of Object.entries(sandboxCredentials)) {
      if ('clientSecret' in credentials) {
        canaries.set(`${platform} app secret`, credentials.clientSecret);
      }
    }
    canaries.set('vault key', vaultKeys.split(':')[1] ?? '');

    const places = new Map([
      ['logs', publisher.output()],
      ['answers', answers.join('\n')],
      ...(await dump()),
      ...(await streams()),
    ]);
    expect(canaries.size).toBeGreaterThan(50);
    for (const secret of canaries.values()) {
      expect(secret.length).toBeGreaterThan(10);
    }
    expect(hits(places)).toEqual([]);
    expect([...places.keys()].filter((place) => place.startsWith('stream ')).length).toBeGreaterThan(0);
    expect(places.get('table publisher.account_secrets')?.length).toBeGreaterThan(1_000);

    // The search works: account ids are found in answers, tables and streams, and a token in a copy of it.
    const [account] = rowsOf(await world.service.rpc(publisherRpc.accountList, {}, callerOf(keeper)));
    const everywhere = [...places].filter(([, text]) => text.includes(account?.id ?? '?')).map(([place]) => place);
    for (const place of ['answers', 'table publisher.accounts', 'table publisher.outbox', 'stream ']) {
      expect(everywhere.filter((one) => one.startsWith(place))).not.toEqual([]);
    }
    const [token = ''] = canaries.values();
    expect(hits(new Map([['a note', `{"t":"${Buffer.from(token).toString('hex')}"}`]]))).not.toEqual([]);
  }, 240_000);
});

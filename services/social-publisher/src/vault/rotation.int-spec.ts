import { randomBytes } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemClock } from '@postloom/chassis';
import { publisherRpc } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { runPublisherCommand, startPublisherProcess } from '../testing/publisher-process.ts';
import type { PublisherProcess } from '../testing/publisher-process.ts';
import { callerOf, PublisherWorld, vaultKeys } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

const platforms: readonly Platform[] = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];
const world = new PublisherWorld();
const folder = mkdtempSync(join(tmpdir(), 'vault-keys-'));
const k2 = `k2:${randomBytes(32).toString('base64')}`;
const processes: PublisherProcess[] = [];

beforeAll(() =>
  world.start({
    service: false,
    env: { PUBLISH_LEASE_SECONDS: '5', PUBLISH_CALL_TIMEOUT_MS: '5000', TIKTOK_PACE_SECONDS: '1' },
  }),
);
afterAll(async () => {
  for (const one of processes) {
    await one.stop();
  }
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

const kids = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await world.admin.query<{ kid: string; n: string }>(
        'SELECT kid, count(*) AS n FROM publisher.account_secrets GROUP BY kid ORDER BY kid',
      )
    ).rows.map((row) => [row.kid, Number(row.n)]),
  );

/** Keys as mounted secrets: in a separate file. */
function keyFile(keys: string): Record<string, string> {
  const path = join(folder, `keys-${randomBytes(4).toString('hex')}`);
  writeFileSync(path, `${keys}\n`);
  return { VAULT_KEYS: '', VAULT_KEYS_FILE: path };
}

/** Replaces the keys of a pod, as kubelet does: in one step. */
function mount(pod: string, keys: string): string {
  const path = join(folder, pod);
  writeFileSync(`${path}.new`, `${keys}\n`);
  renameSync(`${path}.new`, path);
  return path;
}

async function start(pod: string, keys: string): Promise<PublisherProcess> {
  const started = await startPublisherProcess(world, { VAULT_KEYS: '', VAULT_KEYS_FILE: mount(pod, keys) });
  processes.push(started);
  return started;
}

const readings = (pod: PublisherProcess): number => pod.output().split('Settings were read again').length - 1;

/** `node main.js <name>`, as an operator runs it: the states of the keys by kid, and how it ended. */
async function command(name: string, keys: string): Promise<{ code: number | null; states: Record<string, unknown> }> {
  const { code, output } = await runPublisherCommand(world, name, keyFile(keys));
  const said = output
    .split('\n')
    .filter((line) => line.includes('"Vault key"'))
    .map((line) => JSON.parse(line) as { kid: string; use: string });
  return { code, states: Object.fromEntries(said.map(({ kid, use }) => [kid, use])) };
}

const connectedPlatforms = async (person: Person): Promise<Platform[]> => {
  const status = await world.service.rpc(publisherRpc.accountStatus, {}, callerOf(person));
  return platforms.filter((platform) => status[platform]);
};

describe('a rotation of the vault key', () => {
  it('with five accounts publishing and renewing all the time, in two processes that are never restarted: nothing fails, nothing is lost, the old key can go', async () => {
    // The emitting service first: a publisher that finds no stream of scheduling checks again only after a while.
    await world.drive();
    const pods = { one: await start('one', vaultKeys), two: await start('two', vaultKeys) };
    /** First one pod gets the keys, and some time later the other. */
    const mountEverywhere = async (keys: string): Promise<void> => {
      for (const [name, pod] of Object.entries(pods)) {
        const before = readings(pod);
        mount(name, keys);
        await eventually(`${name} has read them`, () => expect(readings(pod)).toBe(before + 1), { timeoutMs: 15_000 });
      }
    };
    await world.sandbox.settings({ quotas: 'off' });
    const person = world.person();
    const photoIds = [(await world.media.add(person.businessId)).id];
    const accounts: SocialAccount[] = [];
    for (const platform of platforms) {
      accounts.push(await world.connect(person, platform));
    }
    expect(await kids()).toEqual({ k1: 5 });

    // Posts for every account, and renewals, from now until the end.
    const targets: string[] = [];
    const done = new AbortController();
    const traffic = (async () => {
      const clock = new SystemClock();
      while (!done.signal.aborted) {
        for (const account of accounts) {
          targets.push((await world.due(person, account, { photoIds })).targetId);
        }
        await world.admin.query(
          `UPDATE publisher.lanes SET refresh_at = now(), ready_at = now() WHERE platform IN ('twitter', 'linkedin', 'tiktok')`,
        );
        await clock.delay(700, done.signal);
      }
    })();

    try {
      // 1. The new key is known everywhere before anything is sealed under it.
      await mountEverywhere(`${vaultKeys},${k2}`);
      expect(Object.keys(await kids())).toEqual(['k1']);
      expect(await command('vault-keys', k2)).toMatchObject({ code: 1, states: { k1: 'missing', k2: 'current' } });
      // Asking changes nothing, also with settings that no publisher has yet.
      expect(await command('vault-keys', `${k2},${vaultKeys}`)).toEqual({
        code: 0,
        states: { k1: 'needed', k2: 'current' },
      });
      expect(Object.keys(await kids())).toEqual(['k1']);

      // 2. The new key becomes the first: both processes can open what either writes.
      await mountEverywhere(`${k2},${vaultKeys}`);
      expect(await command('vault-rotate', `${k2},${vaultKeys}`)).toMatchObject({ code: 0 });
      await eventually('everything is sealed under the new key', async () => expect(await kids()).toEqual({ k2: 5 }));
      expect(await command('vault-keys', `${k2},${vaultKeys}`)).toEqual({
        code: 0,
        states: { k2: 'current', k1: 'removable' },
      });

      // 3. A file that cannot be right changes nothing.
      mount('one', 'k3:too-short');
      await eventually('the mistake is told', () =>
        expect(pods.one.output()).toContain('Changed settings are wrong; all keep their former values'),
      );
      expect(await pods.one.metric('postloom_settings_refused_count')).toBe(1);

      // 4. The old key is removed.
      await mountEverywhere(k2);
      expect(await pods.one.metric('postloom_settings_refused_count')).toBe(0);
      await eventually('there was enough traffic', () => expect(targets.length).toBeGreaterThanOrEqual(25));
    } finally {
      done.abort();
      await traffic;
    }
    await eventually(
      'every post is public',
      async () => {
        const states = await world.admin.query<{ state: string; n: string }>(
          'SELECT state, count(*) AS n FROM publisher.publish_jobs GROUP BY state',
        );
        expect(states.rows.map((row) => [row.state, Number(row.n)])).toEqual([['published', targets.length]]);
      },
      // An answer that comes later than the call's time limit is settled after the platform's quarantine, 60 s at the longest.
      { timeoutMs: 120_000 },
    );
    expect(await world.sandbox.publications()).toHaveLength(targets.length);
    expect(await connectedPlatforms(person)).toEqual(platforms);
    const all = processes.map((one) => one.output()).join('');
    expect(all).not.toContain('could not be worked on');
    for (const key of [vaultKeys, k2]) {
      expect(all).not.toContain(key.split(':')[1]);
    }
  }, 240_000);
});

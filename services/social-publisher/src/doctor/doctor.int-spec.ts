import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { doctorRpc } from '@postloom/contracts';
import type { Doctor, Platform } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

const platforms: readonly Platform[] = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];
const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

const doctor = (person: Person, platform: Platform): Promise<Doctor> =>
  world.service.rpc(doctorRpc.accountDoctor, { platform }, callerOf(person));
const found = (answer: Doctor, id: string): Doctor['checks'][number] | undefined =>
  answer.checks.find((check) => check.id === id);

describe('the connection doctor', () => {
  it.each(platforms)('%s: a working connection, asked with reads only', async (platform) => {
    const person = world.person();
    expect(await doctor(person, platform)).toMatchObject({ platform, verdict: 'not_connected' });
    await world.connect(person, platform);
    const before = await world.callsOf(platform);
    const answer = await doctor(person, platform);
    expect(answer.checks.filter((check) => check.status === 'problem' || check.status === 'warning')).toEqual([]);
    expect(answer.verdict).toBe('ok');
    expect(found(answer, 'token')?.status).toBe('ok');
    expect(found(answer, 'permissions')?.status).toBe('ok');
    const calls = (await world.sandbox.requests(platform)).slice(0, -before || undefined);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.length).toBeLessThanOrEqual(4);
    expect(calls.map((call) => call.method)).toEqual(calls.map(() => 'GET'));
    expect(JSON.stringify(answer)).not.toMatch(/IGAA|EAA|AQX|act\.|rft\.|[Ss]ecret/);
  });

  it.each(platforms)('%s: a consent that was taken back is a problem with the steps that mend it', async (platform) => {
    const person = world.person();
    await world.connect(person, platform);
    await world.sandbox.fault(platform, { mode: 'token_revoked', count: 1, calls: ['read'] });
    const answer = await doctor(person, platform);
    expect(answer.verdict).toBe('broken');
    expect(found(answer, 'token')).toMatchObject({ status: 'problem', action: 'reconnect' });
    expect(found(answer, 'token')?.steps.length).toBeGreaterThan(0);
    await world.sandbox.fault(platform, { mode: 'none' });
  });

  it('a platform that does not answer is not a verdict', async () => {
    const person = world.person();
    await world.connect(person, 'twitter');
    await world.sandbox.fault('twitter', { mode: 'error', status: 503, calls: ['read'] });
    const answer = await doctor(person, 'twitter');
    await world.sandbox.fault('twitter', { mode: 'none' });
    expect(found(answer, 'token')?.status).toBe('unknown');
    expect(answer.verdict).toBe('ok');
  });

  it('a known dead connection is not tried again', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.admin.query(
      `UPDATE publisher.accounts SET state = 'broken', broken_reason = 'The password was changed.' WHERE id = $1`,
      [account.id],
    );
    const before = await world.callsOf('facebook');
    const answer = await doctor(person, 'facebook');
    expect(answer.verdict).toBe('broken');
    expect(found(answer, 'connected')).toMatchObject({ message: 'The password was changed.', action: 'reconnect' });
    expect(await world.callsOf('facebook')).toBe(before);
  });

  it('a permission that was taken back later, a role that was lost', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.admin.query(`UPDATE publisher.accounts SET remote_id = '1' WHERE id = $1`, [account.id]);
    expect(found(await doctor(person, 'facebook'), 'page_role')).toMatchObject({ status: 'problem' });
    const other = world.person();
    const second = await world.connect(other, 'linkedin');
    await world.admin.query(`UPDATE publisher.accounts SET scopes = '{openid}' WHERE id = $1`, [second.id]);
    expect(found(await doctor(other, 'linkedin'), 'permissions')?.message).toContain('w_member_social');
  });

  it('says what holds posts back: a limit, a pause of the platform, an operator; and how the last post ended', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    const { targetId } = await world.due(person, account);
    await eventually('it is out', async () => expect((await world.job(targetId))['state']).toBe('published'));
    expect(found(await doctor(person, 'twitter'), 'last_post')?.message).toMatch(/^The last post went out on /);
    const said = async (): Promise<string | undefined> => found(await doctor(person, 'twitter'), 'sending')?.message;
    await world.admin.query(`UPDATE publisher.lanes SET blocked_until = now() + interval '1 hour' WHERE id = $1`, [
      account.id,
    ]);
    expect(await said()).toMatch(/^X limits this account until /);
    await world.admin.query(`INSERT INTO publisher.switches (subject, is_stopped) VALUES ('platform:twitter', true)`);
    expect(await said()).toMatch(/^An operator of this installation has stopped all posts to X/);
    await world.admin.query(`DELETE FROM publisher.switches`);
  });

  it('another business hears nothing of it', async () => {
    const person = world.person();
    await world.connect(person, 'twitter', 'Secret Bakery');
    const answer = await doctor(world.person({ userId: randomUUID() }), 'twitter');
    expect(answer.verdict).toBe('not_connected');
    expect(JSON.stringify(answer)).not.toContain('Secret Bakery');
  });
});

describe('an installation against the real platforms', () => {
  it.each(platforms)('%s from localhost: what is missing, before anybody connects', async (platform) => {
    const person = world.person();
    await world.service.close();
    const prefix = platform === 'twitter' ? 'X' : platform.toUpperCase();
    await world.open({ [`${prefix}_AUTHORIZE_URL`]: `https://www.example.com/oauth` });
    try {
      const answer = await doctor(person, platform);
      expect(answer.verdict).toBe('not_connected');
      expect(found(answer, 'redirect_address')?.status).toBe(platform === 'facebook' ? 'warning' : 'problem');
      const pulls = platform === 'instagram' || platform === 'tiktok';
      expect(found(answer, 'media_address')?.status).toBe(pulls ? 'problem' : undefined);
    } finally {
      await world.service.close();
      await world.open();
    }
  });
});

import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsText } from '@postloom/chassis';
import { AppError, schedulingRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { LiveStreams } from '../live/live-streams.ts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

/** What dashboards and alerts know of what people met at the edge. */
describe('the times of answers', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
  });
  afterAll(() => gateway.close());

  const counts = async (): Promise<ReadonlyMap<string, number>> => {
    const lines = (await metricsText()).matchAll(
      /^postloom_gateway_http_server_seconds_count\{(?=[^}]*area="([^"]*)")(?=[^}]*code="([^"]*)")[^}]*\} (\d+)/gm,
    );
    return new Map([...lines].map(([, area, code, count]) => [`${area} ${code}`, Number(count)]));
  };
  /** What was measured of `act`, once that many requests are over. */
  const measured = async (requests: number, act: () => Promise<unknown>): Promise<Record<string, number>> => {
    const before = await counts();
    await act();
    return eventually('they are over', async () => {
      const more = [...(await counts())].map(([key, count]) => [key, count - (before.get(key) ?? 0)] as const);
      const since = more.filter(([, count]) => count > 0);
      expect(since.reduce((sum, [, count]) => sum + count, 0)).toBe(requests);
      return Object.fromEntries(since) as Record<string, number>;
    });
  };
  /** Sends a request and goes away when `when` resolves. */
  const leave = async (path: string, when: () => Promise<unknown>): Promise<void> => {
    const outgoing = httpRequest(gateway.service.url + path, { headers: { cookie: person.cookie }, agent: false });
    outgoing.on('error', () => undefined);
    outgoing.end();
    await when();
    outgoing.destroy();
  };

  it('are by area and code, of refusals before any route and of unknown paths too', async () => {
    await gateway.stub(schedulingRpc.postList, []);
    await gateway.stub(schedulingRpc.postGet, () => Promise.reject(new AppError('unavailable')));
    const post = '/api/posts/00000000-0000-4000-8000-000000000001';
    const since = await measured(6, async () => {
      await gateway.ask('GET', '/api/posts', { person });
      await gateway.ask('GET', '/api/posts');
      await gateway.ask('GET', post, { person });
      await gateway.ask('POST', '/api/posts', { person, body: { caption: '' } });
      await gateway.ask('POST', '/api/posts', { person, body: {}, headers: { 'sec-fetch-site': 'cross-site' } });
      await gateway.ask('GET', '/api/nothing-like-this', { person });
    });
    expect(since).toEqual({
      'Posts and schedules ok': 1,
      'Posts and schedules unauthorized': 1,
      'Posts and schedules unavailable': 1,
      'Posts and schedules validation_failed': 1,
      'Posts and schedules csrf_rejected': 1,
      'unknown not_found': 1,
    });
  });

  it('say who did not wait, and leave live streams out', async () => {
    const release = Promise.withResolvers<never>();
    release.promise.catch(() => undefined);
    const slow = await gateway.stub(schedulingRpc.postScheduled, () => release.promise);
    const streams = gateway.service.get(LiveStreams);
    const since = await measured(1, async () => {
      await leave('/api/events', () => eventually('it listens', () => expect(streams.count).toBe(1)));
      await eventually('it is left', () => expect(streams.count).toBe(0));
      await leave('/api/posts/scheduled', () => eventually('it is asked', () => expect(slow.calls.length).toBe(1)));
    });
    expect(since).toEqual({ 'Posts and schedules gone': 1 });
    release.reject(new AppError('unavailable'));
  });

  it('begin with the last byte of the request', async () => {
    const sum = async (): Promise<number> =>
      Number(
        /^postloom_gateway_http_server_seconds_sum\{(?=[^}]*area="Posts and schedules")(?=[^}]*code="validation_failed")[^}]*\} (\S+)/m.exec(
          await metricsText(),
        )?.[1] ?? 0,
      );
    const before = await sum();
    const body = JSON.stringify({ caption: '' });
    const begun = performance.now();
    let waited = 0;
    await measured(31, async () => {
      const headers = { cookie: person.cookie, 'content-type': 'application/json', 'content-length': body.length };
      const outgoing = httpRequest(`${gateway.service.url}/api/posts`, { method: 'POST', headers, agent: false });
      const answered = new Promise((resolve) => outgoing.on('response', (answer) => resolve(answer.resume())));
      outgoing.write(body.slice(0, 5));
      // The sender is as slow as thirty other requests, one after the other.
      for (let i = 0; i < 30; i += 1) {
        await gateway.ask('GET', '/api/nothing-like-this');
      }
      waited = (performance.now() - begun) / 1000;
      outgoing.end(body.slice(5));
      await answered;
    });
    expect((await sum()) - before).toBeLessThan(waited / 2);
  });
});

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, mediaEvents, schedulingEvents } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';
import { LiveStreams } from './live-streams.ts';

/** One open page. */
class Page {
  readonly heard: string[] = [];
  isOver = false;

  constructor(
    readonly request: ClientRequest,
    readonly answer: IncomingMessage,
  ) {
    answer.on('data', (chunk: Buffer) => this.heard.push(chunk.toString()));
    answer.on('end', () => (this.isOver = true));
    answer.on('error', () => undefined);
  }

  get text(): string {
    return this.heard.join('');
  }
}

describe('live hints', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.close());

  const open = (person: Person, businessId = person.businessIds[0] ?? '', query = ''): Promise<Page> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(`${gateway.service.url}/api/events${query}`, {
        headers: { cookie: person.cookie, 'x-business-id': businessId },
        agent: false,
      });
      request.on('response', (answer) => resolve(new Page(request, answer)));
      request.on('error', reject);
      request.end();
    });
  const photoTold = (businessId: string, photoId: string) =>
    gateway.service.emitFrom(mediaEvents.photoDeleted, { businessId, entityId: photoId, data: { photoId } });

  it('reach the pages of that business and no others', async () => {
    const person = gateway.person();
    const [mine = '', sibling = ''] = person.businessIds;
    const [page, other, stranger] = [await open(person), await open(person, sibling), await open(gateway.person())];
    expect(page.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const photoId = randomUUID();
    await photoTold(mine, photoId);
    await eventually('the page heard of it', () => {
      expect(page.text).toContain(`event: hint\ndata: ${JSON.stringify({ type: 'photo', id: photoId })}\n\n`);
    });
    expect(page.text).toContain(JSON.stringify({ type: 'limits', id: photoId }));
    await photoTold(sibling, randomUUID());
    await eventually('the other page heard its own', () => expect(other.text).toContain('hint'));
    expect(other.text).not.toContain(photoId);
    expect(stranger.text).not.toContain('hint');
    // Ids and kinds only: no captions, names or paths.
    await gateway.service.emitFrom(schedulingEvents.postDeleted, {
      businessId: mine,
      entityId: 'post-1',
      data: { postId: randomUUID(), photoIds: [], targetIds: [] },
    });
    await eventually('the post', () => expect(page.text).toContain('"type":"post"'));
    const hints = page.text.split('\n\n').filter((block) => block.startsWith('event: hint'));
    for (const hint of hints) {
      expect(Object.keys(JSON.parse(hint.split('data: ')[1] ?? '') as object)).toEqual(['type', 'id']);
    }
    for (const one of [page, other, stranger]) {
      one.request.destroy();
    }
  });

  it('tell a page that opens its stream what was told while it was loading, and nothing of others', async () => {
    const person = gateway.person();
    const [mine = '', sibling = ''] = person.businessIds;
    const first = await open(person);
    const photoId = randomUUID();
    await photoTold(mine, photoId);
    await eventually('it was told', () => expect(first.text).toContain(photoId));
    const [later, known, other] = [
      await open(person, mine, '?age=30000'),
      await open(person, mine, '?age=0'),
      await open(person, sibling),
    ];
    await eventually('the later page heard of it too', () => expect(later.text).toContain(photoId));
    const next = randomUUID();
    await photoTold(mine, next);
    await eventually('a page that knew of it heard what came next', () => expect(known.text).toContain(next));
    expect(known.text).not.toContain(photoId);
    await photoTold(sibling, randomUUID());
    await eventually('the other page heard its own', () => expect(other.text).toContain('hint'));
    expect(other.text).not.toContain(photoId);
    const refused = await open(person, mine, '?age=-1');
    expect(refused.answer.statusCode).toBe(400);
    for (const one of [first, later, known, other, refused]) {
      one.request.destroy();
    }
  });

  it('tell all pages of a payer that the plan changed', async () => {
    const person = gateway.person();
    const pages = [await open(person), await open(person, person.businessIds[1])];
    const stranger = await open(gateway.person());
    await gateway.service.emitFrom(identityEvents.planChanged, {
      businessId: null,
      entityId: person.payerId,
      data: { payerId: person.payerId, tier: 'pro', periodAnchor: '2026-01-01T00:00:00Z', version: 2 },
    });
    for (const page of pages) {
      await eventually('the page heard of it', () => expect(page.text).toContain('"type":"limits"'));
    }
    expect(stranger.text).not.toContain('hint');
    for (const one of [...pages, stranger]) {
      one.request.destroy();
    }
  });

  it('end with the session: one session by its id, all of a person by theirs', async () => {
    const person = gateway.person();
    const elsewhere = { ...gateway.person(), userId: person.userId };
    gateway.people.set(elsewhere.token, elsewhere);
    const [page, other] = [await open(person), await open(elsewhere)];
    const revoke = (entityId: string, sessionId: string | null) =>
      gateway.service.emitFrom(identityEvents.sessionRevoked, {
        businessId: null,
        entityId,
        data: { userId: person.userId, sessionId },
      });
    await revoke(person.sessionId, person.sessionId);
    await eventually('the page of the ended session is over', () => expect(page.isOver).toBe(true));
    expect(other.isOver).toBe(false);
    await revoke(person.userId, null);
    await eventually('the other page is over', () => expect(other.isOver).toBe(true));
  });

  it('ask the pages to spread their return, the more of them are open', async () => {
    const streams = gateway.service.get(LiveStreams);
    const few = await open(gateway.person());
    await eventually('the stream is open', () => expect(few.text).toContain('event: open'));
    expect(few.text).toMatch(/^retry: 1000\n\n/);
    const { userId, sessionId } = gateway.person();
    const answers = Array.from({ length: 1_500 }, () => new EventEmitter());
    for (const answer of answers) {
      const ids = { businessId: randomUUID(), payerId: null, userId, sessionId };
      streams.add({ ...ids, write: () => undefined, end: () => undefined }, answer as ServerResponse, 0);
    }
    const many = await open(gateway.person());
    await eventually('the stream is open', () => expect(many.text).toContain('event: open'));
    expect(Number(/^retry: (\d+)\n\n/.exec(many.text)?.[1])).toBeGreaterThan(15_000);
    for (const answer of answers) {
      answer.emit('close');
    }
    expect(streams.count).toBe(2);
    few.request.destroy();
    many.request.destroy();
    await eventually('they are forgotten', () => expect(streams.count).toBe(0));
  });

  it('forget a page that is closed', async () => {
    const streams = gateway.service.get(LiveStreams);
    const before = streams.count;
    const page = await open(gateway.person());
    await eventually('the page is known', () => expect(streams.count).toBe(before + 1));
    page.request.destroy();
    await eventually('the page is forgotten', () => expect(streams.count).toBe(before));
  });
});

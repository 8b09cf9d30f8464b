import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, captionsRpc } from '@postloom/contracts';
import type { Caption } from '@postloom/contracts';
import { CallerLeft } from '@postloom/messaging';
import { eventually } from '@postloom/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

describe('a caption that is being written', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.close());

  it('is ended when the person leaves, and not when they have it', async () => {
    const person = gateway.person();
    const photoId = person.businessIds[0];
    const caption: Caption = {
      ...{ caption: 'Fresh bread.', hashtags: [], rawAnalysis: '' },
      ...{ provider: 'openai', model: 'm' },
    };
    const ended: unknown[] = [];
    const hold = Promise.withResolvers<Caption>();
    let asked = 0;
    await gateway.stub(captionsRpc.captionGenerate, (_input, { signal }) => {
      asked += 1;
      signal.addEventListener('abort', () => ended.push(signal.reason));
      return asked === 1 ? caption : hold.promise;
    });
    const done = await gateway.ask('POST', '/api/generate-caption', { person, body: { photoId } });
    expect([done.status, done.body['caption']]).toEqual([200, 'Fresh bread.']);

    const body = JSON.stringify({ photoId });
    const outgoing = httpRequest(`${gateway.service.url}/api/generate-caption`, {
      method: 'POST',
      headers: { cookie: person.cookie, 'content-type': 'application/json', 'content-length': body.length },
      agent: false,
    });
    outgoing.on('error', () => undefined);
    outgoing.end(body);
    await eventually('the second is being written', () => expect(asked).toBe(2));
    expect(ended).toEqual([]);
    outgoing.destroy();
    await eventually('its owner is told', () => expect(ended).toEqual([expect.any(CallerLeft)]));
    hold.resolve(caption);
  });

  describe('for a page that takes events', () => {
    const caption: Caption = {
      ...{ caption: 'Fresh bread. Come by.', hashtags: [], rawAnalysis: '' },
      ...{ provider: 'openai', model: 'm' },
    };
    const ask = (accept: string) => {
      const person = gateway.person();
      return fetch(`${gateway.service.url}/api/generate-caption`, {
        method: 'POST',
        headers: { cookie: person.cookie, 'content-type': 'application/json', accept },
        body: JSON.stringify({ photoId: person.businessIds[0] }),
      });
    };
    const eventsOf = async (answer: Response) =>
      Array.from((await answer.text()).matchAll(/^event: (.*)\ndata: (.*)\n$/gmu), ([, name, data]) => [
        name,
        JSON.parse(data ?? '') as unknown,
      ]);

    it('comes in parts, each while the next is still being written, and whole in the end', async () => {
      const hold = Promise.withResolvers<undefined>();
      await gateway.stub(captionsRpc.captionGenerate, async (_input, { tell }) => {
        tell?.({ caption: 'Fresh bread.' });
        await hold.promise;
        return caption;
      });
      const answer = await ask('text/event-stream, application/json');
      expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const [shown, whole] = answer.body?.tee() ?? [];
      const first = await shown?.getReader().read();
      expect(new TextDecoder().decode(first?.value)).toBe('event: part\ndata: {"caption":"Fresh bread."}\n\n');
      hold.resolve(undefined);
      expect(await eventsOf(new Response(whole))).toEqual([
        ['part', { caption: 'Fresh bread.' }],
        ['answer', caption],
      ]);
    });

    it('says in its last event that it failed, and as an ordinary answer before there is a part', async () => {
      let isTold = true;
      await gateway.stub(captionsRpc.captionGenerate, (_input, { tell }) => {
        if (isTold) {
          tell?.({ caption: 'Fresh bread.' });
        }
        throw new AppError('caption_failed', undefined, { retryAfterSeconds: 7 });
      });
      const failed = { error: 'caption_failed', message: 'Failed to generate caption. Please try again.' };
      const broken = await ask('text/event-stream');
      expect(broken.status).toBe(200);
      expect(await eventsOf(broken)).toEqual([
        ['part', { caption: 'Fresh bread.' }],
        ['failed', { status: 502, retryAfterSeconds: 7, ...failed, requestId: expect.any(String) }],
      ]);
      isTold = false;
      const refused = await ask('text/event-stream');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([502, '7']);
      expect(await refused.json()).toMatchObject(failed);
    });

    it('comes whole to everybody else', async () => {
      const listeners: boolean[] = [];
      await gateway.stub(captionsRpc.captionGenerate, (_input, { tell }) => {
        listeners.push(tell !== undefined);
        return caption;
      });
      const answers = [await ask('application/json'), await ask('text/event-stream')];
      expect(listeners).toEqual([false, true]);
      for (const answer of answers) {
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(await answer.json()).toEqual(caption);
      }
    });
  });
});

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { importDataRpc, mediaRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { UPLOADS_OF_A_BUSINESS, UploadTurns, WAITING_OF_A_BUSINESS } from '../http/upload-turns.ts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Answer, Person } from '../testing/gateway-under-test.ts';

const PART = '/api/user/import/0192f3a4-1111-7222-8333-abcdefabcdef/bytes';
const octets = { 'content-type': 'application/octet-stream' };
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
/** Much less than a wait for a turn, or for a connection that falls idle. */
const SOON_MS = 4_000;
/** More than any of our clients has connections to one host. */
const MANY = 70;

/** Fakes media, which receives whatever comes and answers when it has ended. */
describe('uploads that take long', () => {
  let gateway: GatewayUnderTest;
  let outgoing: ClientRequest[];
  let announced: string[];
  /** Of which media has a part, by their ids. */
  let begun: Set<string>;
  let whenBegun: () => void;
  beforeEach(async () => {
    outgoing = [];
    announced = [];
    begun = new Set();
    whenBegun = () => undefined;
    gateway = await GatewayUnderTest.start();
    gateway.media = (incoming, response) => {
      if (incoming.method === 'GET') {
        response.writeHead(200, { 'content-type': 'image/webp' }).end('RIFF');
        return;
      }
      incoming.on('error', () => undefined);
      incoming.once('data', () => {
        begun.add(incoming.url?.split('/').at(-1) ?? '');
        whenBegun();
      });
      incoming.on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
      });
    };
    await gateway.stub(mediaRpc.uploadStart, ({ uploadId }) => {
      announced.push(uploadId);
      return { uploadId, ticket: 'the-ticket', maxBytes: 52_428_800 };
    });
    await gateway.stub(mediaRpc.objectOpen, { path: '/internal/objects', ticket: 'the-ticket' });
  });
  afterEach(async () => {
    for (const one of outgoing) {
      one.destroy();
    }
    await gateway.close();
  });

  /** Sends the head and a first piece of a picture. */
  function begin(person: Person, id: string): ClientRequest {
    const url = new URL(`/api/photos/direct-upload/${id}`, gateway.service.url);
    const headers = { cookie: person.cookie, ...multipart };
    const one = httpRequest(url, { method: 'POST', headers, agent: false });
    one.on('error', () => undefined);
    one.write(Buffer.alloc(1_000));
    outgoing.push(one);
    return one;
  }
  /** As `begin`, of the zip of an import. */
  function beginPart(person: Person): ClientRequest {
    const url = new URL(`${PART}/3`, gateway.service.url);
    const headers = { cookie: person.cookie, ...octets, 'content-length': 100_000 };
    const one = httpRequest(url, { method: 'PUT', headers, agent: false });
    one.on('error', () => undefined);
    one.write(Buffer.alloc(1_000));
    outgoing.push(one);
    return one;
  }
  /** Begins as many, and passes when media has a piece of this many of all. */
  async function flood(person: Person, count: number, name: string, arrived: number): Promise<ClientRequest[]> {
    const { promise, resolve } = Promise.withResolvers<void>();
    whenBegun = () => {
      if (begun.size >= arrived) {
        resolve();
      }
    };
    const all = Array.from({ length: count }, (_, index) => begin(person, `${name}-${index}`));
    await promise;
    return all;
  }
  const upload = (person: Person, id: string): Promise<Answer> =>
    gateway.ask('POST', `/api/photos/direct-upload/${id}`, { person, raw: Buffer.from('--b--'), headers: multipart });

  it('hold no picture up, however many they are', async () => {
    const people = Array.from({ length: Math.ceil(MANY / UPLOADS_OF_A_BUSINESS) }, () => gateway.person());
    const share = Math.ceil(MANY / people.length);
    for (const [index, person] of people.slice(0, -1).entries()) {
      await flood(person, share, `of${index}`, (index + 1) * share);
    }
    const last = people.at(-1) as Person;
    // The last of them would wait for a connection if there were a bound.
    await flood(last, share, 'last', 64);
    const picture = await gateway.ask('GET', `/objects/${last.businessIds[0]}/0/400.webp`, { person: last });
    expect([picture.status, picture.text]).toEqual([200, 'RIFF']);
    expect((await gateway.ask('GET', '/api/media/pull/some-ticket')).text).toBe('RIFF');
  });

  it('make others of their business wait, until they are refused at once, and everybody else’s pass', async () => {
    const [flooding, other] = [gateway.person(), gateway.person()];
    const [first] = await flood(flooding, UPLOADS_OF_A_BUSINESS, 'flood', UPLOADS_OF_A_BUSINESS);
    for (let count = 0; count < WAITING_OF_A_BUSINESS; count += 1) {
      begin(flooding, `waiting-${count}`);
    }
    const turns = gateway.service.get(UploadTurns);
    await eventually('they wait', () => expect(turns.waiting).toBe(WAITING_OF_A_BUSINESS));
    const imported = await gateway.stub(importDataRpc.importPart, { path: '/internal/imports', ticket: 'the-ticket' });
    const refused = [
      await upload(flooding, 'one-more'),
      await gateway.ask('PUT', `${PART}/3`, { person: flooding, raw: Buffer.from('zipped'), headers: octets }),
    ];
    for (const { status, headers, body } of refused) {
      expect([status, headers['retry-after'], body['error'], body['message']]).toEqual([
        ...[503, '10', 'unavailable'],
        'Too many uploads are waiting at this moment. Please try again in 10 seconds.',
      ]);
    }
    // Nothing was reserved for them, nor for those that wait, nor did any of it reach media.
    expect([announced.length, begun.size, imported.calls]).toEqual([
      ...[UPLOADS_OF_A_BUSINESS, UPLOADS_OF_A_BUSINESS, []],
    ]);
    expect((await upload(other, 'of-another')).status).toBe(200);

    const answered = once(first as ClientRequest, 'response') as Promise<[IncomingMessage]>;
    first?.end('--b--');
    expect((await answered)[0].statusCode).toBe(200);
    await eventually('the next one has its turn', () => expect(turns.waiting).toBe(WAITING_OF_A_BUSINESS - 1));
  });

  it('and whose sender goes away before their turn stop waiting, and hold nobody up who comes after them', async () => {
    const person = gateway.person();
    const flooding = await flood(person, UPLOADS_OF_A_BUSINESS, 'full', UPLOADS_OF_A_BUSINESS);
    const gone = [begin(person, 'gone'), beginPart(person)];
    const turns = gateway.service.get(UploadTurns);
    await eventually('they wait', () => expect(turns.waiting).toBe(gone.length));
    for (const one of gone) {
      one.destroy();
    }
    await eventually('they wait no more', () => expect(turns.waiting).toBe(0), { timeoutMs: SOON_MS });
    flooding[0]?.destroy();
    await eventually('the next one passes', async () => expect((await upload(person, 'after')).status).toBe(200));
    expect(announced).not.toContain('gone');
  });

  it('of an import whose sender goes away while it is announced leave its place at once', async () => {
    const person = gateway.person();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await gateway.stub(importDataRpc.importPart, async () => {
      asked.resolve();
      await answered.promise;
      return { path: '/internal/imports', ticket: 'the-ticket' };
    });
    await flood(person, UPLOADS_OF_A_BUSINESS - 1, 'other', UPLOADS_OF_A_BUSINESS - 1);
    const part = beginPart(person);
    await asked.promise;
    const isGone = new Promise((resolve) => part.once('close', resolve));
    part.destroy();
    await isGone;
    // The gateway has heard of it when it answers somebody else.
    await gateway.ask('GET', `/objects/${person.businessIds[0]}/0/400.webp`, { person });
    const turns = gateway.service.get(UploadTurns);
    expect(turns.taken).toBe(UPLOADS_OF_A_BUSINESS);
    answered.resolve();
    await eventually('its place is free', () => expect(turns.taken).toBe(UPLOADS_OF_A_BUSINESS - 1), {
      timeoutMs: SOON_MS,
    });
  });

  it('and whose sender goes away leave their places to others', async () => {
    const person = gateway.person();
    const [first] = await flood(person, UPLOADS_OF_A_BUSINESS, 'gone', UPLOADS_OF_A_BUSINESS);
    first?.destroy();
    await eventually('the next one passes', async () => expect((await upload(person, 'after')).status).toBe(200));
  });
});

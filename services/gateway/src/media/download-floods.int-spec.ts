import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { exportRpc, mediaRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import {
  DOWNLOADS_OF_A_READER,
  DownloadTurns,
  PICTURES_OF_A_READER,
  PICTURES_WAITING_OF_A_READER,
} from '../http/download-turns.ts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

/** More than the system holds of a connection. */
const LARGE = Buffer.alloc(10_000_000);
/** Less than what lies in the process itself of an answer that is not read. */
const PIECE = 131_072;
/** Far less than media has to answer. */
const SOON_MS = 4_000;
const PHOTO = '0192f3a4-1111-7222-8333-abcdefabcdef';

/** Fakes media: an object named by a number has as many pieces, `400.webp` is small, `late.webp` does not come, everything else is large. */
describe('downloads that nobody reads', () => {
  let gateway: GatewayUnderTest;
  let turns: DownloadTurns;
  let sockets: Socket[];
  /** Answers of media's that are open. */
  let open: number;
  let sent: number;
  beforeEach(async () => {
    [sockets, open, sent] = [[], 0, 0];
    gateway = await GatewayUnderTest.start();
    turns = gateway.service.get(DownloadTurns);
    gateway.media = (incoming, response) => {
      const isSmall = incoming.headers.authorization?.endsWith('400.webp') === true;
      if (isSmall) {
        response.writeHead(200, { 'content-type': 'image/webp' }).end('RIFF');
        return;
      }
      open += 1;
      sent += 1;
      response.once('close', () => (open -= 1));
      if (incoming.headers.authorization?.endsWith('late.webp') === true) {
        return;
      }
      const pieces = Number(incoming.headers.authorization?.split('/').at(-1));
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(LARGE.subarray(0, pieces * PIECE || LARGE.length));
    };
    await gateway.stub(mediaRpc.objectOpen, ({ key }) => ({ path: '/internal/objects', ticket: key }));
    await gateway.stub(exportRpc.exportOpen, { path: '/internal/exports', ticket: 'export' });
  });
  afterEach(async () => {
    for (const socket of sockets) {
      socket.destroy();
    }
    await gateway.close();
  });

  /** Asks for it as often and reads nothing of what comes. */
  function ignore(person: Person, path: string, times: number): void {
    const { hostname, port } = new URL(gateway.service.url);
    for (let count = 0; count < times; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined).pause();
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie}\r\n\r\n`);
      sockets.push(socket);
    }
  }
  const picture = async (person: Person): Promise<string> =>
    (await gateway.ask('GET', `/objects/${person.businessIds[0]}/${PHOTO}/400.webp`, { person })).text;
  const large = (person: Person): string => `/objects/${person.businessIds[0]}/${PHOTO}/large.webp`;

  it('are bounded for each reader, and hold up neither pictures nor anybody else', async () => {
    const [flooding, other] = [gateway.person(), gateway.person()];
    const paths = [`/api/photos/${PHOTO}/download`, `/objects/download/${PHOTO}`, '/api/user/export/download'];
    for (const path of paths) {
      ignore(flooding, path, DOWNLOADS_OF_A_READER);
    }
    const waiting = DOWNLOADS_OF_A_READER * (paths.length - 1);
    await eventually('the others wait', () => expect(turns.waiting('downloads')).toBe(waiting));
    await eventually('as many are read from media', () => expect(sent).toBe(DOWNLOADS_OF_A_READER));
    expect(await picture(flooding)).toBe('RIFF');
    expect((await gateway.ask('GET', `/api/photos/${PHOTO}/download`, { person: other })).status).toBe(200);
    expect([turns.taken('downloads'), turns.waiting('downloads')]).toEqual([DOWNLOADS_OF_A_READER, waiting]);
    // Whoever goes gives the turn to the next, or stops waiting.
    for (const socket of sockets) {
      socket.destroy();
    }
    await eventually('all are over', () => {
      expect([turns.waiting('downloads'), open]).toEqual([0, 0]);
    });
    expect(sent).toBeLessThan(DOWNLOADS_OF_A_READER * 2 + 2);
  });

  it('as pictures are bounded, too, and are refused at once beyond what may wait', async () => {
    const [flooding, other] = [gateway.person(), gateway.person()];
    ignore(flooding, large(flooding), PICTURES_OF_A_READER + PICTURES_WAITING_OF_A_READER);
    await eventually('the others wait', () => expect(turns.waiting('pictures')).toBe(PICTURES_WAITING_OF_A_READER));
    await eventually('as many are read from media', () => expect(sent).toBe(PICTURES_OF_A_READER));
    const refused = await gateway.ask('GET', large(flooding), { person: flooding });
    expect([refused.status, refused.headers['retry-after'], refused.body['message']]).toEqual([
      ...[503, '10', 'Too many pictures are waiting at this moment. Please try again in 10 seconds.'],
    ]);
    expect(await picture(other)).toBe('RIFF');
    expect((await gateway.ask('GET', '/api/media/pull/some-ticket')).status).toBe(200);
  });

  it('leave their turns when their readers do, also while media has not answered', async () => {
    const person = gateway.person();
    ignore(person, `/objects/${person.businessIds[0]}/${PHOTO}/late.webp`, PICTURES_OF_A_READER);
    await eventually('all are asked for', () => expect(sent).toBe(PICTURES_OF_A_READER));
    for (const socket of sockets) {
      socket.destroy();
    }
    await eventually('their turns are free', () => expect([turns.taken('pictures'), open]).toEqual([0, 0]), {
      timeoutMs: SOON_MS,
    });
  });

  it('as pictures are given up soon, and leave their turns', async () => {
    const person = gateway.person();
    turns.readerMs.pictures = 200;
    ignore(person, large(person), PICTURES_OF_A_READER + 1);
    await eventually('the last one has had its turn, too', () => {
      expect([sent, open]).toEqual([PICTURES_OF_A_READER + 1, 0]);
    });
    expect(await picture(person)).toBe('RIFF');
  });

  it('as pictures are given up also when media has sent all of them, and the last of it lies here', async () => {
    const person = gateway.person();
    turns.readerMs.pictures = 200;
    // One of them is a little longer than what the system holds of a connection.
    for (let pieces = 1; pieces <= PICTURES_OF_A_READER; pieces += 1) {
      ignore(person, `/objects/${person.businessIds[0]}/${PHOTO}/${pieces}`, 1);
    }
    await eventually('all are over', () => {
      expect([sent, turns.taken('pictures')]).toEqual([PICTURES_OF_A_READER, 0]);
    });
  });
});

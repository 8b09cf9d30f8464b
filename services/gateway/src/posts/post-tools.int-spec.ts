import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, calendarFeedRpc, importRpc, resolveRpc, schedulingRpc } from '@postloom/contracts';
import { EncodedJson, Unchanged } from '@postloom/messaging';
import type { RpcStub } from '@postloom/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

const result = { total: 0, created: 0, refused: 0, rows: [] };
const type = 'multipart/form-data; boundary=b';
const part = (bytes: Buffer | string, field = 'file'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${field}"; filename="posts.csv"\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
const form = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from('--b--\r\n')]);

describe('tools of posts over HTTP', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  let imported: RpcStub<typeof importRpc.postImport>;
  let resolved: RpcStub<typeof resolveRpc.targetResolve>;
  let read: RpcStub<typeof calendarFeedRpc.feedRead>;
  let ics = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    imported = await gateway.stub(importRpc.postImport, result);
    resolved = await gateway.stub(resolveRpc.targetResolve, () => {
      throw new AppError('not_retryable');
    });
    read = await gateway.stub(calendarFeedRpc.feedRead, ({ token }) => {
      if (token !== 'right') {
        throw new AppError('not_found');
      }
      return { ics };
    });
    await gateway.stub(calendarFeedRpc.feedRotate, { token: 'a-token_1' });
    await gateway.stub(calendarFeedRpc.feedRevoke, { success: true });
  });
  afterAll(() => gateway.close());

  describe('import', () => {
    beforeEach(() => void imported.calls.splice(0));
    const send = (raw: Buffer, path = '/api/posts/import', headers: Record<string, string> = {}) =>
      gateway.ask('POST', path, { person, raw, headers: { 'content-type': type, ...headers } });

    it('passes the text of the file on, with the key', async () => {
      const csv = '\ufeffcaption;platforms\r\n"Brötchen 🌾";instagram';
      const answer = await send(
        form(Buffer.from('--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n'), part(csv)),
        '/api/posts/import?allOrNothing=true',
        {
          'idempotency-key': 'k',
        },
      );
      expect([answer.status, answer.body]).toEqual([200, result]);
      expect(imported.calls).toMatchObject([
        { input: { csv: csv.slice(1), allOrNothing: true }, context: { idempotencyKey: 'k' } },
      ]);
    });

    it('passes on what becomes of duplicates, shows a file first and takes an import back', async () => {
      await send(form(part('caption')), '/api/posts/import?duplicates=skip');
      await send(form(part('caption')), '/api/posts/import');
      expect(imported.calls.map(({ input }) => input)).toEqual([
        { csv: 'caption', allOrNothing: false, duplicates: 'skip' },
        { csv: 'caption', allOrNothing: false },
      ]);
      expect((await send(form(part('caption')), '/api/posts/import?duplicates=maybe')).status).toBe(400);
      const shown = { total: 0, ready: 0, refused: 0, duplicates: 0, first: null, last: null, rows: [] };
      const previewed = await gateway.stub(importRpc.importPreview, shown);
      const answer = await send(form(part('caption')), '/api/posts/import/preview');
      expect([answer.status, answer.body]).toEqual([200, shown]);
      expect(previewed.calls).toMatchObject([{ input: { csv: 'caption' } }]);
      const undone = await gateway.stub(importRpc.importUndo, { removed: [], kept: [] });
      const ids = [randomUUID()];
      const undo = (body: unknown) => gateway.ask('POST', '/api/posts/import/undo', { person, body });
      expect((await undo({ ids })).body).toEqual({ removed: [], kept: [] });
      expect(undone.calls).toMatchObject([{ input: { ids } }]);
      expect((await undo({ ids: [] })).status).toBe(400);
    });

    it.each([
      ['UTF-8', Buffer.from('caption\nBrötchen')],
      ['Windows', Buffer.from('caption\nBr\u00f6tchen', 'latin1')],
      ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('caption\nBrötchen', 'utf16le')])],
    ])('reads %s', async (_, bytes) => {
      expect((await send(form(part(bytes)))).status).toBe(200);
      expect(imported.calls.map(({ input }) => input.csv)).toEqual(['caption\nBrötchen']);
    });

    it.each([
      ['no file', form(), 400, 'validation_failed'],
      ['another field', form(part('x', 'data')), 400, 'validation_failed'],
      ['two files', form(part('x'), part('y')), 400, 'validation_failed'],
      [
        'a body that is cut',
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nx'),
        400,
        'validation_failed',
      ],
      ['a byte too many', form(part('x'.repeat(500_001))), 413, 'payload_too_large'],
      ['text that grows on its way', form(part('"'.repeat(499_999) + '\u0001')), 413, 'payload_too_large'],
    ])('refuses %s', async (_, raw, status, code) => {
      const answer = await send(raw);
      expect([answer.status, answer.body['error']]).toEqual([status, code]);
      expect(imported.calls).toEqual([]);
      expect((await gateway.ask('GET', '/api/calendar/feed')).status).toBe(401); // and is still there
    });

    it.each([
      ['text/csv', 415, 'unsupported_media_type'],
      ['text/plain', 415, 'unsupported_media_type'],
      ['multipart/mixed; boundary=b', 415, 'unsupported_media_type'],
      ['application/json', 400, 'validation_failed'],
      ['multipart/form-data', 400, 'validation_failed'],
    ])('not as %s', async (wrong, status, code) => {
      const answer = await send(form(part('x')), undefined, { 'content-type': wrong });
      expect([answer.status, answer.body['error']]).toEqual([status, code]);
      expect(imported.calls).toEqual([]);
    });

    it('takes exactly 500 kB', async () => {
      expect((await send(form(part('x'.repeat(500_000))))).status).toBe(200);
    });
  });

  describe('a month of the calendar', () => {
    it('is answered 304 to a browser that has it, and in full once it has changed', async () => {
      let month = 'Europe/Berlin 2:17';
      await gateway.stub(schedulingRpc.calendarRange, (_range, { knownFingerprint }) =>
        knownFingerprint === month
          ? new Unchanged(month)
          : new EncodedJson('{"timeZone":"Europe/Berlin","posts":[]}', month),
      );
      const ask = (known?: string) =>
        gateway.ask('GET', '/api/calendar?from=2027-05-01&to=2027-05-31', {
          person,
          headers: known === undefined ? {} : { 'if-none-match': known },
        });
      const first = await ask();
      expect([first.status, first.body]).toEqual([200, { timeZone: 'Europe/Berlin', posts: [] }]);
      expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'cookie, x-business-id' });
      const etag = first.headers['etag'] ?? '';
      const again = await ask(etag);
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
      expect((await ask('W/"AAAA"')).status).toBe(200);
      month = 'Europe/Berlin 3:18';
      const changed = await ask(etag);
      expect(changed.status).toBe(200);
      expect(changed.headers['etag']).not.toBe(etag);
    });
  });

  describe('the feed', () => {
    const path = (token: string) => `/api/calendar.ics?token=${encodeURIComponent(token)}`;

    it('is a calendar for whoever has the token, and says when nothing changed', async () => {
      const first = await gateway.ask('GET', path('right'));
      expect([first.status, first.text]).toEqual([200, ics]);
      expect(first.headers).toMatchObject({
        ...{ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-cache' },
        ...{ etag: expect.stringMatching(/^"[\w-]{43}"$/), 'x-content-type-options': 'nosniff' },
      });
      const etag = first.headers['etag'] ?? '';
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await gateway.ask('GET', path('right'), { headers: { 'if-none-match': known } });
        expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
      }
      ics = 'BEGIN:VCALENDAR\r\nX:1\r\nEND:VCALENDAR\r\n';
      const changed = await gateway.ask('GET', path('right'), { headers: { 'if-none-match': etag } });
      expect([changed.status, changed.text]).toEqual([200, ics]);
    });

    it('answers every other token alike', async () => {
      const answers = await Promise.all(
        ['', 'wrong', 'right ', '../right', "' OR 1=1", '\u0000', 'x'.repeat(200)].map((token) =>
          gateway.ask('GET', path(token)),
        ),
      );
      const shapes = answers.map(({ status, body, headers }) =>
        JSON.stringify([status, body['error'], body['message'], headers['content-type'], headers['cache-control']]),
      );
      expect(new Set(shapes)).toEqual(
        new Set([JSON.stringify([404, 'not_found', 'Not found.', 'application/json; charset=utf-8', 'no-store'])]),
      );
      expect((await gateway.ask('GET', '/api/calendar.ics')).status).toBe(400);
      expect((await gateway.ask('GET', path('x'.repeat(201)))).status).toBe(400);
    });

    it('a session opens nothing without the token, and the token nothing but the feed', async () => {
      const before = read.calls.length;
      expect((await gateway.ask('GET', path('wrong'), { person })).status).toBe(404);
      expect(read.calls.length).toBe(before + 1);
      expect((await gateway.ask('GET', '/api/posts?token=right')).status).toBe(401);
    });

    it('gives its address once, below our own origin whatever the request says of itself', async () => {
      const made = await gateway.ask('POST', '/api/calendar/feed', {
        person,
        headers: { 'x-forwarded-host': 'evil.example' },
      });
      expect([made.status, made.body]).toEqual([
        201,
        { url: 'https://postloom.example/api/calendar.ics?token=a-token_1' },
      ]);
      expect((await gateway.ask('DELETE', '/api/calendar/feed', { person })).status).toBe(204);
    });
  });

  it.each([
    ['myspace', { outcome: 'published' }, 404],
    ['../instagram', { outcome: 'published' }, 404],
    ['instagram', { outcome: 'deleted' }, 400],
    ['instagram', { outcome: 'published', permalink: 'javascript:alert(1)' }, 400],
    ['instagram', { outcome: 'published', permalink: 'https://e.com/'.padEnd(2_001, 'x') }, 400],
    ['instagram', { outcome: 'published', remoteId: 'x' }, 400],
    ['instagram', {}, 400],
    ['instagram', { outcome: 'give_up' }, 409],
  ])('resolve %s %j', async (platform, body, status) => {
    const before = resolved.calls.length;
    const answer = await gateway.ask(
      'POST',
      `/api/posts/${randomUUID()}/targets/${encodeURIComponent(platform)}/resolve`,
      { person, body },
    );
    expect(answer.status).toBe(status);
    expect(resolved.calls.length - before).toBe(status === 409 ? 1 : 0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, exportRpc, IMPORT_PART_BYTES, importDataRpc } from '@postloom/contracts';
import type { DataExport, DataImport } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

const working: DataExport = {
  ...{ state: 'working', askedAt: '2026-11-23T10:00:00.000Z', percent: 7, readyAt: null, expiresAt: null, bytes: null },
  counts: { businesses: 1, photos: 0, albums: 0, posts: 0, schedules: 0, captions: 0 },
};

/** Fakes media's HTTP server and its rpc. */
describe('the export', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.close());

  it('begins for the person of the session, and never because of another site', async () => {
    const person = gateway.person();
    const started = await gateway.stub(exportRpc.exportStart, working);
    const answer = await gateway.ask('GET', '/api/user/export', { person });
    expect([answer.status, answer.body]).toEqual([202, working]);
    expect(started.calls[0]?.context.userId).toBe(person.userId);
    const foreign = await gateway.ask('GET', '/api/user/export', {
      person,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([foreign.status, foreign.body['error']]).toEqual([403, 'csrf_rejected']);
    expect((await gateway.ask('GET', '/api/user/export')).status).toBe(401);
    expect(started.calls).toHaveLength(1);
  });

  it('is streamed with the ranges that a download continues by', async () => {
    const person = gateway.person();
    const opened = await gateway.stub(exportRpc.exportOpen, { path: '/internal/exports', ticket: 'the-ticket' });
    let asked: Record<string, unknown> = {};
    gateway.media = (request, response) => {
      asked = { url: request.url, range: request.headers.range, authorization: request.headers.authorization };
      response.writeHead(206, {
        'content-type': 'application/zip',
        'content-range': 'bytes 2-3/9',
        'content-disposition': 'attachment; filename="x.zip"',
        'cache-control': 'private, no-cache',
      });
      response.end('ZZ');
    };
    const answer = await gateway.ask('GET', '/api/user/export/download', { person, headers: { range: 'bytes=2-3' } });
    expect([answer.status, answer.text]).toEqual([206, 'ZZ']);
    expect(answer.headers).toMatchObject({
      'content-range': 'bytes 2-3/9',
      'content-disposition': 'attachment; filename="x.zip"',
    });
    expect(asked).toEqual({ url: '/internal/exports', range: 'bytes=2-3', authorization: 'Ticket the-ticket' });
    expect(opened.calls[0]?.context.userId).toBe(person.userId);
    expect((await gateway.ask('GET', '/api/user/export/download')).status).toBe(401);
  });

  it('that there is none of is not found', async () => {
    await gateway.stub(exportRpc.exportOpen, () => {
      throw new AppError('not_found');
    });
    const answer = await gateway.ask('GET', '/api/user/export/download', { person: gateway.person() });
    expect([answer.status, answer.body['error']]).toEqual([404, 'not_found']);
  });
});

describe('the import', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.close());

  const importId = '0192f3a4-1111-7222-8333-abcdefabcdef';
  const receiving: DataImport = {
    ...{ id: importId, state: 'receiving', askedAt: '2026-11-23T10:00:00.000Z', bytes: 9, receivedBytes: 3 },
    ...{ partBytes: 8, refusal: null, businesses: [], percent: 0, leftOut: 0, findings: [], findingsTotal: 0 },
    brought: { businesses: 0, photos: 0, albums: 0, posts: 0, schedules: 0, captions: 0 },
  };
  const octets = { 'content-type': 'application/octet-stream' };

  it('streams the next bytes of a zip to media, for the person of the session', async () => {
    const person = gateway.person();
    const opened = await gateway.stub(importDataRpc.importPart, { path: '/internal/imports', ticket: 'the-ticket' });
    await gateway.stub(importDataRpc.importGet, receiving);
    const arrived: unknown[] = [];
    gateway.media = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        arrived.push([request.url, request.headers.authorization, Buffer.concat(chunks).toString()]);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
      });
    };
    const path = `/api/user/import/${importId}/bytes/3`;
    const answer = await gateway.ask('PUT', path, { person, raw: Buffer.from('zipped'), headers: octets });
    expect([answer.status, answer.body]).toEqual([200, receiving]);
    expect(opened.calls[0]).toMatchObject({
      input: { importId, from: 3, bytes: 6 },
      context: { userId: person.userId },
    });
    expect(arrived).toEqual([['/internal/imports', 'Ticket the-ticket', 'zipped']]);
    const refusals: [number, Record<string, string>, Buffer][] = [
      [415, { 'content-type': 'text/plain' }, Buffer.from('x')],
      [415, { 'content-type': 'multipart/form-data; boundary=b' }, Buffer.from('x')],
      [413, octets, Buffer.alloc(IMPORT_PART_BYTES + 1)],
      [400, octets, Buffer.alloc(0)],
    ];
    for (const [status, headers, raw] of refusals) {
      expect((await gateway.ask('PUT', path, { person, raw, headers })).status).toBe(status);
    }
    expect((await gateway.ask('PUT', path, { raw: Buffer.from('x'), headers: octets })).status).toBe(401);
    expect(opened.calls).toHaveLength(1);
  });

  it('is announced, begun and given up by the person of the session', async () => {
    const person = gateway.person();
    const announced = await gateway.stub(importDataRpc.importAnnounce, receiving);
    const begun = await gateway.stub(importDataRpc.importBegin, receiving);
    const dropped = await gateway.stub(importDataRpc.importDrop, { success: true as const });
    const body = { bytes: 9, file: 'a.zip' };
    expect((await gateway.ask('POST', '/api/user/import', { person, body })).status).toBe(202);
    expect(
      (await gateway.ask('POST', '/api/user/import/begin', { person, body: { businesses: [2, 1, 2] } })).status,
    ).toBe(202);
    expect((await gateway.ask('DELETE', '/api/user/import', { person })).status).toBe(200);
    expect(announced.calls[0]?.input).toEqual(body);
    expect(begun.calls[0]?.input).toEqual({ businesses: [1, 2], settings: false });
    expect([announced, begun, dropped].map(({ calls }) => calls[0]?.context.userId)).toEqual(
      Array(3).fill(person.userId),
    );
    expect((await gateway.ask('POST', '/api/user/import/begin', { person, body: { businesses: [] } })).status).toBe(
      400,
    );
  });
});

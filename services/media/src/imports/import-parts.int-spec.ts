import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IMPORT_PART_BYTES, importDataRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { shop } from '../testing/export-rows.ts';
import type { ExportNeighbours } from '../testing/export-neighbours.ts';
import { ImportsUnderTest } from '../testing/imports-under-test.ts';
import { madeExport } from '../testing/made-zip.ts';
import { refusal } from '../testing/media-under-test.ts';
import type { MediaUnderTest } from '../testing/media-under-test.ts';

let imports: ImportsUnderTest;
let media: MediaUnderTest;
let neighbours: ExportNeighbours;
beforeAll(async () => {
  imports = await ImportsUnderTest.start();
  ({ media, neighbours } = imports);
});
afterAll(() => imports.close());
beforeEach(() => imports.forget());

describe('the zip of an import', () => {
  it('arrives in parts, and goes on behind the last one that is here', async () => {
    const person = neighbours.person();
    const zip = madeExport([shop, { name: 'big', bytes: Buffer.alloc(IMPORT_PART_BYTES * 2, 7) }]);
    const first = zip.subarray(0, IMPORT_PART_BYTES);
    const { id } = await imports.announce(person, zip, 'mine.zip');
    const importId = id ?? '';
    // Small parts would be rows and objects without end.
    const part = { importId, from: 0, bytes: first.length - 1 };
    expect(await refusal(media.rpc(importDataRpc.importPart, part, person))).toMatchObject({
      ...{ code: 'validation_failed', message: 'Every part but the last has 8388608 bytes.' },
    });
    // Nothing of a request that brings too little counts.
    const asked = { importId, from: 0, bytes: first.length };
    const { path, ticket } = await media.rpc(importDataRpc.importPart, asked, person);
    const headers = { authorization: `Ticket ${ticket}`, 'content-type': 'application/octet-stream' };
    expect((await media.ask('POST', path, { body: first.subarray(1), headers })).status).toBe(400);
    expect(await imports.state(person)).toMatchObject({ state: 'receiving', bytes: zip.length, receivedBytes: 0 });
    const tickets = await Promise.all([1, 2].map(() => media.rpc(importDataRpc.importPart, asked, person)));
    const twice = await Promise.all(
      tickets.map((one) =>
        media.ask('POST', one.path, { body: first, headers: { authorization: `Ticket ${one.ticket}` } }),
      ),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await imports.announce(person, zip, 'mine.zip')).id).toBe(importId);
    expect(await imports.state(person)).toMatchObject({ id: importId, receivedBytes: first.length });
    expect(await refusal(imports.send(person, importId, 0, first))).toMatchObject({ code: 'conflict' });
    const beyond = Buffer.alloc(IMPORT_PART_BYTES);
    expect((await imports.send(person, importId, first.length, beyond)).status).toBe(200);
    expect(await refusal(imports.send(person, importId, first.length * 2, beyond))).toMatchObject({ code: 'conflict' });
    // Another file takes its place.
    expect((await imports.announce(person, zip, 'other.zip')).id).not.toBe(importId);
    expect(
      await refusal(imports.send(person, importId, first.length * 2, zip.subarray(first.length * 2))),
    ).toMatchObject({
      code: 'not_found',
    });
    await eventually('its bytes are gone', () => expect(media.storedFor(importId)).toEqual([]));
  });

  it('takes bytes and choices of its own person only', async () => {
    const [person, stranger] = [neighbours.person(), neighbours.person()];
    const zip = madeExport([shop]);
    const { id } = await imports.announce(person, zip);
    expect(await refusal(imports.send(stranger, id ?? '', 0, zip))).toMatchObject({ code: 'not_found' });
    expect(await imports.state(stranger)).toMatchObject({ state: 'none', id: null });
    await imports.announce(stranger, zip); // one of their own, which is at the same place
    expect(await refusal(imports.send(stranger, id ?? '', 0, zip))).toMatchObject({ code: 'not_found' });
    expect(await imports.state(person)).toMatchObject({ state: 'receiving', receivedBytes: 0 });
    await imports.send(person, id ?? '', 0, zip);
    await imports.reaches(person, 'waiting');
    expect(await refusal(imports.begin(stranger, [1]))).toMatchObject({ code: 'conflict' });
    await media.rpc(importDataRpc.importDrop, {}, stranger);
    expect((await imports.state(person)).state).toBe('waiting');
    expect((await media.ask('POST', '/internal/imports', { body: zip })).status).toBe(404);
  });

  it('is limited in size and number', async () => {
    const person = neighbours.person();
    const file = 'a.zip';
    expect(await refusal(media.rpc(importDataRpc.importAnnounce, { bytes: 40_000_000, file }, person))).toMatchObject({
      code: 'payload_too_large',
      message: expect.stringMatching(/larger than 30 MB/),
    });
    expect(await refusal(imports.announce(person, Buffer.alloc(9), 'a\u0000.zip'))).toMatchObject({
      code: 'validation_failed',
    });
    for (let count = 1; count <= 6; count += 1) {
      await imports.announce(person, Buffer.alloc(count));
    }
    expect(await refusal(imports.announce(person, Buffer.alloc(7)))).toMatchObject({ code: 'rate_limited' });
  });
});

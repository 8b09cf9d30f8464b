import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_LOGO_BYTES, reportBrandRpc, reportLogoRpc, reportMailRpc } from '@postloom/contracts';
import type { ReportSchedule } from '@postloom/contracts';
import type { RpcStub } from '@postloom/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

const schedule: ReportSchedule = {
  ...{ id: '0192f3c0-0000-7000-8000-0000000000b1', frequency: 'weekly', weekday: 1, day: 1, hour: 8, format: 'pdf' },
  ...{ isActive: true, nextAt: '2026-11-30T08:00:00.000Z', lastSentAt: null, createdAt: '2026-11-01T00:00:00.000Z' },
};

describe('the reports by mail over HTTP', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  let created: RpcStub<typeof reportMailRpc.reportScheduleCreate>;
  let updated: RpcStub<typeof reportMailRpc.reportScheduleUpdate>;
  let deleted: RpcStub<typeof reportMailRpc.reportScheduleDelete>;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    await gateway.stub(reportMailRpc.reportScheduleList, {
      ...{ schedules: [schedule], most: 5, to: { email: 'ada@example.com', isConfirmed: true } },
    });
    created = await gateway.stub(reportMailRpc.reportScheduleCreate, schedule);
    updated = await gateway.stub(reportMailRpc.reportScheduleUpdate, schedule);
    deleted = await gateway.stub(reportMailRpc.reportScheduleDelete, { success: true as const });
  });
  afterAll(() => gateway.close());

  const path = '/api/reports/schedules';

  it('are listed, made, changed and deleted', async () => {
    const listed = await gateway.ask('GET', path, { person });
    expect([listed.status, JSON.parse(listed.text)]).toMatchObject([200, { schedules: [schedule], most: 5 }]);
    const body = { frequency: 'monthly', day: 31, hour: 8, format: 'pdf' };
    expect((await gateway.ask('POST', path, { person, body })).status).toBe(201);
    expect(created.calls.at(-1)?.input).toEqual({ ...body, weekday: 1 });
    const changes = { isActive: false };
    expect((await gateway.ask('PUT', `${path}/${schedule.id}`, { person, body: changes })).status).toBe(200);
    expect(updated.calls.at(-1)?.input).toEqual({ id: schedule.id, changes });
    expect((await gateway.ask('DELETE', `${path}/${schedule.id}`, { person })).status).toBe(204);
    expect(deleted.calls.at(-1)?.input).toEqual({ id: schedule.id });
  });

  it('have a look that is read and saved', async () => {
    const saved = { sender: 'Studio North', color: '#2E6B48' };
    const settings = {
      saved,
      brand: { name: 'Studio North', about: 'Rye & Co', color: '#2E6B48', isWhiteLabel: true },
    };
    await gateway.stub(reportBrandRpc.reportBrandGet, settings);
    const set = await gateway.stub(reportBrandRpc.reportBrandSet, settings);
    expect(JSON.parse((await gateway.ask('GET', '/api/reports/brand', { person })).text)).toEqual(settings);
    expect((await gateway.ask('PUT', '/api/reports/brand', { person, body: saved })).status).toBe(200);
    expect(set.calls.at(-1)?.input).toEqual(saved);
    const bad = { sender: 'Studio North', color: 'red' };
    expect((await gateway.ask('PUT', '/api/reports/brand', { person, body: bad })).status).toBe(400);
    expect(set.calls).toHaveLength(1);
  });

  it('have a logo that is shown, put on and taken off', async () => {
    const logo = { png: 'iVBORw0KGgo=', width: 120, height: 40 };
    const at = '/api/reports/logo';
    await gateway.stub(reportLogoRpc.reportLogoGet, { logo });
    const set = await gateway.stub(reportLogoRpc.reportLogoSet, { logo });
    const removed = await gateway.stub(reportLogoRpc.reportLogoDelete, { success: true as const });
    expect(JSON.parse((await gateway.ask('GET', at, { person })).text)).toEqual({ logo });
    // As large as it may be: it passes through HTTP and the bus.
    const file = Buffer.alloc(MAX_LOGO_BYTES, 7).toString('base64');
    expect((await gateway.ask('PUT', at, { person, body: { file } })).status).toBe(200);
    expect(set.calls.at(-1)?.input).toEqual({ file });
    for (const wrong of [
      {},
      { file: 'no base64!' },
      { file: Buffer.alloc(MAX_LOGO_BYTES + 3, 7).toString('base64') },
    ]) {
      expect((await gateway.ask('PUT', at, { person, body: wrong })).status).toBe(400);
    }
    expect(set.calls).toHaveLength(1);
    expect((await gateway.ask('DELETE', at, { person })).status).toBe(204);
    expect(removed.calls).toHaveLength(1);
    expect((await gateway.ask('GET', at)).status).toBe(401);
  });

  it.each([
    { frequency: 'daily', hour: 8, format: 'pdf' },
    { frequency: 'weekly', weekday: 8, hour: 8, format: 'pdf' },
    { frequency: 'monthly', day: 32, hour: 8, format: 'pdf' },
    { frequency: 'weekly', hour: 24, format: 'pdf' },
    { frequency: 'weekly', hour: 8, format: 'docx' },
    { frequency: 'weekly', hour: 8, format: 'pdf', email: 'stranger@example.com' },
  ])('refuse %j', async (body) => {
    const before = created.calls.length;
    expect((await gateway.ask('POST', path, { person, body })).status).toBe(400);
    expect(created.calls).toHaveLength(before);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, recurringRpc } from '@postloom/contracts';
import type { Occurrence, RecurringSchedule } from '@postloom/contracts';
import { stubRpc } from '@postloom/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

const id = randomUUID();
const schedule: RecurringSchedule = {
  ...{ id, name: 'Daily bread', frequency: 'daily', timeOfDay: '09:00', platforms: ['instagram'], useAllPhotos: false },
  ...{
    albumId: null,
    isActive: true,
    pausedUntil: null,
    weekdays: null,
    startDate: '2027-01-01',
    endDate: null,
    timeZone: 'Europe/Berlin',
  },
  ...{ usedPhotoIds: [], nextPostDate: null, version: 1 },
  ...{ createdAt: '2027-01-01T00:00:00.000Z', updatedAt: '2027-01-01T00:00:00.000Z' },
};
const occurrence: Occurrence = {
  ...{ scheduleId: id, localSlot: '2027-01-02T09:00', dueAt: '2027-01-02T08:00:00.000Z', status: 'planned' },
  ...{ reason: null, postId: null, photoId: null, caption: null, platforms: ['instagram'] },
};

describe('recurring schedules over HTTP', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  const asked: unknown[] = [];
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    const { nats } = gateway.service;
    const note =
      <T>(answer: T) =>
      (input: unknown) => {
        asked.push(input);
        return answer;
      };
    await stubRpc(nats, recurringRpc.scheduleList, note([schedule]));
    await stubRpc(nats, recurringRpc.scheduleCreate, note(schedule));
    await stubRpc(nats, recurringRpc.scheduleUpdate, note({ ...schedule, isActive: false }));
    await stubRpc(nats, recurringRpc.scheduleUpcoming, note([occurrence]));
    await stubRpc(nats, recurringRpc.scheduleHistory, note([]));
    await stubRpc(
      nats,
      recurringRpc.occurrenceChange,
      note({ ...occurrence, status: 'skipped', reason: 'You skipped this one.' }),
    );
    await stubRpc(nats, recurringRpc.scheduleDelete, (input) => {
      if (input.id !== id) {
        throw new AppError('not_found');
      }
      return { success: true } as const;
    });
  });
  afterAll(() => gateway.close());

  const path = '/api/recurring-schedules';
  const ask = async (method: string, where: string, body?: unknown) => {
    const { status, text } = await gateway.ask(method, where, { person, ...(body !== undefined && { body }) });
    return { status, answer: text === '' ? null : (JSON.parse(text) as unknown), input: asked.pop() };
  };

  it('are listed, created with the defaults of the API, paused, and deleted with an empty answer', async () => {
    expect(await ask('GET', path)).toMatchObject({ status: 200, answer: [{ id }] });
    const made = { name: 'Daily bread', frequency: 'daily', timeOfDay: '09:00', platforms: ['instagram'] };
    expect(await ask('POST', path, made)).toMatchObject({
      status: 201,
      answer: { id },
      input: { ...made, useAllPhotos: false, isActive: true, albumId: null },
    });
    expect(await ask('PUT', `${path}/${id}`, { isActive: false })).toMatchObject({
      ...{ status: 200, answer: { isActive: false } },
      input: { id, changes: { isActive: false } },
    });
    expect(await ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 204 });
    expect(await ask('DELETE', `${path}/${randomUUID()}`)).toMatchObject({ status: 404 });
  });

  it('show what comes and what was, and one occurrence alone is skipped', async () => {
    expect(await ask('GET', `${path}/${id}/upcoming?count=3`)).toMatchObject({ status: 200, input: { id, count: 3 } });
    expect(await ask('GET', `${path}/${id}/upcoming`)).toMatchObject({ status: 200, input: { id, count: 10 } });
    expect(await ask('GET', `${path}/${id}/occurrences`)).toMatchObject({ status: 200, answer: [] });
    expect(await ask('PUT', `${path}/${id}/occurrences/2027-01-02T09:00`, { skip: true })).toMatchObject({
      ...{ status: 200, answer: { status: 'skipped' } },
      input: { id, localSlot: '2027-01-02T09:00', changes: { skip: true } },
    });
  });

  it.each([
    ['POST', path, { name: '', frequency: 'daily', timeOfDay: '09:00', platforms: ['instagram'] }],
    ['POST', path, { name: 'x', frequency: 'hourly', timeOfDay: '09:00', platforms: ['instagram'] }],
    ['POST', path, { name: 'x', frequency: 'daily', timeOfDay: '24:00', platforms: ['instagram'] }],
    ['POST', path, { name: 'x', frequency: 'daily', timeOfDay: '9:00', platforms: ['instagram'] }],
    ['POST', path, { name: 'x', frequency: 'daily', timeOfDay: '09:00', platforms: [] }],
    ['POST', path, { name: 'x', frequency: 'weekly', timeOfDay: '09:00', platforms: ['instagram'], weekdays: [0] }],
    [
      'POST',
      path,
      { name: 'x', frequency: 'daily', timeOfDay: '09:00', platforms: ['instagram'], startDate: '2027-02-30' },
    ],
    ['GET', `${path}/${id}/upcoming?count=101`, undefined],
    ['PUT', `${path}/${id}/occurrences/tomorrow`, { skip: true }],
    ['PUT', `${path}/${id}/occurrences/2027-01-02T09:00`, { caption: ' ' }],
  ])('%s %s with %j is refused before it reaches a service', async (method, where, body) => {
    expect(await ask(method, where, body)).toMatchObject({ status: 400, input: undefined });
  });
});

import { describe, expect, it } from '@jest/globals';
import { parseTicketKeys, readTicket, signTicket } from './ticket.ts';
import type { Ticket, TicketKeys } from './ticket.ts';

const keys = (text: string): TicketKeys => {
  const parsed = parseTicketKeys(text);
  if (parsed === undefined) {
    throw new Error('these are no keys');
  }
  return parsed;
};
const old = `old:${'o'.repeat(32)}`;
const fresh = `fresh:${'f'.repeat(32)}`;
const now = new Date('2026-11-22T12:00:00Z');
const ticket: Ticket = { kind: 'scratch', scratchId: 's', businessId: 'b', expiresAt: now.getTime() + 3_600_000 };

describe('tickets', () => {
  it('change their key without a moment in which one is refused', () => {
    const stages = [old, `${old},${fresh}`, `${fresh},${old}`, fresh].map(keys);
    // While one stage is rolled out, pods of two adjacent stages issue and read tickets.
    for (let stage = 0; stage + 1 < stages.length; stage += 1) {
      const both = stages.slice(stage, stage + 2);
      for (const giver of both) {
        for (const reader of both) {
          expect([stage, readTicket(signTicket(ticket, giver), 'scratch', reader, now)]).toEqual([stage, ticket]);
        }
      }
    }
    expect(() => readTicket(signTicket(ticket, keys(old)), 'scratch', keys(fresh), now)).toThrow('Not found.');
  });

  it('cannot be forged, changed or moved to another key', () => {
    const [id = '', payload = '', signature = ''] = signTicket(ticket, keys(old)).split('.');
    const other = Buffer.from(JSON.stringify({ ...ticket, businessId: 'c' })).toString('base64url');
    for (const text of [
      `${id}.${other}.${signature}`,
      `fresh.${payload}.${signature}`,
      `none.${payload}.${signature}`,
      `${payload}.${signature}`,
      `${id}.${payload}`,
      '',
    ]) {
      expect(() => readTicket(text, 'scratch', keys(`${old},${fresh}`), now)).toThrow('Not found.');
    }
    expect(() => readTicket(`${id}.${payload}.${signature}`, 'upload', keys(old), now)).toThrow('Not found.');
    const late = new Date(ticket.expiresAt);
    expect(() => readTicket(`${id}.${payload}.${signature}`, 'scratch', keys(old), late)).toThrow('Not found.');
  });

  it.each(['', 'short:abc', 'o'.repeat(40), `${old},`, `bad id:${'x'.repeat(32)}`])('%j is no list of keys', (text) => {
    expect(parseTicketKeys(text)).toBeUndefined();
  });
});

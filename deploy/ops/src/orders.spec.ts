import { describe, expect, it } from '@jest/globals';
import { Misuse, readRun } from '../../harness/src/define-run.ts';
import { orders, readOrder } from './orders.ts';
import type { Order } from './orders.ts';

const account = 'account:0193b5a0-0000-7000-8000-000000000001';

function orderOf(line: string): Order | undefined {
  const words = line.split(' ').filter((word) => word !== '');
  const reading = readRun(orders, words, {});
  return reading === null ? undefined : readOrder(reading.positional, reading.settings);
}

describe('an operator’s order', () => {
  it.each([
    ['status', { kind: 'status' }],
    ['stop all', { kind: 'stop', subject: 'all', reason: null, until: null }],
    [
      'stop platform:twitter --until 2026-11-21T14:30:00+01:00 --reason X-is-down',
      { kind: 'stop', subject: 'platform:twitter', reason: 'X-is-down', until: '2026-11-21T13:30:00.000Z' },
    ],
    [`resume ${account}`, { kind: 'resume', subject: account }],
    ['recovered-to now', { kind: 'recovered-to', at: 'now' }],
    ['recovered-to off', { kind: 'recovered-to', at: null }],
    ['recovered-to 2026-11-21T02:00:00Z', { kind: 'recovered-to', at: '2026-11-21T02:00:00.000Z' }],
  ])('%s', (line, order) => {
    expect(orderOf(line)).toEqual(order);
  });

  it.each([
    '',
    'halt all',
    'stop',
    'stop platform:myspace',
    'stop account:1',
    'stop all --until tomorrow',
    'stop all --why x',
    'stop all --reason',
    'resume everything',
    'recovered-to',
    'recovered-to 02:00',
    'recovered-to 2026-11-21T02:00:00',
    'status all',
    'resume all --reason done',
  ])('"%s" is refused with words', (line) => {
    expect(() => orderOf(line)).toThrow(Misuse);
  });
});

import { describe, expect, it } from '@jest/globals';
import { defineEvent } from '@postloom/contracts';
import { z } from 'zod';
import { decodeEnvelope, encodeEnvelope, NoEnvelope, openEnvelope, Undecodable } from './event-wire.ts';
import type { OutboxEvent } from './event-wire.ts';

const event = defineEvent('media.photo.ready.v1', z.object({ photoId: z.string(), width: z.number() }));
const row: OutboxEvent = {
  id: '01890000-0000-7000-8000-000000000001',
  subject: event.subject,
  at: new Date('2027-01-01T10:00:00.123Z'),
  businessId: null,
  entityId: 'p "1"',
  version: 3,
  cause: null,
  traceparent: null,
  dataText: '{"width": 5, "photoId": "ä\\n", "newField": true}',
};

describe('event wire', () => {
  it('carries an outbox row to its handler, without fields it does not know', () => {
    expect(openEnvelope(decodeEnvelope(encodeEnvelope(row), event), event)).toEqual({
      id: row.id,
      subject: row.subject,
      at: '2027-01-01T10:00:00.123Z',
      businessId: null,
      entityId: 'p "1"',
      version: 3,
      cause: null,
      data: { width: 5, photoId: 'ä\n' },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['no envelope', '{"data":{}}'],
    ['another subject', { ...row, subject: 'media.photo.gone.v1' }],
  ])('refuses %s', (_what, wrong) => {
    const bytes = typeof wrong === 'string' ? new TextEncoder().encode(wrong) : encodeEnvelope(wrong);
    expect(() => decodeEnvelope(bytes, event)).toThrow(NoEnvelope);
  });

  it('distinguishes data of another shape from a message without an envelope', () => {
    const sealed = decodeEnvelope(encodeEnvelope({ ...row, dataText: '{"photoId":1}' }), event);
    expect(() => openEnvelope(sealed, event)).toThrow(Undecodable);
  });
});

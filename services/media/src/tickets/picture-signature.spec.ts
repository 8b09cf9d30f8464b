import { describe, expect, it } from '@jest/globals';
import { pictureEnd, readPictureSignature, signPicture } from './picture-signature.ts';
import { signTicket } from './ticket.ts';
import type { TicketKeys } from './ticket.ts';

const secretOf = (letter: string): string => letter.repeat(32);
const keys: TicketKeys = [{ id: 'new', secret: secretOf('n') }];
const business = '0190a000-0000-7000-8000-00000000e10f';
const key = `${business}/0190a000-0000-7000-8000-000000000001/400.webp`;
const now = new Date('2026-11-20T10:00:00.000Z');
const end = pictureEnd(key, now);
const text = signPicture(key, end, keys);
const read =
  (signature: string, of = key, by = keys, at = now) =>
  () =>
    readPictureSignature(signature, of, by, at);

describe('the address of a picture', () => {
  it('is valid for one to two days, and the same for a whole one', () => {
    const hours = Array.from({ length: 24 * 10 }, (_, hour) => new Date(now.getTime() + hour * 3_600_000));
    const ends = hours.map((hour) => pictureEnd(key, hour));
    for (const [index, hour] of hours.entries()) {
      const left = (ends[index] ?? 0) - hour.getTime() / 1_000;
      expect(left).toBeGreaterThan(86_400);
      expect(left).toBeLessThanOrEqual(2 * 86_400);
    }
    const days = [...Map.groupBy(ends, (one) => one).values()].slice(1, -1);
    expect(days.map(({ length }) => length)).toEqual(days.map(() => 24));
  });

  it('changes at another time of the day for another business', () => {
    const other = key.replace('e10f', '0001');
    expect(pictureEnd(other, now) % 86_400).not.toBe(end % 86_400);
  });

  it('says for how long it can be kept', () => {
    expect(read(text)()).toBe(end - now.getTime() / 1_000);
    expect(read(text, key, keys, new Date(end * 1_000 - 1_500))()).toBe(1);
    expect(read(text, key, keys, new Date(end * 1_000))).toThrow('Not found.');
  });

  it.each([
    ['of another picture', text, key.replace('400.webp', 'publish.jpg')],
    ['with another end', text.replace(end.toString(36), (end + 1).toString(36)), key],
    ['with a signature that is cut off', text.slice(0, -1), key],
    ['without a signature', text.slice(0, text.lastIndexOf('.') + 1), key],
    ['of a key that nobody knows', signPicture(key, end, [{ id: 'other', secret: secretOf('n') }]), key],
    ['signed by another secret', signPicture(key, end, [{ id: 'new', secret: secretOf('x') }]), key],
    ['without an end', signPicture(key, Number.NaN, keys), key],
    ['that is a ticket', signTicket({ kind: 'scratch', scratchId: 'a', businessId: 'b', expiresAt: 9e12 }, keys), key],
    ['that is nothing', '', key],
  ])('%s opens nothing', (_, signature, of) => {
    expect(read(signature, of)).toThrow('Not found.');
  });

  it('outlives a change of keys, until the old one is taken out', () => {
    const changed: TicketKeys = [{ id: 'next', secret: secretOf('m') }, keys[0]];
    expect(read(text, key, changed)()).toBeGreaterThan(0);
    expect(read(signPicture(key, end, changed), key, changed)()).toBeGreaterThan(0);
    expect(read(text, key, [{ id: 'next', secret: secretOf('m') }])).toThrow('Not found.');
  });
});

import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isMetaSignature, isSame, readSignedRequest, readTiktokSignature } from './signatures.ts';

const secret = 'app-secret';
const now = new Date('2026-11-21T12:00:00Z');
const seconds = now.getTime() / 1_000;
const hmac = (message: string | Buffer, key = secret) => createHmac('sha256', key).update(message);

function signedRequest(payload: Record<string, unknown>, key = secret): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${hmac(text, key).digest('base64url')}.${text}`;
}
const said = { algorithm: 'HMAC-SHA256', issued_at: seconds - 5, user_id: '218471' };

describe('signed_request of Meta', () => {
  it('says who removed the app, and when', () => {
    expect(readSignedRequest(signedRequest(said), secret, now)).toMatchObject({
      personOrAccountId: '218471',
      issuedAt: new Date(now.getTime() - 5_000),
    });
    const page = { algorithm: 'HMAC-SHA256', issued_at: seconds, user_id: 0, profile_id: 99 };
    expect(readSignedRequest(signedRequest(page), secret, now)?.personOrAccountId).toBe('99');
  });

  it.each<[string, string]>([
    ['another secret', signedRequest(said, 'other')],
    ['nothing', ''],
    ['no signature', `.${signedRequest(said).split('.')[1]}`],
    ['no payload', `${signedRequest(said).split('.')[0]}.`],
    ['a signature cut short', signedRequest(said).replace(/^..../, '')],
    ['a padded signature', signedRequest(said).replace('.', '=.')],
    [
      'another payload',
      `${signedRequest(said).split('.')[0]}.${signedRequest({ ...said, user_id: '1' }).split('.')[1]}`,
    ],
    ['another algorithm', signedRequest({ ...said, algorithm: 'none' })],
    ['nobody', signedRequest({ ...said, user_id: 0 })],
    ['two hours old', signedRequest({ ...said, issued_at: seconds - 7_200 })],
    ['of the future', signedRequest({ ...said, issued_at: seconds + 3_600 })],
    ['no time', signedRequest({ algorithm: 'HMAC-SHA256', user_id: '1' })],
  ])('%s is refused', (_, text) => {
    expect(readSignedRequest(text, secret, now)).toBeNull();
  });

  it('no secret opens nothing, not even what an empty one signed', () => {
    expect(readSignedRequest(signedRequest(said, ''), '', now)).toBeNull();
    expect(isMetaSignature(`sha256=${hmac('{}', '').digest('hex')}`, Buffer.from('{}'), '')).toBe(false);
  });
});

describe('signatures over bodies', () => {
  const options = { secret, toleranceSeconds: 300, now };
  const tiktok = (body: string, t: number | string = seconds, key = secret) =>
    `t=${t},s=${hmac(`${t}.${body}`, key).digest('hex')}`;

  it('only the bytes that were signed pass, for both platforms', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (body, other) => {
        fc.pre(body !== other);
        const meta = `sha256=${hmac(body).digest('hex')}`;
        expect(isMetaSignature(meta, Buffer.from(body), secret)).toBe(true);
        expect(isMetaSignature(meta, Buffer.from(other), secret)).toBe(false);
        expect(readTiktokSignature(tiktok(body), Buffer.from(body), options)).not.toBeNull();
        expect(readTiktokSignature(tiktok(body), Buffer.from(other), options)).toBeNull();
      }),
    );
  });

  it('the same JSON written differently does not', () => {
    const body = '{"a": 1}';
    expect(isMetaSignature(`sha256=${hmac(body).digest('hex')}`, Buffer.from('{"a":1}'), secret)).toBe(false);
    expect(readTiktokSignature(tiktok(body), Buffer.from('{"a":1}'), options)).toBeNull();
  });

  it.each(['', 'sha256=', 'sha1=0', `sha256=${'0'.repeat(64)}`, hmac('{}').digest('hex')])('Meta: %j', (header) => {
    expect(isMetaSignature(header, Buffer.from('{}'), secret)).toBe(false);
  });

  it.each<[string, string]>([
    ['absent', ''],
    ['no time', `s=${hmac('{}').digest('hex')}`],
    ['no signature', `t=${seconds}`],
    ['cut short', tiktok('{}').slice(0, -1)],
    ['two times', `${tiktok('{}')},t=${seconds}`],
    ['two signatures', `${tiktok('{}')},s=${'0'.repeat(64)}`],
    ['a time that is none', tiktok('{}', '1e9')],
    ['old', tiktok('{}', seconds - 301)],
    ['of the future', tiktok('{}', seconds + 301)],
    ['the time changed afterwards', tiktok('{}', seconds - 400).replace(String(seconds - 400), String(seconds))],
    ['another secret', tiktok('{}', seconds, 'other')],
  ])('TikTok: %s', (_, header) => {
    expect(readTiktokSignature(header, Buffer.from('{}'), options)).toBeNull();
  });

  it('a copy has the same digest however its header is written', () => {
    const [t, s] = tiktok('{}').split(',');
    const digests = [`${t},${s}`, `${s},${t}`, `${t}, ${s?.toUpperCase().replace('S=', 's=')}`, `${t},${s},x=1`].map(
      (header) => readTiktokSignature(header, Buffer.from('{}'), options)?.digest.toString('hex'),
    );
    expect(new Set(digests).size).toBe(1);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('equal texts are equal, others are not', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => isSame(a, b) === (a === b)));
  });
});

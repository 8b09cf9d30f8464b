import { createDecipheriv, createPublicKey, hkdfSync, verify } from 'node:crypto';
import type { ECDH } from 'node:crypto';

/** Opens a body of RFC 8291, as a browser does. @throws when it is not for this key and secret */
export function decrypted(body: Buffer, key: ECDH, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const derive = (secret: Uint8Array, by: Uint8Array, info: string | Uint8Array, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender]);
  const secret = derive(key.computeSecret(sender), auth, info, 32);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) {
    throw new Error('the padding is not that of a last record');
  }
  return padded.subarray(0, end).toString('utf8');
}

/** Why the Authorization header of RFC 8292 is refused; null when it is right. */
export function vapidFault(header: string, host: string, now: number): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || signature === '') {
    return 'no VAPID token';
  }
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) {
    return 'the signature is wrong';
  }
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const isFor = typeof aud === 'string' && URL.canParse(aud) && new URL(aud).host === host;
  const isTimely = typeof exp === 'number' && exp > now && exp <= now + 86_400;
  const isReachable = typeof sub === 'string' && /^(mailto:|https:)/.test(sub);
  return isFor && isTimely && isReachable ? null : 'aud, exp or sub is wrong';
}

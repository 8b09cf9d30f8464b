import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { AppError, Role } from '@postloom/contracts';
import { z } from 'zod';
import type { Caller } from './caller.ts';

/** Who a person is to the services: the part of a caller that has to be proven. */
export type Identity = Pick<Caller, 'userId' | 'businessId' | 'payerId' | 'role'>;

/** Longer than the longest deadline of a call (30 s) and the renewal together, so an assertion never expires on its way. */
const VALID_MS = 120_000;
/** An assertion is reused until this much of its validity is left. */
const RENEW_MS = 60_000;
/** How far the clocks of two machines may be apart. */
const CLOCK_SKEW_MS = 30_000;
/** Bounds the memory for assertions: some 500 bytes each. */
const MOST_KEPT = 5_000;
/** A signature of this key is good for this purpose alone. */
const PURPOSE = 'postloom caller v1.';
/** DER around the 32 bytes of an Ed25519 key, private (PKCS #8) and public (SPKI). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const RAW_KEY = /^([\w-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

const Claims = z.strictObject({
  userId: z.string(),
  businessId: z.string().nullable(),
  payerId: z.string().nullable(),
  role: Role.nullable(),
  /** Unix milliseconds. */
  expiresAt: z.number(),
});

export interface NamedKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** `<id>:<base64 of the 32 private bytes>`. @throws when it isn't one */
export function parseSigningKey(text: string): NamedKey {
  const [id, raw] = splitKey(text);
  return { id, key: createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, raw]), format: 'der', type: 'pkcs8' }) };
}

/** `<id>:<base64 of the 32 public bytes>`, several separated by commas. @throws when one isn't one */
export function parseVerificationKeys(text: string): ReadonlyMap<string, KeyObject> {
  return new Map(
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part): [string, KeyObject] => {
        const [id, raw] = splitKey(part.trim());
        return [id, createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, raw]), format: 'der', type: 'spki' })];
      }),
  );
}

function splitKey(text: string): [string, Buffer] {
  const [, id, raw] = RAW_KEY.exec(text) ?? [];
  if (id === undefined || raw === undefined) {
    throw new Error('a key is written <id>:<base64 of 32 bytes>');
  }
  return [id, Buffer.from(raw, 'base64')];
}

/**
 * Signs who a request is made for: `<key id>.<claims>.<signature>`, Ed25519. Only the gateway holds the private key, so a service
 * can pass an identity on but can't make one up. One assertion serves all requests of a person and business for a minute.
 */
export class CallerSigner {
  private readonly kept = new Map<string, { readonly assertion: string; readonly expiresAt: number }>();
  private keptUnder: NamedKey | undefined;

  /** @param signing the key of now: it may be replaced at any time */
  constructor(
    private readonly signing: () => NamedKey,
    private readonly now: () => number,
  ) {}

  /** Null for somebody who has not signed in. */
  assertionFor({ userId, businessId, payerId, role }: Identity): string | null {
    if (userId === null) {
      return null;
    }
    const now = this.now();
    const signing = this.signing();
    if (signing !== this.keptUnder) {
      this.kept.clear();
      this.keptUnder = signing;
    }
    const key = `${userId} ${businessId} ${payerId} ${role}`;
    const known = this.kept.get(key);
    if (known !== undefined && known.expiresAt - now > RENEW_MS) {
      return known.assertion;
    }
    const expiresAt = now + VALID_MS;
    const claims = Buffer.from(JSON.stringify({ userId, businessId, payerId, role, expiresAt })).toString('base64url');
    const signed = `${signing.id}.${claims}`;
    const signature = sign(null, Buffer.from(PURPOSE + signed), signing.key).toString('base64url');
    const assertion = `${signed}.${signature}`;
    keep(this.kept, key, { assertion, expiresAt });
    return assertion;
  }
}

/** Reads assertions. A signature is checked once: an assertion seen before costs a lookup. */
export class CallerVerifier {
  private readonly kept = new Map<string, z.output<typeof Claims>>();
  private keptUnder: ReadonlyMap<string, KeyObject> | undefined;

  /** @param keys those of now: one that is taken out is refused at once */
  constructor(
    private readonly keys: () => ReadonlyMap<string, KeyObject>,
    private readonly now: () => number,
  ) {}

  /** @throws AppError forbidden: forged, expired, or signed with a key this service does not accept */
  identityOf(assertion: string): Identity {
    const keys = this.keys();
    if (keys !== this.keptUnder) {
      this.kept.clear();
      this.keptUnder = keys;
    }
    const claims = this.kept.get(assertion) ?? this.verified(assertion, keys);
    if (claims.expiresAt + CLOCK_SKEW_MS < this.now()) {
      this.kept.delete(assertion);
      throw new AppError('forbidden', 'The caller of this request is no longer confirmed.');
    }
    return claims;
  }

  private verified(assertion: string, keys: ReadonlyMap<string, KeyObject>): z.output<typeof Claims> {
    const [id = '', payload = '', signature = ''] = assertion.split('.');
    const key = keys.get(id);
    const signed = Buffer.from(`${PURPOSE}${id}.${payload}`);
    if (key === undefined || !verify(null, signed, key, Buffer.from(signature, 'base64url'))) {
      throw new AppError('forbidden', 'The caller of this request is not confirmed.');
    }
    const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    keep(this.kept, assertion, claims);
    return claims;
  }
}

/** The oldest makes room. */
function keep<V>(kept: Map<string, V>, key: string, value: V): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > MOST_KEPT) {
    const [oldest] = kept.keys();
    if (oldest !== undefined) {
      kept.delete(oldest);
    }
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Envelope encryption of what a row must not show: a random data key per row encrypts the secret with AES-256-GCM, and a versioned key of
 * the installation wraps the data key. Both layers are bound to the row's subject, so that a ciphertext moved to another row cannot
 * be opened.
 */
export interface Sealed {
  /** Which key of the ring wrapped the data key. */
  readonly kid: string;
  /** nonce (12) + tag (16) + wrapped data key (32) */
  readonly wrappedKey: Buffer;
  /** nonce (12) + tag (16) + ciphertext */
  readonly ciphertext: Buffer;
}

/** What a secret belongs to, with the key's name: authenticated, not stored with it. No two subjects may give the same bytes. */
export type AssociatedData = (kid: string) => Buffer;

/** The keys of the installation; the first is used for new rows, the others still open old ones. */
export class KeyRing {
  readonly currentKid: string;
  private readonly keys: ReadonlyMap<string, Buffer>;

  private constructor(keys: ReadonlyMap<string, Buffer>, currentKid: string) {
    this.keys = keys;
    this.currentKid = currentKid;
  }

  /** `kid:base64key[,kid:base64key…]`, keys of 32 bytes. @throws {Error} with a message that says what is wrong, without any key. */
  static parse(text: string): KeyRing {
    const keys = new Map<string, Buffer>();
    for (const entry of text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')) {
      const colon = entry.indexOf(':');
      const kid = entry.slice(0, colon);
      const key = Buffer.from(entry.slice(colon + 1), 'base64');
      if (colon < 1 || !/^[\w.-]{1,40}$/.test(kid)) {
        throw new Error('VAULT_KEYS must be kid:base64key, separated by commas');
      }
      if (key.length !== 32) {
        throw new Error(`VAULT_KEYS: the key "${kid}" must have 32 bytes, it has ${key.length}`);
      }
      if (keys.has(kid)) {
        throw new Error(`VAULT_KEYS: the kid "${kid}" stands twice`);
      }
      keys.set(kid, key);
    }
    const [first] = keys.keys();
    if (first === undefined) {
      throw new Error('VAULT_KEYS holds no key');
    }
    return new KeyRing(keys, first);
  }

  /** In the order of the setting: the current one first. */
  get kids(): readonly string[] {
    return [...this.keys.keys()];
  }

  key(kid: string): Buffer {
    const key = this.keys.get(kid);
    if (!key) {
      throw new Error(`the vault key "${kid}" is not in VAULT_KEYS`);
    }
    return key;
  }
}

export function sealFor(ring: KeyRing, associated: AssociatedData, plaintext: Buffer): Sealed {
  const kid = ring.currentKid;
  const aad = associated(kid);
  const dataKey = randomBytes(32);
  try {
    return { kid, wrappedKey: encrypt(ring.key(kid), aad, dataKey), ciphertext: encrypt(dataKey, aad, plaintext) };
  } finally {
    dataKey.fill(0);
  }
}

/** @throws {Error} when the key is unknown, or the row was changed or belongs to something else. */
export function openFor(ring: KeyRing, associated: AssociatedData, sealed: Sealed): Buffer {
  const aad = associated(sealed.kid);
  const dataKey = decrypt(ring.key(sealed.kid), aad, sealed.wrappedKey);
  try {
    return decrypt(dataKey, aad, sealed.ciphertext);
  } finally {
    dataKey.fill(0);
  }
}

function encrypt(key: Buffer, aad: Buffer, plaintext: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, aad: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < 28) {
    throw new Error('the sealed value is too short');
  }
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(aad)
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const compute = promisify(argon2);

interface Parameters {
  /** Memory in KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's argon2id recommendation: 19 MiB, 2 iterations, 1 lane. */
export const argon2Parameters: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

interface Parsed extends Parameters {
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Reads the PHC string format; null for anything else. */
export function parsePasswordHash(text: string): Parsed | null {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(text) ?? [];
  if (salt === undefined || tag === undefined) {
    return null;
  }
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function phcString(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = argon2Parameters;
  const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`;
}

/** The same password typed on two keyboards may arrive in two Unicode forms; it is normalised before hashing. */
const message = (password: string): string => password.normalize('NFKC');

/** A new hash in PHC format. About 40 ms of one core and 19 MiB: call it through `PasswordHasher`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await compute('argon2id', {
    message: message(password),
    nonce,
    tagLength: TAG_BYTES,
    ...argon2Parameters,
  });
  return phcString(nonce, Buffer.from(tag));
}

/** Whether the password matches the hash; the comparison takes the same time either way. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const parsed = parsePasswordHash(stored);
  if (parsed === null) {
    throw new Error('The stored password hash is not argon2id in PHC format.');
  }
  const { salt, tag, memory, passes, parallelism } = parsed;
  const found = await compute('argon2id', {
    message: message(password),
    nonce: salt,
    tagLength: tag.length,
    memory,
    passes,
    parallelism,
  });
  return timingSafeEqual(Buffer.from(found), tag);
}

/**
 * A hash that no password matches, with the parameters of real ones: checking the password of an unknown account against it
 * takes as long as for a known one, so the response time reveals nothing.
 */
export function decoyHash(): string {
  return phcString(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
}

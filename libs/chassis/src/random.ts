import { randomBytes, randomFillSync, randomUUID } from 'node:crypto';

const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let poolOffset = POOL_BYTES;

/** Small random pieces come from a pool: one call into the generator per 4 KB instead of one per id. */
function take(bytes: number): Buffer {
  if (poolOffset + bytes > POOL_BYTES) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const piece = pool.subarray(poolOffset, poolOffset + bytes);
  poolOffset += bytes;
  return piece;
}

/** `bytes` random bytes as lower-case hex; for trace and span ids. */
export function randomHex(bytes: number): string {
  return take(bytes).toString('hex');
}

let lastMs = 0;
let sequence = 0;

/**
 * The only source of ids, tokens and jitter. All of it is from the operating system's secure generator.
 */
export class Random {
  /**
   * A UUIDv7 (RFC 9562): sorts by time of making, also inside one millisecond of this process (12-bit counter),
   * so rows made together stay together in an index.
   */
  uuidv7(): string {
    const now = Date.now();
    if (now > lastMs) {
      lastMs = now;
      sequence = take(2).readUInt16BE() & 0x3ff; // start low: leaves 3,072 more in this millisecond
    } else {
      sequence += 1;
      if (sequence > 0xfff) {
        lastMs += 1; // more than the counter holds: borrow from the next millisecond
        sequence = 0;
      }
    }
    const time = lastMs.toString(16).padStart(12, '0');
    const tail = take(8);
    const variant = ((tail[0] ?? 0) & 0x3f) | 0x80;
    const rest = tail.toString('hex');
    const head = variant.toString(16).padStart(2, '0') + rest.slice(2, 4);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${head}-${rest.slice(4)}`;
  }

  /** A random UUID (version 4): for ids that must not reveal when they were made. */
  uuid(): string {
    return randomUUID();
  }

  /** `bytes` secret bytes as base64url text without padding; 32 for sessions and single-use links. */
  token(bytes: number): string {
    return randomBytes(bytes).toString('base64url');
  }

  /** `ms` changed by up to ± `ratio` (default 20 %), so that processes started together drift apart. */
  jitter(ms: number, ratio = 0.2): number {
    const unit = take(4).readUInt32BE() / 0xffffffff;
    return Math.max(0, ms * (1 + (unit * 2 - 1) * ratio));
  }
}

import type { PoolClient } from 'pg';

interface Wire {
  readonly writableCorked: number;
  cork(): void;
  uncork(): void;
}

/**
 * What is asked in one turn of the event loop leaves in one packet. A system call and a wake-up of the server for each statement
 * cost more than most statements do.
 */
export function inSamePacket(client: PoolClient): void {
  const wire = (client as unknown as { connection?: { stream?: Wire } }).connection?.stream;
  if (wire === undefined || wire.writableCorked > 0) {
    return;
  }
  wire.cork();
  process.nextTick(() => wire.uncork());
}

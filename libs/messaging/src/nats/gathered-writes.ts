import type { NatsConnection } from '@nats-io/transport-node';

interface Flushing {
  flushPending?(): void;
}

/**
 * What is sent in one round of the event loop leaves in one write. The client flushes after every task, so thirty requests that
 * arrive together were thirty system calls here and thirty reads at the server; waiting for the end of the round costs a quiet
 * process nothing. A client that has no such method (another version) keeps its own manner.
 */
export function gatherWrites(connection: NatsConnection): void {
  const client = (connection as unknown as { protocol?: Flushing }).protocol;
  const flush = client?.flushPending?.bind(client);
  if (client === undefined || flush === undefined) {
    return;
  }
  let isPlanned = false;
  client.flushPending = () => {
    if (isPlanned) {
      return;
    }
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      flush();
    });
  };
}

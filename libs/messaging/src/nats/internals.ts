/**
 * All that we use of the NATS client beyond its public interface. Both fall back to the client's own manner when an upgrade
 * moves a field; the test beside this file fails then.
 */
import type { ConsumerMessages } from '@nats-io/jetstream';
import type { checkServerIdentity } from 'node:tls';
import type { NatsConnection, Subscription, TlsOptions } from '@nats-io/transport-node';

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

/** TLS with a check of the server's name of our own: the client hands all its options for TLS to Node. */
export function nameChecked(check: typeof checkServerIdentity): TlsOptions {
  return { checkServerIdentity: check } as TlsOptions;
}

/**
 * Where the messages come in. `ConsumerMessages.stop()` forgets what is on its way at that moment, and the broker would wait for
 * its confirmation as long as for that of a killed process; a drained subscription takes it first.
 */
export function subscriptionOf(messages: ConsumerMessages): Subscription | undefined {
  return (messages as ConsumerMessages & { readonly sub?: Subscription }).sub;
}

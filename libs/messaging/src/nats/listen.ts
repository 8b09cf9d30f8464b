import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Logger } from '@postloom/chassis';
import { describe } from './broker.ts';
import type { Broker } from './broker.ts';

/**
 * Calls `handler` with the payload of every message on these subjects, as soon as the broker is there and after each of its
 * returns: a core subscription without a queue group, so that every process hears everything. A refused subscription and a
 * handler that throws are logged. The returned function ends it.
 */
export function listen(
  broker: Broker,
  logger: Logger,
  subjects: readonly string[],
  handler: (payload: Uint8Array) => void,
): () => void {
  let subscriptions: Subscription[] = [];
  let isStopped = false;
  const end = (): void => {
    for (const subscription of subscriptions) {
      subscription.unsubscribe();
    }
    subscriptions = [];
  };
  const subscribe = (connection: NatsConnection): void => {
    if (isStopped) {
      return;
    }
    end();
    for (const subject of subjects) {
      const callback = (refused: Error | null, message: { readonly data: Uint8Array }): void => {
        if (refused !== null) {
          logger.error('The broker refuses a subscription', { subject, reason: describe(refused) });
          return;
        }
        try {
          handler(message.data);
        } catch (error) {
          logger.debug('A message could not be read', { subject, reason: describe(error) });
        }
      };
      subscriptions.push(connection.subscribe(subject, { callback }));
    }
  };
  const forget = broker.whenMoved(subscribe);
  broker
    .connect()
    .then(subscribe)
    .catch((error: unknown) => logger.warn('No subscription was made', { subjects, reason: describe(error) }));
  return () => {
    isStopped = true;
    forget();
    end();
  };
}

import { feedContract, fetchContract } from './events/feed.contracts.ts';
import { handledEvents } from './messaging.options.ts';
import type { MessagingOptions } from './messaging.options.ts';
import { durableName, producerOf, streamName } from './nats/streams.ts';
import { peerSubject } from './peers/peers.ts';
import { leavingSubject, partsSubject } from './rpc/wire.ts';

/** What one user of the broker may do: lists of subjects, wildcards allowed. Everything else is refused. */
export interface BrokerPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it is sent requests: it may then answer each of them once, without a right to write into every inbox. */
  readonly answers: boolean;
}

/**
 * The requests a service makes: the declared ones, where it tells the owner that it left, and those by which it reads the feeds of the
 * services it listens to.
 */
export function requestsOf(options: Pick<MessagingOptions, 'calls' | 'handles'>): readonly string[] {
  const producers = new Set(handledEvents(options).map(({ event }) => producerOf(event.subject)));
  return [
    ...options.calls.map(({ subject }) => subject),
    ...options.calls.filter(({ cancellable }) => cancellable).map(leavingSubject),
    ...[...producers].flatMap((producer) => [feedContract(producer).subject, fetchContract(producer).subject]),
  ];
}

/**
 * The broker's permissions of a service, from what it declares. It may call only the services it declares, publish only
 * its own events, answer only its own requests, reads only answers to itself, and creates, reads and acknowledges only its
 * own durable consumers; it may make and update its own stream, and delete or purge none. Its peer topics are its own. `producers` are the services
 * that own a stream: what a watcher hears.
 */
export function brokerPermissions(options: MessagingOptions, producers: readonly string[]): BrokerPermissions {
  const { service } = options;
  const inbox = `_INBOX.${service}.>`;
  const isProducer = producers.includes(service);
  const stream = streamName(service);
  const own = isProducer
    ? [`${service}.>`, ...['CREATE', 'INFO', 'UPDATE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`)]
    : [];
  const serves = options.serves.length > 0 || isProducer;
  const peers = (options.peerTopics ?? []).map((topic) => peerSubject(service, topic));
  return {
    publish: [
      ...own,
      ...peers,
      ...requestsOf(options),
      ...partsOf(options.serves),
      ...handledEvents(options).flatMap((handled) => consumers(service, handled)),
    ].sort(),
    subscribe: [
      inbox,
      ...peers,
      ...partsOf(options.calls),
      ...(serves ? [`rpc.${service}.>`] : []),
      ...(options.watches === true ? producers.map((producer) => `${producer}.>`) : []),
    ].sort(),
    answers: serves,
  };
}

/** Where parts of answers are told, whatever the request's id. */
function partsOf(contracts: MessagingOptions['calls']): string[] {
  return contracts.filter(({ part }) => part !== null).map((contract) => partsSubject(contract, '*'));
}

function consumers(service: string, { event, handlers }: ReturnType<typeof handledEvents>[number]): string[] {
  const stream = streamName(producerOf(event.subject));
  return handlers.flatMap((handler) => {
    const durable = durableName(service, event.subject, handler === '' ? undefined : handler);
    return [
      // The filter stands in the subject: a consumer of this name can't be made to read anything else.
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${event.subject}`,
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
    ];
  });
}

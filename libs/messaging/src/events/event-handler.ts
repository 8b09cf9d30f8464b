import type { EventContract, EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { producerOf, streamName } from '../nats/streams.ts';
import type { EventHandlerExtras } from './on.decorator.ts';

const DEFAULT_CONCURRENCY = 4;

/** One `@On` method with everything that follows from its place. */
export interface EventHandler {
  readonly contract: EventContract;
  /** Key in inbox and cursors, and (with the service before it) the durable's name: `media-photo-ready-v1[--<handler>]`. */
  readonly key: string;
  readonly producer: string;
  readonly stream: string;
  /** `<service>--<key>` */
  readonly durable: string;
  readonly concurrency: number;
  readonly isEvenWhenErased: boolean;
  readonly invoke: (envelope: EventEnvelope, tx: Tx) => Promise<void>;
}

export function eventHandler(
  service: string,
  extras: EventHandlerExtras,
  invoke: EventHandler['invoke'],
): EventHandler {
  const { subject } = extras.contract;
  const dashed = subject.replaceAll('.', '-');
  const key = extras.handler === undefined ? dashed : `${dashed}--${extras.handler}`;
  const producer = producerOf(subject);
  return {
    contract: extras.contract,
    key,
    producer,
    stream: streamName(producer),
    durable: `${service}--${key}`,
    concurrency: extras.concurrency ?? DEFAULT_CONCURRENCY,
    isEvenWhenErased: extras.evenWhenErased ?? false,
    invoke,
  };
}

import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { ConsumerConfig, JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

/** JetStream's numbers for "stream name already in use with a different configuration" and "consumer already exists". */
const STREAM_EXISTS_OTHERWISE = 10058;
const CONSUMER_EXISTS_OTHERWISE = 10148;

/** `scheduling` -> `SCHEDULING` */
export function streamName(service: string): string {
  return service.toUpperCase();
}

/** The producer of a subject is its first word. */
export function producerOf(subject: string): string {
  return subject.slice(0, subject.indexOf('.'));
}

/**
 * Durable name `<consumer>--<event-dashed>`, with the handler's name behind it when one service has several for one event.
 */
export function durableName(service: string, subject: string, handler: string | undefined): string {
  const base = `${service}--${subject.replaceAll('.', '-')}`;
  return handler === undefined ? base : `${base}--${handler}`;
}

export interface StreamSettings {
  readonly replicas: number;
  readonly maxAgeMs: number;
  /** -1: no limit. */
  readonly maxBytes: number;
}

/** A full stream drops its oldest events: the outbox has them, and the feed brings what a handler lacks. */
function streamConfig(service: string, settings: StreamSettings): Partial<StreamConfig> & { name: string } {
  return {
    name: streamName(service),
    subjects: [`${service}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: nanos(settings.maxAgeMs),
    max_bytes: settings.maxBytes,
    duplicate_window: nanos(Math.min(5 * 60_000, settings.maxAgeMs)),
    num_replicas: settings.replicas,
  };
}

/** Makes the stream of a service, or brings an older one up to date. Harmless when it is there already. */
export async function ensureStream(
  manager: JetStreamManager,
  service: string,
  settings: StreamSettings,
): Promise<void> {
  const config = streamConfig(service, settings);
  try {
    await manager.streams.add(config);
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === STREAM_EXISTS_OTHERWISE)) {
      throw error;
    }
    await manager.streams.update(config.name, config);
  }
}

export interface DurableSpec {
  readonly stream: string;
  readonly durable: string;
  readonly subject: string;
  /** Of all processes together: far more than they hold, or adding processes would add nothing. */
  readonly maxAckPending: number;
  readonly ackWaitMs: number;
}

/**
 * Makes a handler's durable consumer. Uses nothing newer than nats-server 2.9: one filter subject, no metadata.
 * `max_deliver: -1`, because after a maximum JetStream hides the message; parking is ours.
 */
export async function ensureDurable(manager: JetStreamManager, spec: DurableSpec): Promise<void> {
  const config: Partial<ConsumerConfig> = {
    durable_name: spec.durable,
    filter_subject: spec.subject,
    deliver_policy: DeliverPolicy.New,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(spec.ackWaitMs),
    max_deliver: -1,
    max_ack_pending: spec.maxAckPending,
  };
  try {
    await manager.consumers.add(spec.stream, config);
  } catch (error) {
    // 2.10 and newer refuse to create a durable that is there with other settings (2.9 changes it).
    if (!(error instanceof JetStreamApiError && error.code === CONSUMER_EXISTS_OTHERWISE)) {
      throw error;
    }
    const { max_ack_pending, ack_wait } = config;
    await manager.consumers.update(spec.stream, spec.durable, { max_ack_pending, ack_wait });
  }
}

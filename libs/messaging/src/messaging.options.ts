import type { EventContract, RpcContract } from '@postloom/contracts';

/** An event and the names of the handlers it has in one service; `''` is the handler without a name. */
export interface HandledEvent {
  readonly event: EventContract;
  readonly handlers: readonly string[];
}

/**
 * Everything a service exchanges with others, declared in its `messages.ts`. The boot check compares it with the controllers found,
 * and the broker's permissions are generated from it (`brokerPermissions`): what is not listed here is refused there.
 */
export interface MessagingOptions {
  /** Short name: queue group, stream, schema, first word of its subjects. */
  readonly service: string;
  /** Every request this service answers. */
  readonly serves: readonly RpcContract[];
  /** Every event this service listens to; with the handlers' names where they have names. */
  readonly handles: readonly (EventContract | HandledEvent)[];
  /** Every request this service makes. */
  readonly calls: readonly RpcContract[];
  /** Receives every event as it passes, without a durable consumer: for live updates. */
  readonly watches?: boolean;
  /** Topics on which the processes of this service send each other messages (`Peers`). */
  readonly peerTopics?: readonly string[];
}

/** Without a list of allowed calls: tests may call any service. */
export type OpenMessagingOptions = Omit<MessagingOptions, 'calls'> & { readonly calls: readonly RpcContract[] | 'any' };

export const MESSAGING_OPTIONS = Symbol('messaging options');

/** `handles` with every handler's name. */
export function handledEvents({ handles }: Pick<MessagingOptions, 'handles'>): readonly HandledEvent[] {
  return handles.map((entry) => ('event' in entry ? entry : { event: entry, handlers: [''] }));
}

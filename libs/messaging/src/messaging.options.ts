import type { EventContract, RpcContract } from '@postloom/contracts';

/** What a service promises; the boot check compares it with the controllers found. */
export interface MessagingOptions {
  /** Short name: queue group, stream, schema, first word of its subjects. */
  readonly service: string;
  /** Every request this service answers. */
  readonly serves: readonly RpcContract[];
  /** Every event this service listens to, once per event even when it has several named handlers. */
  readonly handles: readonly EventContract[];
  /** How often each handler compares its inbox with the producers' feeds; 20 s when absent. */
  readonly feedEveryMs?: number;
  /** Poll of the outbox beside the poke; 500 ms when absent. */
  readonly relayEveryMs?: number;
  /** Where nobody listens for `relayEveryMs` pokes: false switches the relay off (tests of the feed). */
  readonly relay?: boolean;
}

export const MESSAGING_OPTIONS = Symbol('messaging options');

import type { EventContract, RpcContract } from '@postloom/contracts';

/** What a service promises; the boot check compares it with the controllers found. */
export interface MessagingOptions {
  /** Short name: queue group, stream, schema, first word of its subjects. */
  readonly service: string;
  /** Every request this service answers. */
  readonly serves: readonly RpcContract[];
  /** Every event this service listens to, once per event even when it has several named handlers. */
  readonly handles: readonly EventContract[];
}

export const MESSAGING_OPTIONS = Symbol('messaging options');

import { UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { DataOf, EventContract, EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { PassErrorsOn } from '../rpc/rpc-handler.decorator.ts';

export interface OnOptions {
  /** Name of the handler within its service, kebab-case; needed when two handlers of one service listen to the same event. */
  readonly handler?: string;
  /** Events of this handler that run at the same time; 4 when absent. */
  readonly concurrency?: number;
  /** Also run for a business that was erased: the handlers of the erasure itself. */
  readonly evenWhenErased?: boolean;
}

/** Extras that Nest passes to the transport along with the handler. */
export interface EventHandlerExtras extends OnOptions {
  readonly contract: EventContract;
}

/**
 * Shape of a handler: it runs inside the inbox transaction (scope = the event's business, or global when it has none), so
 * its effect happens exactly once. Throwing rolls the transaction back, and the event is retried.
 */
export type OnHandler<E extends EventContract> = (envelope: EventEnvelope<DataOf<E>>, tx: Tx) => Promise<void>;

type OnDecorator<E extends EventContract> = <F extends OnHandler<E>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<F>,
) => void;

/** Marks a controller's method as a listener to an event of any service. */
export function On<E extends EventContract>(event: E, options: OnOptions = {}): OnDecorator<E> {
  return (target, key, descriptor) => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    UseFilters(PassErrorsOn)(target, key, descriptor as PropertyDescriptor);
    const extras: EventHandlerExtras = { ...options, contract: event };
    // One pattern per handler: Nest would otherwise chain two handlers of one event into one call, with one inbox row.
    const pattern = `${event.subject}#${options.handler ?? ''}`;
    EventPattern(pattern, extras)(target, key, descriptor as PropertyDescriptor);
  };
}

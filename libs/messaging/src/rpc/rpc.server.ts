import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { AppError } from '@postloom/contracts';
import type { RpcContract } from '@postloom/contracts';
import { requestContext, withSpan } from '@postloom/chassis';
import type { Clock, Logger } from '@postloom/chassis';
import { isObservable, lastValueFrom } from 'rxjs';
import { z } from 'zod';
import { messagingMetrics } from '../messaging.metrics.ts';
import type { MessagingMetrics } from '../messaging.metrics.ts';
import { InFlight } from '../in-flight.ts';
import { describe } from '../nats/broker.ts';
import type { CallerVerifier, Identity } from './caller-assertion.ts';
import { CallerLeft } from './caller.ts';
import type { Caller, RpcContext } from './caller.ts';
import { Unchanged } from './encoded-json.ts';
import { uncontractedFields } from './output-check.ts';
import {
  decodeJson,
  encodeAnswer,
  encodeError,
  encodeJson,
  errorHeaders,
  leavingSubject,
  partsSubject,
  readRequestHead,
} from './wire.ts';
import type { RequestHead } from './wire.ts';

/** A handler as Nest wraps it: a value, a promise, or (for errors) an observable. */
export type RawRpcHandler = (input: unknown, context: RpcContext) => unknown;

export interface RpcServerTools {
  readonly service: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** RPC_CHECK_OUTPUT: every answer is held against its contract; for tests and development. */
  readonly isOutputChecked: boolean;
  readonly callers: CallerVerifier;
}

/** Where callers wait for answers. A reply to any other subject would be published with this service's rights. */
const INBOX = '_INBOX.';

const CALL_ID = /^[\w-]{1,64}$/;

const NOBODY: Identity = { userId: null, businessId: null, payerId: null, role: null };

/** Answers requests: one queue subscription per contract, queue group = service name. */
export class RpcServer {
  private readonly subscriptions: Subscription[] = [];
  private readonly inFlight = new InFlight();
  /** Requests of cancellable contracts that are being answered, by the id that the caller gave them. */
  private readonly cancellable = new Map<string, ServerContext>();
  private readonly metrics: MessagingMetrics;

  constructor(private readonly tools: RpcServerTools) {
    this.metrics = messagingMetrics(tools.service);
  }

  serve(connection: NatsConnection, contract: RpcContract, handler: RawRpcHandler): void {
    const input = refuseUnknownFields(contract.input);
    const subscription = connection.subscribe(contract.subject, {
      queue: this.tools.service,
      callback: (error, message) => {
        if (error !== null) {
          this.refusedSubscription(contract.subject, error);
          return;
        }
        void this.inFlight.track(this.answer(connection, contract, input, handler, message));
      },
    });
    this.subscriptions.push(subscription);
    if (contract.cancellable) {
      this.subscriptions.push(this.hearLeaving(connection, contract));
    }
  }

  /** Every process hears it, because the caller does not know which of them has its request. */
  private hearLeaving(connection: NatsConnection, contract: RpcContract): Subscription {
    const subject = leavingSubject(contract);
    return connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) {
          this.refusedSubscription(subject, error);
          return;
        }
        this.cancellable.get(message.string())?.cancel();
      },
    });
  }

  private refusedSubscription(subject: string, error: Error): void {
    this.tools.logger.error('A request subscription was refused', { subject, error: describe(error) });
  }

  /** Serves anew, elsewhere, before it takes no further requests where it did: at no moment is nobody there. */
  async move(serveAnew: () => Promise<void>): Promise<void> {
    const former = this.subscriptions.splice(0);
    await serveAnew();
    await drained(former);
  }

  /** Takes no further requests; those already received are answered. */
  stopIntake(): Promise<void> {
    return drained(this.subscriptions.splice(0));
  }

  drain(): Promise<void> {
    return this.inFlight.ended();
  }

  /** Never rejects: whatever happens becomes an answer. */
  private async answer(
    connection: NatsConnection,
    contract: RpcContract,
    input: z.ZodType,
    handler: RawRpcHandler,
    message: Msg,
  ): Promise<void> {
    if (message.reply?.startsWith(INBOX) !== true) {
      this.metrics.rpcRefused.add(1, { reason: 'reply' });
      return;
    }
    const receivedAt = this.tools.clock.monotonicMs();
    let code = 'ok';
    let callId: string | null = null;
    try {
      const head = this.identified(contract, readRequestHead(message.headers));
      const budgetMs = Math.min(head.budgetMs ?? contract.deadlineMs, contract.deadlineMs);
      const context = new ServerContext(
        head,
        this.tools.clock,
        receivedAt + budgetMs,
        this.teller(connection, contract, head),
      );
      if (contract.cancellable && head.callId !== null) {
        callId = head.callId;
        this.cancellable.set(callId, context);
      }
      const { requestId, businessId } = head.caller;
      const answer = await requestContext.run({ requestId, businessId }, () =>
        withSpan(contract.subject, { kind: 'server', parent: head.traceparent }, () =>
          this.run(contract, input, handler, message, context),
        ),
      );
      message.respond(answer.bytes, { headers: answer.head });
    } catch (error) {
      const refusal = this.asAppError(contract, error);
      code = refusal.code;
      this.respondError(message, refusal);
    } finally {
      if (callId !== null) {
        this.cancellable.delete(callId);
      }
      const seconds = (this.tools.clock.monotonicMs() - receivedAt) / 1000;
      this.metrics.rpcServerSeconds.observe(seconds, { subject: contract.subject, code });
    }
  }

  /** How the handler tells parts to this caller; undefined where the caller does not listen. */
  private teller(
    connection: NatsConnection,
    contract: RpcContract,
    { listens, callId }: RequestHead,
  ): ((part: unknown) => void) | undefined {
    const { part: schema } = contract;
    // The id becomes a part of a subject.
    if (schema === null || !listens || callId === null || !CALL_ID.test(callId)) {
      return undefined;
    }
    const subject = partsSubject(contract, callId);
    return (part) => {
      if (this.tools.isOutputChecked) {
        schema.parse(part);
      }
      if (!connection.isClosed()) {
        connection.publish(subject, encodeJson(part));
      }
    };
  }

  /** The same head with an identity that is proven, or one that a service may claim in its own name. @throws AppError */
  private identified(contract: RpcContract, head: RequestHead): RequestHead {
    const { caller } = head;
    if (caller.assertion !== null) {
      return { ...head, caller: { ...caller, ...this.proven(contract, caller.assertion) } };
    }
    switch (contract.caller) {
      case 'service':
        return head;
      case 'public':
        return { ...head, caller: { ...caller, ...NOBODY } };
      case 'person':
        this.metrics.rpcRefused.add(1, { reason: 'caller' });
        throw new AppError('unauthorized');
    }
  }

  private proven(contract: RpcContract, assertion: string): Identity {
    try {
      const { userId, businessId, payerId, role } = this.tools.callers.identityOf(assertion);
      return { userId, businessId, payerId, role };
    } catch (error) {
      this.metrics.rpcRefused.add(1, { reason: 'caller' });
      this.tools.logger.warn('A caller could not be confirmed', { subject: contract.subject });
      throw error;
    }
  }

  private async run(
    contract: RpcContract,
    schema: z.ZodType,
    handler: RawRpcHandler,
    message: Msg,
    context: ServerContext,
  ): Promise<ReturnType<typeof encodeAnswer>> {
    if (context.remainingMs() <= 0) {
      this.metrics.rpcRefused.add(1, { reason: 'deadline' });
      throw new AppError('deadline');
    }
    const input = this.decode(schema, message.data);
    try {
      const returned = await handler(input, context);
      const output: unknown = isObservable(returned) ? await lastValueFrom(returned, { defaultValue: null }) : returned;
      const answer = encodeAnswer(output);
      if (this.tools.isOutputChecked && !(output instanceof Unchanged)) {
        checkOutput(contract, answer.bytes);
      }
      return answer;
    } finally {
      context.release();
    }
  }

  private decode(schema: z.ZodType, data: Uint8Array): unknown {
    let value: unknown;
    try {
      value = decodeJson(data);
    } catch (error) {
      this.metrics.rpcRefused.add(1, { reason: 'validation' });
      throw new AppError('validation_failed', 'The request is no valid JSON.', { cause: error });
    }
    const result = schema.safeParse(value);
    if (result.success) {
      return result.data;
    }
    this.metrics.rpcRefused.add(1, { reason: 'validation' });
    throw new AppError('validation_failed', undefined, {
      details: result.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message })),
    });
  }

  private asAppError(contract: RpcContract, error: unknown): AppError {
    if (error instanceof CallerLeft) {
      return new AppError('deadline', undefined, { cause: error }); // to nobody
    }
    if (error instanceof AppError) {
      this.tools.logger.debug('A request was refused', { subject: contract.subject, code: error.code });
      return error;
    }
    this.tools.logger.error('A request failed', { subject: contract.subject, error });
    return new AppError('internal');
  }

  private respondError(message: Msg, error: AppError): void {
    try {
      message.respond(encodeError(error), { headers: errorHeaders });
    } catch (cause) {
      // Connection closed under us: the caller sees its deadline.
      this.tools.logger.warn('An answer could not be sent', { reason: describe(cause) });
    }
  }
}

async function drained(subscriptions: readonly Subscription[]): Promise<void> {
  const open = subscriptions.filter((subscription) => !subscription.isClosed());
  await Promise.all(open.map((subscription) => subscription.drain()));
}

/** The context of one request. Signal and timer are made only when a handler asks for them. */
class ServerContext implements RpcContext {
  readonly requestId: string;
  readonly userId: string | null;
  readonly businessId: string | null;
  readonly payerId: string | null;
  readonly role: Caller['role'];
  readonly idempotencyKey: string | null;
  readonly assertion: string | null;
  readonly knownFingerprint: string | null;
  private abort: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    { caller, known }: RequestHead,
    private readonly clock: Clock,
    private readonly endsAt: number,
    readonly tell: RpcContext['tell'],
  ) {
    this.requestId = caller.requestId;
    this.userId = caller.userId;
    this.businessId = caller.businessId;
    this.payerId = caller.payerId;
    this.role = caller.role;
    this.idempotencyKey = caller.idempotencyKey;
    this.assertion = caller.assertion;
    this.knownFingerprint = known;
  }

  get signal(): AbortSignal {
    if (this.abort === undefined) {
      const abort = new AbortController();
      this.abort = abort;
      const end = (): void => abort.abort(new AppError('deadline'));
      if (this.remainingMs() <= 0) {
        end();
      } else {
        this.timer = setTimeout(end, this.remainingMs());
      }
    }
    return this.abort.signal;
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.abort ??= new AbortController();
    this.abort.abort(new CallerLeft());
  }

  remainingMs(): number {
    return Math.max(0, this.endsAt - this.clock.monotonicMs());
  }

  release(): void {
    clearTimeout(this.timer);
  }
}

/** Requests refuse unknown fields, also where a contract's author wrote a plain object. */
function refuseUnknownFields(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
}

/** @throws an ordinary error (a bug, answered `internal`) when an answer does not keep its contract. */
function checkOutput(contract: RpcContract, bytes: Uint8Array): void {
  const answer = decodeJson(bytes);
  const result = contract.output.safeParse(answer);
  if (!result.success) {
    throw new Error(`The answer of ${contract.subject} does not keep its contract: ${z.prettifyError(result.error)}`);
  }
  const extra = uncontractedFields(answer, result.data);
  if (extra.length > 0) {
    throw new Error(
      `The answer of ${contract.subject} has fields that its contract does not know: ${extra.join(', ')}`,
    );
  }
}

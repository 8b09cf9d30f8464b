import { errors } from '@nats-io/transport-node';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { AppError } from '@postloom/contracts';
import type { InputOf, OutputOf, RpcContract } from '@postloom/contracts';
import { currentTraceparent, withSpan } from '@postloom/chassis';
import type { Clock, Random } from '@postloom/chassis';
import type { MessagingMetrics } from '../messaging.metrics.ts';
import type { Broker } from '../nats/broker.ts';
import type { CallerSigner } from './caller-assertion.ts';
import type { Caller } from './caller.ts';
import type { CallOptions, ReadAnswer, Rpc } from './rpc.ts';
import { SecondChances } from './second-chances.ts';
import {
  decodeError,
  decodeJson,
  encodeJson,
  leavingSubject,
  partsSubject,
  readAnswerHead,
  requestHeaders,
} from './wire.ts';

/** Pause before the one repetition of a call that nobody was there to take: a pod in rollout needs about this long. */
const RETRY_PAUSE_MS = 150;
/** A repeatable call is asked again when it has no answer after this part of its budget: there is time left for a second one. */
const ASK_AGAIN_SHARE = 0.4;
/** Most of a budget may be spent waiting for the broker's return; the rest is for the owner. */
const RECONNECT_SHARE = 0.5;

export interface RpcClientTools {
  readonly broker: Broker;
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: MessagingMetrics;
  /** RPC_CHECK_OUTPUT: every answer is parsed by its contract. */
  readonly isOutputChecked: boolean;
  /** Subjects this service has declared to call; null where anything may be asked. */
  readonly calls: ReadonlySet<string> | null;
  /** Only where the private key is: in the gateway. */
  readonly signer: CallerSigner | null;
}

/** The request side of rpc on one shared connection; answers come over the connection's one inbox subscription. */
export class RpcClient implements Rpc {
  private readonly secondChances = new SecondChances();

  constructor(private readonly tools: RpcClientTools) {}

  async call<C extends RpcContract>(
    contract: C,
    input: InputOf<C>,
    caller: Caller,
    options: CallOptions = {},
  ): Promise<OutputOf<C>> {
    const answer = decodeJson(await this.raw(contract, input, caller, options));
    return (this.tools.isOutputChecked ? contract.output.parse(answer) : answer) as OutputOf<C>;
  }

  async raw<C extends RpcContract>(
    contract: C,
    input: InputOf<C>,
    caller: Caller,
    options: CallOptions = {},
  ): Promise<Uint8Array> {
    const { bytes } = await this.read(contract, input, caller, { ...options, known: undefined });
    if (bytes === null) {
      throw new Error(`${contract.subject} was confirmed to somebody who has no answer`);
    }
    return bytes;
  }

  read<C extends RpcContract>(
    contract: C,
    input: InputOf<C>,
    caller: Caller,
    options: CallOptions = {},
  ): Promise<ReadAnswer> {
    return withSpan(contract.subject, { kind: 'client', attributes: { 'rpc.system': 'nats' } }, () =>
      this.measured(contract, input, caller, options),
    );
  }

  systemCaller(service: string): Caller {
    return {
      requestId: `${service}-${this.tools.random.uuidv7()}`,
      userId: null,
      businessId: null,
      payerId: null,
      role: null,
      idempotencyKey: null,
      assertion: null,
    };
  }

  private async measured(
    contract: RpcContract,
    input: unknown,
    caller: Caller,
    options: CallOptions,
  ): Promise<ReadAnswer> {
    const startedAt = this.tools.clock.monotonicMs();
    let code = 'ok';
    try {
      return await this.within(contract, input, caller, options, startedAt);
    } catch (error) {
      code = error instanceof AppError ? error.code : 'internal';
      throw error;
    } finally {
      const seconds = (this.tools.clock.monotonicMs() - startedAt) / 1000;
      this.tools.metrics.rpcClientSeconds.observe(seconds, { subject: contract.subject, code });
    }
  }

  private async within(
    contract: RpcContract,
    input: unknown,
    caller: Caller,
    options: CallOptions,
    startedAt: number,
  ): Promise<ReadAnswer> {
    if (this.tools.calls?.has(contract.subject) === false) {
      throw new Error(`${contract.subject} is called but not in calls`);
    }
    const budgetMs = Math.min(options.deadlineMs ?? contract.deadlineMs, contract.deadlineMs);
    const left = (): number => budgetMs - (this.tools.clock.monotonicMs() - startedAt);
    const payload = encodeJson(input);
    const hasKey = (caller.idempotencyKey ?? null) !== null;
    const mayAskAgain = contract.retryable || (contract.keyed && hasKey);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const request = { payload, known: options.known };
        const send = (): Promise<Msg> => this.send(contract, request, caller, left(), options);
        const answer = await (mayAskAgain ? this.firstAnswer(send, left() * ASK_AGAIN_SHARE) : send());
        const { status, fingerprint, isTruncated } = readAnswerHead(answer.headers);
        if (status === 'error') {
          throw decodeError(answer.data);
        }
        return { bytes: status === 'unchanged' ? null : answer.data, fingerprint, isTruncated };
      } catch (error) {
        const isNobodyThere = error instanceof NobodyThere;
        if (isNobodyThere && (contract.retryable || hasKey) && attempt === 0 && left() > RETRY_PAUSE_MS * 2) {
          await this.tools.clock.delay(this.tools.random.jitter(RETRY_PAUSE_MS), options.signal);
          continue;
        }
        if (isNobodyThere) {
          throw new AppError('unavailable', undefined, { cause: error });
        }
        throw error;
      }
    }
  }

  /**
   * The first answer to two requests, of which the second is sent when the first has none for a while: its answer may be lost. When the
   * second meets the first still at work, a `conflict`, the first one's answer is waited for.
   */
  private async firstAnswer(send: () => Promise<Msg>, patienceMs: number): Promise<Msg> {
    const first = send();
    if (!(await endsWithin(patienceMs, first)) && this.secondChances.take()) {
      this.tools.metrics.rpcAskedAgain.add(1);
      return Promise.any([first, send().then(unlessConflict)]).catch(() => first);
    }
    const answer = await first;
    this.secondChances.answered();
    return answer;
  }

  private async send(
    contract: RpcContract,
    { payload, known }: { readonly payload: Uint8Array; readonly known: string | undefined },
    caller: Caller,
    leftMs: number,
    { signal, onPart }: Pick<CallOptions, 'signal' | 'onPart'>,
  ): Promise<Msg> {
    if (leftMs < 1 || hasLeft(signal)) {
      throw new AppError('deadline');
    }
    let connection = this.tools.broker.current;
    let remainingMs = leftMs;
    if (connection === undefined) {
      const before = this.tools.clock.monotonicMs();
      connection = await this.tools.broker.within(leftMs * RECONNECT_SHARE);
      remainingMs -= this.tools.clock.monotonicMs() - before;
      if (connection === undefined) {
        throw new AppError('unavailable');
      }
      if (remainingMs < 1) {
        throw new AppError('deadline');
      }
    }
    this.refuseOversize(connection, payload);
    const listens = contract.part !== null && onPart !== undefined;
    const callId = listens || (contract.cancellable && signal !== undefined) ? this.tools.random.uuidv7() : null;
    // Before the request: a part that comes at once is heard.
    const parts = listens && callId !== null ? hear(connection, partsSubject(contract, callId), onPart) : undefined;
    try {
      const [assertion, traceparent] = [this.assertionOf(caller), currentTraceparent()];
      const head = requestHeaders(caller, assertion, remainingMs, traceparent, known, callId, listens);
      const timeout = Math.max(1, Math.ceil(remainingMs));
      const request = connection.request(contract.subject, payload, { timeout, headers: head });
      return await (signal === undefined ? request : Promise.race([request, aborted(signal, request)]));
    } catch (error) {
      if (contract.cancellable && callId !== null && hasLeft(signal) && !connection.isClosed()) {
        connection.publish(leavingSubject(contract), callId);
      }
      throw translate(error);
    } finally {
      parts?.unsubscribe();
    }
  }

  private assertionOf(caller: Caller): string | null {
    return caller.assertion === undefined ? (this.tools.signer?.assertionFor(caller) ?? null) : caller.assertion;
  }

  private refuseOversize(connection: NatsConnection, payload: Uint8Array): void {
    const limit = connection.info?.max_payload ?? 1_048_576;
    // Headers count too; 4 KB is far more than ours.
    if (payload.length > limit - 4_096) {
      throw new AppError('payload_too_large', 'This request is too large.');
    }
  }
}

/** Whether it ends in time, with or without an answer. Every read passes here: a bare timer costs a tenth of a delay that is aborted. */
function endsWithin(ms: number, call: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    const ended = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    call.then(ended, ended);
  });
}

/** A refused subscription costs the parts alone: the answer itself comes another way. */
function hear(connection: NatsConnection, subject: string, onPart: (part: Uint8Array) => void): Subscription {
  return connection.subscribe(subject, {
    callback: (error, message) => {
      if (error === null) {
        onPart(message.data);
      }
    },
  });
}

function unlessConflict(answer: Msg): Msg {
  if (readAnswerHead(answer.headers).status === 'error') {
    const error = decodeError(answer.data);
    if (error.code === 'conflict') {
      throw error;
    }
  }
  return answer;
}

/** Proof that nobody received the request, so repeating it is safe. */
class NobodyThere extends Error {
  override readonly name = 'NobodyThere';
}

function translate(error: unknown): Error {
  if (error instanceof AppError) {
    return error;
  }
  if (error instanceof errors.TimeoutError) {
    return new AppError('deadline', undefined, { cause: error });
  }
  if (error instanceof errors.NoRespondersError) {
    return new NobodyThere(error.message, { cause: error });
  }
  if (error instanceof errors.RequestError && error.isNoResponders()) {
    return new NobodyThere(error.message, { cause: error });
  }
  // Permission, connection closed, draining: the caller can only come again.
  return new AppError('unavailable', undefined, { cause: error });
}

function hasLeft(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Rejects when the caller gives up. The request itself ends by its own timeout; its late answer is dropped. */
function aborted(signal: AbortSignal, request: Promise<Msg>): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(new AppError('deadline', undefined, { cause: signal.reason }));
    signal.addEventListener('abort', abort, { once: true });
    const forget = (): void => signal.removeEventListener('abort', abort);
    request.then(forget, forget);
  });
}

import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** A request-reply call over NATS, `rpc.<service>.<entity>.<verb>.v<n>`. */
export interface RpcContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'rpc';
  readonly subject: string;
  readonly input: I;
  readonly output: O;
  /** Codes beyond the general ones (validation_failed, unavailable, deadline, internal) that the caller must expect. */
  readonly errors: readonly ErrorCode[];
  readonly deadlineMs: number;
  /** True when a second call with the same input has no second effect: it may be made again. */
  readonly retryable: boolean;
  /** True when that holds for a second call with the same idempotency key, which gets the first one's answer. */
  readonly keyed: boolean;
  /** True when its owner is told that the caller has left, and stops: for work that is long or costs money. */
  readonly cancellable: boolean;
  /** What its owner tells a caller who listens while it works, each in the place of the one before; null where it tells nothing. */
  readonly part: z.ZodType | null;
  readonly caller: RpcCaller;
}

/**
 * On whose behalf a request is made. `person`: a signed-in person, confirmed by the gateway's signature. `service`: a person, or a service
 * on its own behalf (the broker's permissions decide which services may call). `public`: nobody has signed in yet.
 */
export type RpcCaller = 'person' | 'service' | 'public';

/** A fact, `<service>.<entity>.<past-verb>.v<n>`; `data` carries ids and facts, never tokens, addresses or bytes. */
export interface EventContract<D extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  readonly subject: string;
  readonly data: D;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the gateway's HTTP contract. */
export interface RouteContract<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  readonly kind: 'route';
  readonly method: HttpMethod;
  /** With `{name}` for path parameters, as OpenAPI writes them. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: 'public' | 'session';
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Status of success and its body; `answer` is absent for 204, redirects and bytes. */
  readonly status: number;
  readonly answer?: A;
  readonly errors: readonly ErrorCode[];
  /** Takes `Idempotency-Key`: every POST that creates or spends. */
  readonly idempotent: boolean;
  /** Opened in a popup: both success and refusals may be HTML pages for the person. */
  readonly popup: boolean;
}

export function defineRpc<I extends z.ZodType, O extends z.ZodType>(
  subject: `rpc.${string}.v${number}`,
  definition: {
    input: I;
    output: O;
    errors?: readonly ErrorCode[];
    deadlineMs?: number;
    retryable?: boolean;
    keyed?: boolean;
    cancellable?: boolean;
    part?: z.ZodType;
    caller?: RpcCaller;
  },
): RpcContract<I, O> {
  return {
    kind: 'rpc',
    subject,
    input: definition.input,
    output: definition.output,
    errors: definition.errors ?? [],
    deadlineMs: definition.deadlineMs ?? 5_000,
    retryable: definition.retryable ?? false,
    keyed: definition.keyed ?? false,
    cancellable: definition.cancellable ?? false,
    part: definition.part ?? null,
    caller: definition.caller ?? 'person',
  };
}

export function defineEvent<D extends z.ZodType>(subject: `${string}.v${number}`, data: D): EventContract<D> {
  return { kind: 'event', subject, data };
}

export function defineRoute<
  P extends z.ZodType = z.ZodType<undefined>,
  Q extends z.ZodType = z.ZodType<undefined>,
  B extends z.ZodType = z.ZodType<undefined>,
  A extends z.ZodType = z.ZodType<undefined>,
>(
  method: HttpMethod,
  path: `/${string}`,
  definition: {
    summary: string;
    tag: string;
    access?: 'public' | 'session';
    params?: P;
    query?: Q;
    body?: B;
    status?: number;
    answer?: A;
    errors?: readonly ErrorCode[];
    idempotent?: boolean;
    popup?: boolean;
  },
): RouteContract<P, Q, B, A> {
  const { access = 'session', status = 200, errors = [], idempotent = false, popup = false, ...rest } = definition;
  return { kind: 'route', method, path, access, status, errors, idempotent, popup, ...rest };
}

/** What a caller writes: before defaults are filled in. */
export type InputOf<C extends RpcContract> = z.input<C['input']>;
/** What a handler receives: after defaults and coercion. */
export type ParsedInputOf<C extends RpcContract> = z.output<C['input']>;
export type OutputOf<C extends RpcContract> = z.output<C['output']>;
export type DataOf<E extends EventContract> = z.output<E['data']>;
export type BodyOf<R extends RouteContract> = z.input<NonNullable<R['body']>>;
export type QueryOf<R extends RouteContract> = z.input<NonNullable<R['query']>>;
export type ParamsOf<R extends RouteContract> = z.input<NonNullable<R['params']>>;
export type AnswerOf<R extends RouteContract> = z.output<NonNullable<R['answer']>>;

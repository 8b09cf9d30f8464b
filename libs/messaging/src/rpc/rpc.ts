import type { InputOf, OutputOf, ParsedInputOf, RpcContract } from '@postloom/contracts';
import { bindRpcHandler } from './rpc-handler.decorator.ts';
import type { Caller, RpcContext } from './caller.ts';
import type { EncodedJson, Unchanged } from './encoded-json.ts';

export interface CallOptions {
  /** Budget in milliseconds; the contract's deadline when absent. A caller that has a deadline itself passes its `remainingMs()`. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** Takes the parts that the owner tells meanwhile, as JSON: some of them may be lost. Only where the contract has parts. */
  readonly onPart?: ((part: Uint8Array) => void) | undefined;
  /** Fingerprint of the answer the asker still has: while that is true, `read` gives no bytes. */
  readonly known?: string | undefined;
}

/** An answer with its fingerprint (null when its owner gives none); without bytes the one with that fingerprint is still true. */
export interface ReadAnswer {
  readonly bytes: Uint8Array | null;
  readonly fingerprint: string | null;
  /** It is a plain array that is shorter than its list. */
  readonly isTruncated: boolean;
}

/**
 * The request side of rpc, injected as `rpc: Rpc`.
 * Failures are `AppError`s: the code the owner answered with, `deadline` (no answer in time) or `unavailable` (nobody serves the
 * subject, or the broker is out of reach). A call whose contract is retryable, or that carries an idempotency key, is repeated once
 * on `unavailable`, inside the same deadline. One whose contract is retryable, or keyed when it carries a key, is asked again beside the
 * first request when that has no answer for a good part of the deadline; the first answer counts.
 */
export interface Rpc {
  call<C extends RpcContract>(
    contract: C,
    input: InputOf<C>,
    caller: Caller,
    options?: CallOptions,
  ): Promise<OutputOf<C>>;
  /** The answer's JSON bytes as the owner wrote them, undecoded: the gateway pipes them to the client. */
  raw<C extends RpcContract>(
    contract: C,
    input: InputOf<C>,
    caller: Caller,
    options?: CallOptions,
  ): Promise<Uint8Array>;
  /** As `raw`, with what its owner says about the answer: for lists, and for large reads whose asker may have the answer already. */
  read<C extends RpcContract>(
    contract: C,
    input: InputOf<C>,
    caller: Caller,
    options?: CallOptions,
  ): Promise<ReadAnswer>;
  /** The caller of background work: no person, no business. */
  systemCaller(service: string): Caller;
}

/** Shape a handler must have; checked by the compiler where `@Rpc(contract)` stands. */
export type RpcHandler<C extends RpcContract> = (
  input: ParsedInputOf<C>,
  context: RpcContext,
) => Promise<OutputOf<C> | EncodedJson | Unchanged> | OutputOf<C> | EncodedJson | Unchanged;

type RpcDecorator<C extends RpcContract> = <F extends RpcHandler<C>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<F>,
) => void;

interface RpcToken {
  /** Marks a controller's method as the one implementation of a contract. */
  <C extends RpcContract>(contract: C): RpcDecorator<C>;
  /** Never called: it makes `Rpc` a class in the eyes of the injector (the module provides the client under this token). */
  new (notConstructed: never): Rpc;
}

/**
 * Two uses of one word: `@Rpc(contract)` on a controller's method serves a contract, and `rpc: Rpc` in a constructor is the client.
 */
export const Rpc: RpcToken = function Rpc<C extends RpcContract>(contract: C): RpcDecorator<C> {
  return (target, key, descriptor) => {
    bindRpcHandler(contract, target, key, descriptor);
  };
} as unknown as RpcToken;

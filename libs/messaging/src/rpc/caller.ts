import type { Role } from '@postloom/contracts';

/** On whose behalf a request is made. Travels in the headers of every rpc; null = not known or not applicable. */
export interface Caller {
  /** Id of the request as the person sees it in an error message; the same in every log line of the story. */
  readonly requestId: string;
  readonly userId: string | null;
  readonly businessId: string | null;
  readonly payerId: string | null;
  readonly role: Role | null;
  /** `Idempotency-Key` of the request that creates or spends. */
  readonly idempotencyKey?: string | null;
  /**
   * The gateway's signature over person, business, payer and role, passed on unchanged. Null: a service in its own name. Absent
   * where it is still to be made: in the gateway.
   */
  readonly assertion?: string | null;
}

/** What a handler knows besides its input. */
export interface RpcContext extends Caller {
  readonly idempotencyKey: string | null;
  /** Fingerprint of the answer that the caller still has: while it holds, `Unchanged` may be answered. */
  readonly knownFingerprint: string | null;
  /** Aborted when the caller's deadline has passed, and when the caller of a cancellable contract has left (`CallerLeft`). */
  readonly signal: AbortSignal;
  /** Tells a caller who listens a part of the answer, as its contract says; absent where nobody does. */
  readonly tell?: ((part: unknown) => void) | undefined;
  /** Milliseconds left of the caller's budget, never negative. */
  remainingMs(): number;
}

/** Why a signal was aborted: nobody waits for the answer any more. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';

  constructor() {
    super('the caller has left');
  }
}

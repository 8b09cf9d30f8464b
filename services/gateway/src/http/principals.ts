import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { identityEvents, identityRpc } from '@postloom/contracts';
import type { Principal, RouteContract } from '@postloom/contracts';
import { EventHints, Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';

interface Known {
  readonly answer: Promise<Principal>;
  /** Monotonic milliseconds. */
  readonly until: number;
}

/** Long enough for the requests of one page load and no longer; an event that changes a principal ends it at once. */
const FRESH_MS = 1_000;
const MAX_KNOWN = 10_000;

/** Calls after which a session's principal may differ or be gone: sign-in and out, plan, active business, memberships. */
const CHANGING_TAGS = new Set(['Accounts', 'User, plan and limits', 'Businesses']);

const CHANGING_EVENTS: ReadonlySet<string> = new Set(Object.values(identityEvents).map(({ subject }) => subject));

/**
 * The principal of a session, asked of identity and cached for a second. The whole cache is dropped when an event changes a principal (a
 * session, a business, a plan; not a notification, of which there are hundreds a second) and before a call that changed one is answered.
 * Sign-out is therefore immediate: on this pod by the call itself, on the others by the event, and never later than a second
 * (deploy/docs/adr/0012).
 */
@Injectable()
export class Principals implements OnModuleInit {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly events: EventHints,
  ) {}

  onModuleInit(): void {
    this.events.subscribeAll(({ subject }) => {
      if (CHANGING_EVENTS.has(subject)) {
        this.forget();
      }
    });
  }

  /** @throws AppError unauthorized, not_found (a business that the person does not belong to) */
  resolve(sessionToken: string, askedBusinessId: string | null, caller: Caller): Promise<Principal> {
    const key = `${sessionToken} ${askedBusinessId ?? ''}`;
    const now = this.clock.monotonicMs();
    const known = this.known.get(key);
    if (known && known.until > now) {
      return known.answer;
    }
    const answer = this.rpc.call(identityRpc.sessionResolve, { sessionToken, askedBusinessId }, caller);
    const entry = { answer, until: now + FRESH_MS };
    this.remember(key, entry);
    answer.catch(() => {
      // Refusals are not cached; an entry that has replaced this one in the meantime stays.
      if (this.known.get(key) === entry) {
        this.known.delete(key);
      }
    });
    return answer;
  }

  /** Before the call's answer is sent. */
  afterCall(contract: RouteContract | undefined): void {
    if (contract && CHANGING_TAGS.has(contract.tag) && (contract.method !== 'GET' || contract.status === 302)) {
      this.forget();
    }
  }

  private remember(key: string, entry: Known): void {
    if (this.known.size >= MAX_KNOWN) {
      this.known.clear();
    }
    this.known.set(key, entry);
  }

  private forget(): void {
    this.known.clear();
  }
}

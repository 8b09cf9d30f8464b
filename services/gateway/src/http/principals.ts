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
  readonly sessionToken: string;
  /** Null until it is there. */
  principal: Principal | null;
}

/** The longest a change goes unseen whose event got lost. */
const FRESH_MS = 5_000;
const MAX_KNOWN = 10_000;

/** Calls after which a session's principal may differ or be gone: sign-in and out, plan, active business, memberships. */
const CHANGING_TAGS = new Set(['Accounts', 'User, plan and limits', 'Businesses']);

const CHANGING_EVENTS: ReadonlySet<string> = new Set(Object.values(identityEvents).map(({ subject }) => subject));

/**
 * The principal of a session, asked of identity and cached for five seconds. An event that changes a principal (a session, a person,
 * a business, a plan) drops what is cached about it and nothing else: one sign-up must not make every session ask again. A call that
 * changed one drops it before it is answered. Sign-out is therefore immediate: on this pod by the call itself, on the others by the
 * event, and never later than five seconds (deploy/docs/adr/0012).
 */
@Injectable()
export class Principals implements OnModuleInit {
  /** Oldest first; that one makes room. */
  private readonly known = new Map<string, Known>();
  /** Keys of `known` by what they are about: a session's token, a session, a person, a business, a payer. */
  private readonly keysAbout = new Map<string, Set<string>>();
  /** Asked and not answered yet: what they are about is not known, so any event may concern them. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly events: EventHints,
  ) {}

  onModuleInit(): void {
    this.events.subscribeAll(({ subject, entityId, businessId }) => {
      if (CHANGING_EVENTS.has(subject)) {
        this.forgetAbout(entityId);
        if (businessId !== null) {
          this.forgetAbout(businessId);
        }
        this.forgetAsked();
      }
    });
  }

  /** @throws AppError unauthorized, not_found (a business that is not the person's) */
  resolve(sessionToken: string, askedBusinessId: string | null, caller: Caller): Promise<Principal> {
    const key = `${sessionToken} ${askedBusinessId ?? ''}`;
    const now = this.clock.monotonicMs();
    const known = this.known.get(key);
    if (known && known.until > now) {
      return known.answer;
    }
    this.forget(key);
    const answer = this.rpc.call(identityRpc.sessionResolve, { sessionToken, askedBusinessId }, caller);
    const entry: Known = { answer, until: now + FRESH_MS, sessionToken, principal: null };
    this.remember(key, entry);
    answer.then(
      (principal) => {
        this.index(key, entry, principal);
      },
      () => {
        // A refusal is asked again every time; an entry that took its place meanwhile stays.
        if (this.known.get(key) === entry) {
          this.forget(key);
        }
      },
    );
    return answer;
  }

  /** Before the answer to a call of this contract, made in this session, goes out. */
  afterCall(contract: RouteContract | undefined, sessionToken: string | null): void {
    if (
      sessionToken !== null &&
      contract &&
      CHANGING_TAGS.has(contract.tag) &&
      (contract.method !== 'GET' || contract.status === 302)
    ) {
      for (const key of this.keysAbout.get(sessionToken) ?? []) {
        this.forgetAbout(this.known.get(key)?.principal?.userId ?? '');
      }
      this.forgetAsked();
    }
  }

  private remember(key: string, entry: Known): void {
    for (const oldest of this.known.keys()) {
      if (this.known.size < MAX_KNOWN) {
        break;
      }
      this.forget(oldest);
    }
    this.known.set(key, entry);
    this.asked.add(key);
  }

  private index(key: string, entry: Known, principal: Principal): void {
    if (this.known.get(key) !== entry) {
      return; // something changed while it was asked
    }
    this.asked.delete(key);
    entry.principal = principal;
    for (const id of idsOf(entry)) {
      const keys = this.keysAbout.get(id);
      if (keys) {
        keys.add(key);
      } else {
        this.keysAbout.set(id, new Set([key]));
      }
    }
  }

  private forgetAbout(id: string): void {
    for (const key of this.keysAbout.get(id) ?? []) {
      this.forget(key);
    }
  }

  private forgetAsked(): void {
    for (const key of this.asked) {
      this.forget(key);
    }
  }

  private forget(key: string): void {
    const entry = this.known.get(key);
    for (const id of entry ? idsOf(entry) : []) {
      const keys = this.keysAbout.get(id);
      keys?.delete(key);
      if (keys?.size === 0) {
        this.keysAbout.delete(id);
      }
    }
    this.known.delete(key);
    this.asked.delete(key);
  }
}

/** An event about any of these drops the entry; none before the answer is there. */
function idsOf({ principal, sessionToken }: Known): string[] {
  if (principal === null) {
    return [];
  }
  const { sessionId, userId, businessId, payerId } = principal;
  return [sessionToken, sessionId, userId, businessId, payerId].filter((id) => id !== null);
}

import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { AuditAct } from '@postloom/contracts';
import { Throttles } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { throttleKey } from '../throttle-keys.ts';
import { AuditRepository } from './audit.repository.ts';
import { oneLine } from './one-line.ts';

const LONGEST_DETAIL = 300;
const LONGEST_USER_AGENT = 400;

/** What a sign-in failed at: stands in the log. */
export type FailedCheck = 'password' | 'second-step' | 'passkey';

export interface AuditNote {
  readonly act: AuditAct;
  /**
   * What it was about, for the person to recognise: 'Instagram, Bakery Huber', 'pro', 'Anna's phone'. Never a token, a code, a link, a
   * caption, a network address, or an email address of somebody else.
   */
  readonly detail?: string | undefined;
  /** Of the request, where a browser made it. */
  readonly userAgent?: string | undefined;
}

/**
 * The log of what happened to an account. Written in the transaction of the act itself, so that neither stands without the other; read
 * only by the person (`GET /api/user/audit-log`); append-only in the database; kept `KEEP_AUDIT_DAYS`; gone with the person.
 */
@Injectable()
export class Audit {
  constructor(
    private readonly random: Random,
    private readonly throttles: Throttles,
    private readonly entries: AuditRepository,
  ) {}

  async note(tx: Tx, userId: string, note: AuditNote): Promise<void> {
    await this.entries.insert(tx, { ...this.entry(note), userId });
  }

  /** For the owner of a business; the transaction's scope must be that business. Nothing when it is gone. */
  async noteForOwner(tx: Tx, businessId: string, note: AuditNote): Promise<void> {
    const ownerId = await this.entries.ownerOf(tx, businessId);
    if (ownerId !== null) {
      await this.note(tx, ownerId, note);
    }
  }

  /** If somebody has this address. The same statement runs when nobody has, so that the time tells nothing. */
  async noteForAddress(tx: Tx, email: string, note: AuditNote): Promise<void> {
    await this.entries.insertForAddress(tx, { ...this.entry(note), email });
  }

  /**
   * A failed sign-in, if somebody has this address: only so many a day, so that nobody fills somebody else's log. Each check is counted
   * for itself: guesses at the password, which anybody may make, do not hide somebody who is past it.
   */
  async noteFailedSignIn(tx: Tx, email: string, check: FailedCheck, userAgent: string): Promise<void> {
    if (await this.throttles.tryTake(tx, throttleKey('limitAuditFailures', email, check))) {
      await this.noteForAddress(tx, email, { act: 'sign_in_failed', detail: check, userAgent });
    }
  }

  private entry({ act, detail, userAgent }: AuditNote) {
    return {
      ...{ id: this.random.uuidv7(), act },
      detail: detail === undefined ? null : oneLine(detail, LONGEST_DETAIL),
      userAgent: userAgent === undefined ? null : oneLine(userAgent, LONGEST_USER_AGENT),
    };
  }
}

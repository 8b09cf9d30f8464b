import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { AccountsRepository, RevokeConsent } from '../accounts/index.ts';
import { LanesRepository, refreshBlock } from '../lanes/index.ts';
import type { PlatformProblem } from '../platforms/index.ts';
import { SecretsRepository } from '../vault/index.ts';
import { LaneTokens } from './lane-tokens.ts';
import { SettleStep } from './settle-step.ts';
import type { Next, Visit } from './visit.ts';

/** A token that ends this soon is as good as ended: a call with it might arrive too late. */
const EXPIRES_SOON_MS = 30_000;

/** The tokens of a visit: renewed when their time is near or they were refused, destroyed when the account is gone. */
@Injectable()
export class RefreshLane {
  constructor(
    private readonly uow: Uow,
    private readonly lanes: LanesRepository,
    private readonly laneTokens: LaneTokens,
    private readonly settle: SettleStep,
    private readonly accounts: AccountsRepository,
    private readonly secrets: SecretsRepository,
    private readonly revoke: RevokeConsent,
  ) {}

  /** The token's time is near: new ones before anything else. */
  async due(visit: Visit): Promise<Next> {
    const outcome = await this.now(visit);
    if (outcome === null) {
      return 'next';
    }
    if (outcome === 'lost' || visit.held === null) {
      return 'stop';
    }
    if (outcome.kind === 'reconnect') {
      await this.settle.parkLane(visit.lane, outcome, visit.held.secret);
      return 'next'; // what has waited too long still ends
    }
    // The old token may still do; if not, the lane waits.
    const seconds = outcome.kind === 'wait' ? outcome.seconds : 30;
    const { tokens } = visit.held;
    const { code, message } = outcome;
    return this.uow.run(Scope.business(visit.lane.businessId), async (tx) => {
      const now = await tx.now();
      const isExpired = tokens.expiresAt !== null && Date.parse(tokens.expiresAt) - EXPIRES_SOON_MS <= now.getTime();
      await this.lanes.setRefreshAt(tx, visit.lane, new Date(now.getTime() + seconds * 1_000));
      if (outcome.kind === 'wait' && outcome.scope === 'app') {
        await this.lanes.block(tx, visit.lane, { scope: 'app', seconds, code, message });
      } else if (isExpired) {
        await this.lanes.block(tx, visit.lane, { scope: 'account', seconds, code: refreshBlock, message });
      }
      return isExpired ? 'stop' : 'next';
    });
  }

  /** Null: the visit has fresh tokens. */
  async now(visit: Visit): Promise<PlatformProblem | 'lost' | null> {
    if (visit.held === null) {
      return 'lost';
    }
    visit.hasRefreshed = true;
    const outcome = await this.laneTokens.refresh(visit.lane, visit.lease, visit.platform, visit.held);
    if (outcome === 'lost') {
      visit.lease.lose();
      return 'lost';
    }
    if ('kind' in outcome) {
      return outcome;
    }
    visit.held = outcome;
    return null;
  }

  /** A removed account keeps its token only while the outcome of a call is open. */
  async shred(visit: Visit): Promise<void> {
    const { lane } = visit;
    const removed = await this.uow.run(Scope.business(lane.businessId), async (tx) => {
      const account = await this.accounts.byId(tx, lane.businessId, lane.id);
      if (account?.state !== 'removed') {
        return null;
      }
      const secret = await this.secrets.shred(tx, lane.businessId, lane.id);
      return secret === null ? null : { account, secret };
    });
    if (removed !== null) {
      await this.revoke.execute(removed.account, removed.secret);
    }
  }
}

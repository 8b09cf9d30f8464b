import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, reportShareRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Tombstones, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import type { AnalyticsConfig } from '../config.ts';
import { reportOf } from '../reports/index.ts';
import { hashOf, TOKEN_BYTES } from './share-token.ts';
import { SharesRepository } from './shares.repository.ts';

type Input = ParsedInputOf<typeof reportShareRpc.shareCreate>;
type Answer = OutputOf<typeof reportShareRpc.shareCreate>;

/**
 * A link to a report. What it shows is kept with it, as it is now: whoever opens the link is nobody the product knows, and no other
 * service has to answer to them.
 */
@Injectable()
export class ShareReport {
  constructor(
    @Inject(CONFIG) private readonly config: AnalyticsConfig,
    private readonly uow: Uow,
    private readonly erased: Tombstones,
    private readonly random: Random,
    private readonly shares: SharesRepository,
  ) {}

  /** @throws AppError no_business, forbidden, validation_failed (longer than allowed here), conflict (as many as there may be) */
  async execute({ days, ...facts }: Input, context: RpcContext): Promise<Answer> {
    const businessId = writerOf(context);
    const { longestShareDays, mostReportShares } = this.config;
    if (days > longestShareDays) {
      const message = `A link can work for at most ${longestShareDays} days.`;
      throw new AppError('validation_failed', message, { details: [{ path: 'days', message }] });
    }
    const token = this.random.token(TOKEN_BYTES);
    const { from, to } = facts.analytics;
    const share = await this.uow.run(Scope.business(businessId), async (tx) => {
      await this.erased.refuseErased(tx, businessId);
      await this.shares.lock(tx, businessId);
      if ((await this.shares.count(tx, businessId)) >= mostReportShares) {
        throw new AppError('conflict', `You have ${mostReportShares} links already. Withdraw one to make another.`);
      }
      return this.shares.add(tx, businessId, {
        ...{ id: this.random.uuidv7(), tokenHash: hashOf(token), days, from, to },
        report: reportOf(facts),
      });
    });
    return { share, token };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { MOST_READ_AT_ONCE } from '@postloom/contracts';
import { Housekeeping, LeasedTableWorker, WorkerTools } from '@postloom/persistence';
import type { Run, Tx } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { ReadInsights } from './read-insights.ts';
import { allReadings, ReadingsClaims } from './readings.claims.ts';
import type { ReadingRow } from './readings.claims.ts';
import type { Reading } from './readings.repository.ts';

/** Longer than a run, and the calls that are under way when it ends. */
const LEASE_SECONDS = 180;
const CLEAN_UP_SECONDS = 3_600;

/** The row that was claimed, and what else is due of its account. */
interface AccountRow extends ReadingRow {
  readonly all: readonly ReadingRow[];
  /** It has waited so long that it is read although posts wait. */
  readonly isLate: boolean;
}

/** Reads how posts and accounts are doing, businesses taking turns, while no post waits to be published; a few late ones also then. */
@Injectable()
export class InsightsWorker extends LeasedTableWorker<AccountRow> {
  constructor(
    tools: WorkerTools,
    @Inject(CONFIG) config: PublisherConfig,
    private readonly housekeeping: Housekeeping,
    private readonly claims: ReadingsClaims,
    private readonly readInsights: ReadInsights,
  ) {
    super(tools, {
      ...{ name: 'insights', slots: config.insightsSlots, pollMs: 5_000, table: 'insight_readings' },
      ...{ leaseSeconds: LEASE_SECONDS, scope: allReadings, turnsBy: 'business_id' },
    });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.housekeeping.add({
      name: 'insight-budgets-cleanup',
      everySeconds: CLEAN_UP_SECONDS,
      run: () => this.tools.uow.run(allReadings, (tx) => this.claims.cleanUp(tx)),
    });
  }

  protected override async claimRows(tx: Tx, free: number): Promise<AccountRow[]> {
    const isLate = await this.claims.isPublishingBusy(tx);
    const rows = isLate
      ? await this.claims.claimLate(tx, this.tools.leases, LEASE_SECONDS)
      : await this.claimWithCompanions(tx, free);
    return [...Map.groupBy(rows, (row) => row.account_id).values()].flatMap((all): AccountRow[] =>
      all[0] === undefined ? [] : [{ ...all[0], all: all.slice(0, MOST_READ_AT_ONCE), isLate }],
    );
  }

  private async claimWithCompanions(tx: Tx, free: number): Promise<ReadingRow[]> {
    const leads = (await super.claimRows(tx, free)) as ReadingRow[];
    return [...leads, ...(await this.claims.companions(tx, leads, MOST_READ_AT_ONCE - 1, LEASE_SECONDS))];
  }

  protected override work(row: AccountRow, { signal }: Run): Promise<void> {
    const { business_id: businessId, account_id: accountId, all, isLate } = row;
    return this.readInsights.execute({ businessId, accountId, readings: all.map(toReading), isLate }, signal);
  }
}

function toReading({
  id,
  lease_epoch: epoch,
  post_id: postId,
  remote_id: remoteId,
  published_at: at,
}: ReadingRow): Reading {
  const isPost = postId !== null && remoteId !== null && at !== null;
  return { id, epoch, post: isPost ? { id: postId, remoteId, publishedAt: at } : null };
}

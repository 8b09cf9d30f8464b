import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LeasedTableWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Run } from '@postloom/persistence';
import { emptyPool, LEAST_BUSINESSES, noiseOf, withBusiness } from '../best-times/index.ts';
import { PoolsClaims } from './pools.claims.ts';
import type { ClaimedPool, Member } from './pools.claims.ts';

const EVERY_SECONDS = 86_400;
const LEASE_SECONDS = 60;
/** Businesses that are read in one transaction. */
const AT_ONCE = 50;
/** More businesses make a pool no better. */
const MOST_BUSINESSES = 500;
/** Longest time of one statement. */
const TIMEOUT_MS = 30_000;
const FIRST = '00000000-0000-0000-0000-000000000000';
const scope = Scope.system('what businesses of an industry have shown');

/** Learns daily what the businesses of each industry have shown on each platform. */
@Injectable()
export class PoolsWorker extends LeasedTableWorker<ClaimedPool> {
  constructor(
    tools: WorkerTools,
    private readonly claims: PoolsClaims,
  ) {
    super(tools, {
      ...{ name: 'pools', table: 'pools', slots: 1, pollMs: 5_000 },
      ...{ leaseSeconds: LEASE_SECONDS, scope },
    });
  }

  protected override async work(pool: ClaimedPool, { signal }: Run): Promise<void> {
    const members = await this.members(pool, signal);
    const isEnough = members.length >= LEAST_BUSINESSES;
    let learned = emptyPool(noiseOf(members.map(({ evidence }) => evidence)));
    for (const { evidence } of isEnough ? members : []) {
      learned = withBusiness(learned, evidence);
      // A matrix of the week is inverted for each: whatever else the process does comes in between.
      await setImmediate();
    }
    await this.tools.uow.run(
      scope,
      async (tx) => {
        const isOwner = await this.tools.leases.release(tx, 'pools', pool.id, pool.lease_epoch, {
          inSeconds: EVERY_SECONDS,
        });
        if (isOwner) {
          await this.claims.replace(tx, pool, isEnough ? { learned, members } : null);
        }
      },
      { timeoutMs: TIMEOUT_MS },
    );
  }

  /** Businesses of the industry with enough measured posts on the platform. */
  private async members(pool: ClaimedPool, signal: AbortSignal): Promise<readonly Member[]> {
    const members: Member[] = [];
    let after: string | null = FIRST;
    while (after !== null && members.length < MOST_BUSINESSES) {
      signal.throwIfAborted();
      const from: string = after;
      const read = await this.tools.uow.run(
        scope,
        async (tx) => {
          await this.extendLease(tx, pool);
          return this.claims.histories(tx, pool, from, AT_ONCE);
        },
        { timeoutMs: TIMEOUT_MS },
      );
      members.push(...read.members);
      after = read.last;
    }
    return members.slice(0, MOST_BUSINESSES);
  }
}

import { Injectable } from '@nestjs/common';
import type { IndustryKey, Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { Matrix } from 'ml-matrix';
import { SLOTS } from '../best-times/index.ts';
import type { Evidence, Pool } from '../best-times/index.ts';

interface PoolRow {
  readonly industry: string;
  readonly businesses: number;
  readonly noise: number;
  readonly precision_matrix: number[];
  readonly weighted: number[];
}

/** A platform's pools, without what they hold. */
export interface PoolHead {
  readonly platform: Platform;
  /** Changes with each of its pools. */
  readonly version: string;
}

@Injectable()
export class PoolsRepository {
  /** Null: nobody has told it. */
  async industryOf(tx: Tx, businessId: string): Promise<IndustryKey | null> {
    const [row] = await tx.query<{ industry: IndustryKey | null }>(
      'SELECT industry FROM business_refs WHERE business_id = $1',
      [businessId],
    );
    return row?.industry ?? null;
  }

  /** Those of platforms on which anything was learned. */
  heads(tx: Tx, platforms: readonly string[]): Promise<PoolHead[]> {
    return tx.query(
      `SELECT platform, max(made_at)::text AS version FROM pools WHERE platform = ANY ($1::text[]) AND made_at IS NOT NULL
      GROUP BY platform HAVING max(businesses) > 0`,
      [platforms],
    );
  }

  async pool(tx: Tx, platform: string): Promise<Pool> {
    const rows = await tx.query<PoolRow>(
      `SELECT industry, businesses, noise, precision_matrix, weighted FROM pools WHERE platform = $1 AND businesses > 0`,
      [platform],
    );
    return new Map(
      rows.map(({ industry, businesses, noise, precision_matrix: precision, weighted }) => [
        industry,
        {
          ...{ businesses, noise },
          belief: { precision: Matrix.from1DArray(SLOTS, SLOTS, precision), weighted: Matrix.columnVector(weighted) },
        },
      ]),
    );
  }

  /** What the business has put into the pools of its industry, by platform. */
  async given(tx: Tx, businessId: string, industry: string): Promise<ReadonlyMap<string, Evidence>> {
    const rows = await tx.query<Evidence & { readonly platform: string }>(
      'SELECT platform, posts, sums, squares FROM pool_members WHERE business_id = $1 AND industry = $2',
      [businessId, industry],
    );
    return new Map(rows.map(({ platform, ...evidence }) => [platform, evidence]));
  }
}

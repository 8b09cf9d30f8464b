import { Injectable } from '@nestjs/common';
import type { IndustryKey } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { aboveOf, expectedUnder, mixed, nothingKnown, othersOf } from '../best-times/index.ts';
import type { Expected, Gaussian, OthersOnPlatform, Pool } from '../best-times/index.ts';
import { PoolsRepository } from './pools.repository.ts';
import type { PoolHead } from './pools.repository.ts';

/** The pools of a platform as they were at `version`, and what its other industries say of one, worked out once. */
interface Remembered {
  readonly version: string;
  readonly pool: Pool;
  readonly above: Map<string, Gaussian | null>;
}

interface FromOthers {
  readonly expected: Expected;
  readonly industry: IndustryKey;
  readonly others: readonly OthersOnPlatform[];
}

/** What is expected of a business by what others have shown; never what a single one of them has shown. */
@Injectable()
export class OtherBusinesses {
  private readonly remembered = new Map<string, Remembered>();

  constructor(private readonly pools: PoolsRepository) {}

  /** Of its posts on these platforms together, by their share of the posts. */
  async expectedOf(
    tx: Tx,
    businessId: string,
    platforms: readonly { readonly platform: string; readonly share: number }[],
  ): Promise<FromOthers> {
    const industry = await this.pools.industryOf(tx, businessId);
    const heads =
      industry === null
        ? []
        : await this.pools.heads(
            tx,
            platforms.map(({ platform }) => platform),
          );
    if (industry === null || heads.length === 0) {
      return { expected: nothingKnown, industry: industry ?? 'other', others: [] };
    }
    const given = await this.pools.given(tx, businessId, industry);
    const parts: { share: number; expected: Expected }[] = [];
    const others: OthersOnPlatform[] = [];
    for (const { platform, share } of platforms) {
      const head = heads.find((one) => one.platform === platform);
      if (head === undefined) {
        parts.push({ share, expected: nothingKnown });
      } else {
        const known = await this.known(tx, head);
        const own = given.get(platform) ?? null;
        const ofIndustry = known.pool.get(industry);
        parts.push({ share, expected: expectedUnder(above(known, industry), ofIndustry, own) });
        others.push({ platform: head.platform, businesses: othersOf(ofIndustry, own) });
      }
    }
    return { expected: mixed(parts), industry, others };
  }

  private async known(tx: Tx, { platform, version }: PoolHead): Promise<Remembered> {
    const before = this.remembered.get(platform);
    if (before?.version === version) {
      return before;
    }
    const now = { version, pool: await this.pools.pool(tx, platform), above: new Map<string, Gaussian | null>() };
    this.remembered.set(platform, now);
    return now;
  }
}

function above({ pool, above: known }: Remembered, industry: string): Gaussian | null {
  const before = known.get(industry);
  if (before !== undefined) {
    return before;
  }
  const now = aboveOf(pool, industry);
  known.set(industry, now);
  return now;
}

import { Injectable } from '@nestjs/common';
import { rankNames, termsOf } from '@postloom/chassis';
import { identityRpc, MOST_FOUND_OF_KIND, rowsOf, searchRpc } from '@postloom/contracts';
import type { RankedResult, SearchAnswer, SearchKind } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { searchAnswer } from './search-answer.ts';

/** One deadline for all owners: who types has typed on by then. */
const DEADLINE_MS = 2_000;

/** GET /api/search: the owners are asked in parallel, so no result is older than what it shows. */
@Injectable()
export class ComposeSearch {
  constructor(private readonly rpc: Rpc) {}

  async execute(search: string, caller: Caller): Promise<SearchAnswer> {
    if (termsOf(search).length === 0) {
      return { groups: [], missing: [] };
    }
    const options = { deadlineMs: DEADLINE_MS };
    const ofBusiness = caller.businessId !== null;
    const parts = await Promise.all([
      ...(ofBusiness
        ? [
            part(['photos', 'albums'], this.rpc.call(searchRpc.media, { search }, caller, options)),
            part(['posts', 'schedules'], this.rpc.call(searchRpc.scheduling, { search }, caller, options)),
          ]
        : []),
      part(['businesses'], this.businesses(search, caller)),
    ]);
    return searchAnswer(parts.flat());
  }

  private async businesses(search: string, caller: Caller): Promise<{ businesses: RankedResult[] }> {
    const own = await this.rpc.call(identityRpc.businessList, {}, caller, { deadlineMs: DEADLINE_MS });
    const best = rankNames(rowsOf(own), search).slice(0, MOST_FOUND_OF_KIND);
    return { businesses: best.map(({ item: { id, name }, score }) => ({ id, label: name, score })) };
  }
}

/** What an owner that did not answer in time would have found is null: the answer names it, and never fails. */
async function part<K extends SearchKind>(
  kinds: readonly K[],
  asked: Promise<Record<K, RankedResult[]>>,
): Promise<{ kind: SearchKind; results: RankedResult[] | null }[]> {
  try {
    const found = await asked;
    return kinds.map((kind) => ({ kind, results: found[kind] }));
  } catch {
    return kinds.map((kind) => ({ kind, results: null })); // the rpc client has logged and counted it
  }
}

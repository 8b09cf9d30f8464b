import { Injectable } from '@nestjs/common';
import { albumRpc } from '@postloom/contracts';
import { FairQueue, mapInTurns } from '@postloom/chassis';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { KnownFacts } from '../facts/index.ts';
import { openQuestions } from '../posts/index.ts';
import { cellsOf } from './columns.ts';
import type { Cells } from './columns.ts';
import { readCsv } from './csv.ts';
import { isId, MOST_PHOTOS, photosNamed, readRow } from './row-rules.ts';
import type { ReadRow } from './row-rules.ts';

/** A row of the file: its cells, and their meaning. */
export interface Row {
  readonly cells: Cells;
  readonly read: ReadRow;
}

/** As many names as media resolves at once. */
const NAMES_AT_ONCE = 500;
/**
 * An import holds a connection of the pool for up to 25 s. Two at a time leave the other connections to everybody else, and one
 * per business leaves the second slot to the next business.
 */
const IMPORTS = { name: 'imports', slots: 2, slotsPerKey: 1, waiting: 100, waitingPerKey: 25 } as const;
/** After the longest wait enough of the call's 30 s is left for the import itself. */
const LONGEST_WAIT_MS = 12_000;
/** The longest that the work on a file may take. */
export const WORK_MS = 25_000;

/** The rows of a CSV file, read with what is known of the business and its photos. Files of one business are read one after the other. */
@Injectable()
export class ImportFile {
  private readonly queue = new FairQueue(IMPORTS);

  constructor(
    private readonly rpc: Rpc,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
  ) {}

  /**
   * The answer of `work`, which gets the rows in a transaction of the business.
   * @throws AppError validation_failed (the file as a whole: its quotes, columns, number of rows), unavailable (too many files are
   * waiting), and what `work` throws
   */
  async read<T>(
    csv: string,
    businessId: string,
    context: RpcContext,
    work: (tx: Tx, rows: readonly Row[], facts: KnownFacts) => Promise<T>,
  ): Promise<T> {
    return this.queue.run(businessId, () => this.inTurn(csv, businessId, context, work), { waitMs: LONGEST_WAIT_MS });
  }

  private async inTurn<T>(
    csv: string,
    businessId: string,
    context: RpcContext,
    work: (tx: Tx, rows: readonly Row[], facts: KnownFacts) => Promise<T>,
  ): Promise<T> {
    const table = cellsOf(readCsv(csv));
    const photoIds = await this.photosByName(table, context);
    const ids = [...new Set([...photosOfAll(table).filter(isId), ...photoIds.values()])];
    return this.askOwners.untilAnswered<T>(
      context,
      businessId,
      async (tx, isAsked) => {
        const facts = await this.refs.known(tx, businessId, ids);
        const timeZone = facts.business?.timeZone ?? 'UTC';
        const rows = await mapInTurns(table, (cells): Row => ({
          cells,
          read: readRow(cells, { timeZone, photoIds }),
        }));
        const platforms = new Set(rows.flatMap(({ read }) => read.input?.platforms ?? []));
        const open = isAsked ? null : openQuestions(facts, { platforms: [...platforms], photoIds: ids });
        return open === null ? { answer: await work(tx, rows, facts) } : { open };
      },
      { timeoutMs: WORK_MS },
    );
  }

  /** Ids of the photos that rows name by their file names; of several with one name, the newest. */
  private async photosByName(rows: readonly Cells[], context: RpcContext): Promise<Map<string, string>> {
    const names = [...new Set(photosOfAll(rows).filter((name) => !isId(name) && [...name].length <= 255))];
    const found = new Map<string, string>();
    for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
      const part = names.slice(from, from + NAMES_AT_ONCE);
      const options = { deadlineMs: context.remainingMs() };
      const photos = await this.rpc.call(albumRpc.photoNamed, { names: part }, context, options);
      for (const { name, photoId } of photos) {
        found.set(name, photoId);
      }
    }
    return found;
  }
}

function photosOfAll(rows: readonly Cells[]): string[] {
  return rows.map(photosNamed).flatMap((names) => (names.length > MOST_PHOTOS ? [] : names));
}

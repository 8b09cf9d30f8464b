import { Injectable } from '@nestjs/common';
import { albumRpc, AppError, limitReached } from '@postloom/contracts';
import type { ImportResult, importRpc, ParsedInputOf } from '@postloom/contracts';
import { FairQueue, mapInTurns, Random } from '@postloom/chassis';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Quotas } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { KnownFacts } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import {
  byPerson,
  checkable,
  checkPost,
  countFindings,
  history,
  NearbyPostsRepository,
  newPost,
  openQuestions,
  PostsRepository,
  PostWriter,
  refuseWhatPlatformsRefuse,
} from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';
import { cellsOf } from './columns.ts';
import type { Cells } from './columns.ts';
import { readCsv } from './csv.ts';
import { isId, MOST_PHOTOS, photosNamed, readRow, refusalOf } from './row-rules.ts';
import type { ReadRow, RowError } from './row-rules.ts';

type Input = ParsedInputOf<typeof importRpc.postImport>;
type Writer = ReturnType<typeof writerOf>;
/** A row of the file: its cells, and their meaning. */
interface Row {
  readonly cells: Cells;
  readonly read: ReadRow;
}
type Judged = { readonly post: PostRecord; readonly errors?: undefined } | { readonly errors: RowError[] };

/** As many names as media resolves at once. */
const NAMES_AT_ONCE = 500;
/**
 * An import holds a connection of the pool for up to 25 s. Two at a time leave the other connections to everybody else, and one
 * per business leaves the second slot to the next business.
 */
const IMPORTS = { name: 'imports', slots: 2, slotsPerKey: 1, waiting: 100, waitingPerKey: 25 } as const;
/** After the longest wait enough of the call's 30 s is left for the import itself. */
const LONGEST_WAIT_MS = 12_000;
/** Other requests may take posts of the same plan at the same time; the count is repeated this often. */
const COUNTS = 5;

/** POST /api/posts/import: the rows of a CSV file as posts, one by one or all or nothing, in one transaction. */
@Injectable()
export class ImportPosts {
  private readonly queue = new FairQueue(IMPORTS);

  constructor(
    private readonly rpc: Rpc,
    private readonly idempotency: Idempotency,
    private readonly quotas: Quotas,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly nearby: NearbyPostsRepository,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
    private readonly random: Random,
  ) {}

  /**
   * @throws AppError validation_failed (the file as a whole: its quotes, columns, number of rows), idempotency_mismatch, conflict,
   * forbidden, no_business, unavailable (too many imports are waiting). What is wrong with a row is in the answer.
   */
  async execute(input: Input, context: RpcContext): Promise<ImportResult> {
    const writer = writerOf(context);
    return this.queue.run(writer.businessId, () => this.inTurn(input, writer, context), { waitMs: LONGEST_WAIT_MS });
  }

  private async inTurn(input: Input, writer: Writer, context: RpcContext): Promise<ImportResult> {
    const table = cellsOf(readCsv(input.csv));
    const photoIds = await this.photosByName(table, context);
    const ids = [...new Set([...photosOfAll(table).filter(isId), ...photoIds.values()])];
    const result = await this.askOwners.untilAnswered<ImportResult>(
      context,
      writer.businessId,
      async (tx, isAsked) => {
        const facts = await this.refs.known(tx, writer.businessId, ids);
        const timeZone = facts.business?.timeZone ?? 'UTC';
        const rows = await mapInTurns(table, (cells): Row => ({
          cells,
          read: readRow(cells, { timeZone, photoIds }),
        }));
        const platforms = new Set(rows.flatMap(({ read }) => read.input?.platforms ?? []));
        const open = isAsked ? null : openQuestions(facts, { platforms: [...platforms], photoIds: ids });
        if (open !== null) {
          return { open };
        }
        const work = () => this.import(tx, rows, input.allOrNothing, writer, facts);
        return { answer: await this.idempotency.run(tx, context, 'post.import', input, work) };
      },
      { timeoutMs: 25_000 },
    );
    metrics.postsCreated.add(result.created, { source: 'import' });
    return result;
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

  private async import(
    tx: Tx,
    rows: readonly Row[],
    allOrNothing: boolean,
    writer: Writer,
    facts: KnownFacts,
  ): Promise<ImportResult> {
    if (facts.business === null || facts.business.isDeleted) {
      throw new AppError('not_found');
    }
    const judged = await mapInTurns(rows, (row) => this.judge(row, writer, facts));
    const good = judged.flatMap((one) => (one.errors === undefined ? [one.post] : []));
    const isKeptBack = allOrNothing && good.length < rows.length;
    const mayCreate = isKeptBack ? 0 : await this.count(tx, writer, good.length, allOrNothing);
    const created = good.slice(0, mayCreate);
    await this.writer.createCounted(
      tx,
      created.map((post) => ({ post, lines: [byPerson(writer.userId, history.imported(post))] })),
    );
    await this.noteNeighbours(tx, created, writer, facts);
    const isCreated = new Set(created);
    return summary(
      judged.map((one) => {
        if (one.errors !== undefined) {
          return { outcome: 'refused', postId: null, errors: one.errors };
        }
        if (isCreated.has(one.post)) {
          return { outcome: 'created', postId: one.post.id, errors: [] };
        }
        if (isKeptBack) {
          return { outcome: 'not_tried', postId: null, errors: [] };
        }
        return { outcome: 'refused', postId: null, errors: [{ column: '', message: limitReached.posts }] };
      }),
    );
  }

  /** One row by the rules of creation. */
  private judge({ cells, read }: Row, writer: Writer, facts: KnownFacts): Judged {
    if (read.errors !== undefined) {
      return read;
    }
    try {
      const made = newPost(read.input, writer, facts, () => this.random.uuidv7(), 'import');
      const checks = checkPost(checkable(made), facts, []);
      refuseWhatPlatformsRefuse(checkable(made), checks);
      return { post: { ...made, preflight: countFindings(checks) } };
    } catch (error) {
      const errors = refusalOf(error, cells);
      if (errors === null) {
        throw error;
      }
      return { errors };
    }
  }

  /**
   * Duplicates and caps only cause warnings; they are checked once the rows are stored, so that rows of one file count against each other.
   */
  private async noteNeighbours(tx: Tx, created: readonly PostRecord[], { businessId }: Writer, facts: KnownFacts) {
    const checked = await Promise.all(
      created.map(async (post) => {
        const asked = checkable(post);
        const nearby = asked.isToGoOut ? await this.nearby.of(tx, businessId, post.id, asked) : [];
        return { ...post, preflight: countFindings(checkPost(asked, facts, nearby)) };
      }),
    );
    const warned = checked.filter((post, place) => post.preflight?.warnings !== created[place]?.preflight?.warnings);
    if (warned.length > 0) {
      await this.posts.setPreflight(tx, businessId, warned);
    }
  }

  /** Takes as many posts as the plan has left, at most `wanted`; with `allOrNothing` all of them or none. */
  private async count(tx: Tx, { payerId }: Writer, wanted: number, allOrNothing: boolean): Promise<number> {
    let amount = wanted;
    for (let tries = 0; tries < COUNTS && amount > 0; tries += 1) {
      try {
        await this.quotas.take(tx, { payerId, metric: 'posts', amount });
        return amount;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'upgrade_required') {
          throw error;
        }
        if (allOrNothing) {
          return 0;
        }
        const posts = (await this.quotas.read(tx, payerId)).find(({ metric }) => metric === 'posts');
        const left = posts === undefined ? 0 : posts.limit - posts.used - posts.reserved;
        amount = Math.max(0, Math.min(amount - 1, left));
      }
    }
    return 0;
  }
}

function photosOfAll(rows: readonly Cells[]): string[] {
  return rows.map(photosNamed).flatMap((names) => (names.length > MOST_PHOTOS ? [] : names));
}

function summary(rows: readonly Omit<ImportResult['rows'][number], 'row'>[]): ImportResult {
  const count = (outcome: string): number => rows.filter((row) => row.outcome === outcome).length;
  return {
    ...{ total: rows.length, created: count('created'), refused: count('refused') },
    rows: rows.map((row, index) => ({ row: index + 1, ...row })),
  };
}

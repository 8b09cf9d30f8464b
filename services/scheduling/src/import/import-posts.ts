import { Injectable } from '@nestjs/common';
import { AppError, limitReached } from '@postloom/contracts';
import type { ImportResult, importRpc, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Quotas } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import type { KnownFacts } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import {
  byPerson,
  checkable,
  checkPost,
  countFindings,
  history,
  NearbyPostsRepository,
  PostsRepository,
  PostWriter,
} from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';
import { ImportFile } from './import-file.ts';
import type { Row } from './import-file.ts';
import { JudgeRows } from './judge-rows.ts';
import { SamePostsRepository } from './same-posts.repository.ts';

type Input = ParsedInputOf<typeof importRpc.postImport>;
type Writer = ReturnType<typeof writerOf>;

/** Other requests may take posts of the same plan at the same time; the count is repeated this often. */
const COUNTS = 5;

/** POST /api/posts/import: the rows of a CSV file as posts, one by one or all or nothing, in one transaction. */
@Injectable()
export class ImportPosts {
  constructor(
    private readonly file: ImportFile,
    private readonly judgeRows: JudgeRows,
    private readonly samePosts: SamePostsRepository,
    private readonly idempotency: Idempotency,
    private readonly quotas: Quotas,
    private readonly nearby: NearbyPostsRepository,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
  ) {}

  /**
   * @throws AppError validation_failed (the file as a whole: its quotes, columns, number of rows), idempotency_mismatch, conflict,
   * forbidden, no_business, unavailable (too many imports are waiting). What is wrong with a row is in the answer.
   */
  async execute(input: Input, context: RpcContext): Promise<ImportResult> {
    const writer = writerOf(context);
    const result = await this.file.read(input.csv, writer.businessId, context, (tx, rows, facts) =>
      this.idempotency.run(tx, context, 'post.import', input, () => this.import(tx, rows, input, writer, facts)),
    );
    metrics.postsCreated.add(result.created, { source: 'import' });
    return result;
  }

  private async import(
    tx: Tx,
    rows: readonly Row[],
    { allOrNothing, duplicates }: Input,
    writer: Writer,
    facts: KnownFacts,
  ): Promise<ImportResult> {
    if (facts.business === null || facts.business.isDeleted) {
      throw new AppError('not_found');
    }
    const judged = await this.judged(tx, rows, duplicates === 'skip', writer, facts);
    const asked = judged.filter(({ sameAs }) => sameAs === undefined);
    const good = asked.flatMap(({ post }) => post ?? []);
    const isKeptBack = allOrNothing && good.length < asked.length;
    const mayCreate = isKeptBack ? 0 : await this.count(tx, writer, good.length, allOrNothing);
    const created = good.slice(0, mayCreate);
    await this.writer.createCounted(
      tx,
      created.map((post) => ({ post, lines: [byPerson(writer.userId, history.imported(post))] })),
    );
    await this.noteNeighbours(tx, created, writer, facts);
    const isCreated = new Set(created);
    const result = summary(
      judged.map((one) => {
        if (one.sameAs !== undefined) {
          return { outcome: 'duplicate', postId: null, errors: [], sameAs: one.sameAs };
        }
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
    return duplicates === 'skip' ? { ...result, duplicates: judged.length - asked.length } : result;
  }

  private async judged(tx: Tx, rows: readonly Row[], isCompared: boolean, writer: Writer, facts: KnownFacts) {
    if (!isCompared) {
      return this.judgeRows.judge(rows, writer, facts);
    }
    // The same file may be sent from two windows at once.
    await this.samePosts.lock(tx, writer.businessId);
    return this.judgeRows.compare(tx, rows, writer, facts);
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

function summary(rows: readonly Omit<ImportResult['rows'][number], 'row'>[]): ImportResult {
  const count = (outcome: string): number => rows.filter((row) => row.outcome === outcome).length;
  return {
    ...{ total: rows.length, created: count('created'), refused: count('refused') },
    rows: rows.map((row, index) => ({ row: index + 1, ...row })),
  };
}

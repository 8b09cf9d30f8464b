import { Inject, Injectable } from '@nestjs/common';
import { albumRpc, AppError, limitReached } from '@postloom/contracts';
import type { ImportResult, importRpc, ParsedInputOf } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Quotas, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, isAnythingOpen, RefsRepository } from '../facts/index.ts';
import type { KnownFacts } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import {
  bodyHash,
  byPerson,
  checkable,
  checkPost,
  countFindings,
  history,
  newPost,
  openQuestions,
  PostWriter,
  refuseWhatPlatformsRefuse,
} from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';
import { cellsOf } from './columns.ts';
import type { Cells } from './columns.ts';
import { readCsv } from './csv.ts';
import { isId, photosNamed, readRow, refusalOf } from './row-rules.ts';
import type { RowError } from './row-rules.ts';

type Input = ParsedInputOf<typeof importRpc.postImport>;
type Writer = ReturnType<typeof writerOf>;
type Judged = { readonly post: PostRecord; readonly errors?: undefined } | { readonly errors: RowError[] };

/** As many as media looks up at once. */
const NAMES_AT_ONCE = 500;
/** Others may take posts of the same plan while this one counts; so often it looks again. */
const COUNTS = 5;

/** POST /api/posts/import: the rows of a CSV file as posts, one by one or all or nothing, in one transaction. */
@Injectable()
export class ImportPosts {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(Quotas) private readonly quotas: Quotas,
    @Inject(RefsRepository) private readonly refs: RefsRepository,
    @Inject(AskOwners) private readonly askOwners: AskOwners,
    @Inject(PostWriter) private readonly writer: PostWriter,
    @Inject(Random) private readonly random: Random,
  ) {}

  /**
   * @throws AppError validation_failed (the file as a whole: its quotes, columns, number of rows), idempotency_mismatch, conflict,
   * forbidden, no_business. What is wrong with a row is in the answer.
   */
  async execute(input: Input, context: RpcContext): Promise<ImportResult> {
    const writer = writerOf(context);
    const rows = cellsOf(readCsv(input.csv));
    const photoIds = await this.photosByName(rows, context);
    const ids = [...new Set([...rows.flatMap(photosNamed).filter(isId), ...photoIds.values()])];
    const call = {
      ...{ userId: writer.userId, key: context.idempotencyKey, call: 'post.import' },
      bodyHash: bodyHash(input),
    };
    const attempt = (asked: boolean) =>
      this.uow.run(
        Scope.business(writer.businessId),
        async (tx) => {
          const facts = await this.refs.known(tx, writer.businessId, ids);
          const platforms = rows.flatMap((cells) => judgedPlatforms(cells, facts, photoIds));
          const open = openQuestions(facts, { platforms: [...new Set(platforms)], photoIds: ids });
          if (!asked && isAnythingOpen(open)) return { open };
          const work = () => this.import(tx, rows, { ...input, photoIds }, writer, facts);
          return { result: await this.idempotency.run(tx, call, work) };
        },
        { timeoutMs: 25_000 },
      );
    let answer = await attempt(false);
    if (answer.open !== undefined) {
      await this.askOwners.execute(context, writer.businessId, answer.open);
      answer = await attempt(true);
    }
    if (answer.result === undefined) throw new Error('an import ended without a result');
    metrics.postsCreated.add(answer.result.created, { source: 'import' });
    return answer.result;
  }

  /** Ids of the photos that rows name by their file names; the newest of several with one name. */
  private async photosByName(rows: readonly Cells[], context: RpcContext): Promise<Map<string, string>> {
    const names = [...new Set(rows.flatMap(photosNamed).filter((name) => !isId(name) && [...name].length <= 255))];
    const found = new Map<string, string>();
    for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
      const part = names.slice(from, from + NAMES_AT_ONCE);
      const options = { deadlineMs: context.remainingMs() };
      const photos = await this.rpc.call(albumRpc.photoNamed, { names: part }, context, options);
      for (const { name, photoId } of photos) found.set(name, photoId);
    }
    return found;
  }

  private async import(
    tx: Tx,
    rows: readonly Cells[],
    { allOrNothing, photoIds }: { allOrNothing: boolean; photoIds: ReadonlyMap<string, string> },
    writer: Writer,
    facts: KnownFacts,
  ): Promise<ImportResult> {
    const { business } = facts;
    if (business === null || business.isDeleted) throw new AppError('not_found');
    const judged = rows.map((cells) => this.judge(cells, writer, facts, { timeZone: business.timeZone, photoIds }));
    const good = judged.flatMap((one) => (one.errors === undefined ? [one.post] : []));
    const mayCreate =
      allOrNothing && good.length < rows.length ? 0 : await this.count(tx, writer, good.length, allOrNothing);
    const created = new Set(good.slice(0, mayCreate));
    await this.writer.createCounted(
      tx,
      [...created].map((post) => ({ post, lines: [byPerson(writer.userId, history.imported(post))] })),
    );
    const overLimit = good.length > mayCreate && !(allOrNothing && good.length < rows.length);
    return summary(
      judged.map((one) => {
        if (one.errors !== undefined) return { outcome: 'refused', postId: null, errors: one.errors };
        if (created.has(one.post)) return { outcome: 'created', postId: one.post.id, errors: [] };
        if (!overLimit) return { outcome: 'not_tried', postId: null, errors: [] };
        return { outcome: 'refused', postId: null, errors: [{ column: '', message: limitReached.posts }] };
      }),
    );
  }

  /** One row by the rules of creation. */
  private judge(
    cells: Cells,
    writer: Writer,
    facts: KnownFacts,
    around: { timeZone: string; photoIds: ReadonlyMap<string, string> },
  ): Judged {
    const read = readRow(cells, around);
    if (read.errors !== undefined) return read;
    try {
      const made = newPost(read.input, writer, facts, () => this.random.uuidv7(), 'import');
      // Twins and caps are looked at a day and an hour before; here each of 500 rows would ask the database.
      const checks = checkPost(checkable(made), facts, []);
      refuseWhatPlatformsRefuse(checkable(made), checks);
      return { post: { ...made, preflight: countFindings(checks) } };
    } catch (error) {
      const errors = refusalOf(error, cells);
      if (errors === null) throw error;
      return { errors };
    }
  }

  /** Takes as many posts of the plan as there are left, at most `wanted`; with `allOrNothing` all of them or none. */
  private async count(tx: Tx, { payerId }: Writer, wanted: number, allOrNothing: boolean): Promise<number> {
    let amount = wanted;
    for (let tries = 0; tries < COUNTS && amount > 0; tries += 1) {
      try {
        await this.quotas.take(tx, { payerId, metric: 'posts', amount });
        return amount;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'upgrade_required') throw error;
        if (allOrNothing) return 0;
        const posts = (await this.quotas.read(tx, payerId)).find(({ metric }) => metric === 'posts');
        const left = posts === undefined ? 0 : posts.limit - posts.used - posts.reserved;
        amount = Math.max(0, Math.min(amount - 1, left));
      }
    }
    return 0;
  }
}

function judgedPlatforms(cells: Cells, facts: KnownFacts, photoIds: ReadonlyMap<string, string>) {
  const read = readRow(cells, { timeZone: facts.business?.timeZone ?? 'UTC', photoIds });
  return read.errors === undefined ? read.input.platforms : [];
}

function summary(rows: readonly Omit<ImportResult['rows'][number], 'row'>[]): ImportResult {
  const count = (outcome: string): number => rows.filter((row) => row.outcome === outcome).length;
  return {
    ...{ total: rows.length, created: count('created'), refused: count('refused') },
    rows: rows.map((row, index) => ({ row: index + 1, ...row })),
  };
}

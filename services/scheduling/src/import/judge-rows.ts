import { Injectable } from '@nestjs/common';
import type { ImportPreview } from '@postloom/contracts';
import { mapInTurns, Random } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import type { writerOf } from '../access.ts';
import type { KnownFacts } from '../facts/index.ts';
import { checkable, checkPost, countFindings, newPost, refuseWhatPlatformsRefuse } from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';
import type { Row } from './import-file.ts';
import { refusalOf } from './row-rules.ts';
import type { RowError } from './row-rules.ts';
import { platformsKey, SamePostsRepository } from './same-posts.repository.ts';
import type { Told } from './same-posts.repository.ts';

type Writer = ReturnType<typeof writerOf>;
export type SameAs = NonNullable<ImportPreview['rows'][number]['sameAs']>;
/** What a row would become. A row that is the same as another may be refused besides: a post of last week can not be made again. */
export type Judged = { readonly sameAs?: SameAs } & (
  | { readonly post: PostRecord; readonly errors?: undefined }
  | { readonly errors: RowError[]; readonly post?: undefined }
);

/** The rows of a file by the rules of creation, and which of them are there already. */
@Injectable()
export class JudgeRows {
  constructor(
    private readonly samePosts: SamePostsRepository,
    private readonly random: Random,
  ) {}

  judge(rows: readonly Row[], writer: Writer, facts: KnownFacts): Promise<Judged[]> {
    return mapInTurns(rows, (row) => this.judgeOne(row, writer, facts));
  }

  /** As `judge`, and each row is compared with the posts of the business and with the good rows above it. */
  async compare(tx: Tx, rows: readonly Row[], writer: Writer, facts: KnownFacts): Promise<Judged[]> {
    const readable = rows.flatMap(({ read }, place) => (read.input === undefined ? [] : [{ place, told: read.input }]));
    const found = await this.samePosts.of(
      tx,
      writer.businessId,
      readable.map(({ told }) => told),
    );
    const postOf = new Map(readable.map(({ place }, index) => [place, found.get(index)]));
    const judged = await this.judge(rows, writer, facts);
    const above = new Map<string, number>();
    return judged.map((one, place) => {
      const postId = postOf.get(place);
      if (postId !== undefined) {
        return { ...one, sameAs: { postId, row: null } };
      }
      const told = rows[place]?.read.input;
      if (one.post === undefined || told === undefined) {
        return one;
      }
      const key = keyOf(told);
      const first = above.get(key);
      if (first === undefined) {
        above.set(key, place);
        return one;
      }
      return { ...one, sameAs: { postId: null, row: first + 1 } };
    });
  }

  private judgeOne({ cells, read }: Row, writer: Writer, facts: KnownFacts): Judged {
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
}

function keyOf({ caption, platforms, scheduledFor }: Told): string {
  return JSON.stringify([caption, platformsKey(platforms), scheduledFor]);
}

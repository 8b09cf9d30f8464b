import { Injectable } from '@nestjs/common';
import { AppError, platformRules, PostInput } from '@postloom/contracts';
import type { bringBackRpc, BroughtBack, ExportRow, ParsedInputOf, Platform } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { RpcContext } from '@postloom/messaging';
import { Quotas } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { KnownFacts } from '../facts/index.ts';
import { byPerson, bySystem, history, openQuestions, PostsRepository, PostWriter } from '../posts/index.ts';
import { comingBack } from './brought-post.ts';
import type { ComingBack } from './brought-post.ts';

type Writer = ReturnType<typeof writerOf> & { readonly userId: string };
type Row = ExportRow<'posts'>;

const names = new Intl.ListFormat('en-US', { type: 'conjunction' });
const named = (platforms: readonly Platform[]) => names.format(platforms.map((one) => platformRules[one].name));

/** Posts of an export, in one transaction a page. What is here already stays as it is; what the plan has no room for is left out and named. */
@Injectable()
export class BringBackPosts {
  constructor(
    private readonly askOwners: AskOwners,
    private readonly refs: RefsRepository,
    private readonly posts: PostsRepository,
    private readonly quotas: Quotas,
    private readonly writer: PostWriter,
    private readonly random: Random,
  ) {}

  /** @throws AppError not_found (the business was deleted), unavailable when an owner does not answer */
  async execute({ posts }: ParsedInputOf<typeof bringBackRpc.posts>, context: RpcContext): Promise<BroughtBack[]> {
    const { userId, ...rest } = writerOf(context);
    if (userId === null) {
      throw new AppError('unauthorized');
    }
    const photoIds = [...new Set(posts.flatMap(photosOf))];
    const platforms = [...new Set(posts.flatMap((row) => row.platforms))];
    return this.askOwners.untilAnswered<BroughtBack[]>(context, rest.businessId, async (tx, isAsked) => {
      const facts = await this.refs.known(tx, rest.businessId, photoIds);
      const open = isAsked ? null : openQuestions(facts, { platforms, photoIds });
      if (open !== null) {
        return { open };
      }
      if (facts.business === null || facts.business.isDeleted) {
        throw new AppError('not_found');
      }
      return { answer: await this.bringBack(tx, posts, { ...rest, userId }, facts) };
    });
  }

  private async bringBack(tx: Tx, rows: readonly Row[], writer: Writer, facts: KnownFacts): Promise<BroughtBack[]> {
    const ids = rows.map(({ id }) => id);
    const known = new Set((await this.posts.load(tx, null, ids)).map(({ id }) => id));
    const results: BroughtBack[] = [];
    const made: { charged: ComingBack[]; history: ComingBack[] } = { charged: [], history: [] };
    for (const row of rows) {
      const refusal = known.has(row.id) ? null : refusalOf(row);
      if (known.has(row.id) || refusal !== null) {
        results.push({ id: row.id, outcome: refusal === null ? 'known' : 'left_out', note: refusal });
        continue;
      }
      known.add(row.id);
      const coming = comingBack(row, writer, facts, () => this.random.uuidv7(), named);
      const full = coming.isCharged ? await this.charge(tx, writer.payerId) : null;
      if (full !== null) {
        results.push({ id: row.id, outcome: 'left_out', note: full });
        continue;
      }
      made[coming.isCharged ? 'charged' : 'history'].push(coming);
      results.push({ id: row.id, outcome: coming.note === null ? 'made' : 'changed', note: coming.note });
    }
    const withLines = ({ post, note }: ComingBack) => ({
      post,
      lines: [byPerson(writer.userId, history.broughtBack), ...(note === null ? [] : [bySystem(note)])],
    });
    await this.writer.createCounted(tx, made.charged.map(withLines));
    await this.writer.createHistory(tx, made.history.map(withLines));
    return results;
  }

  /** Null when it is counted; otherwise the limit's sentence. */
  private async charge(tx: Tx, payerId: string): Promise<string | null> {
    try {
      await this.quotas.take(tx, { payerId, metric: 'posts', amount: 1 });
      return null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'upgrade_required') {
        return error.message;
      }
      throw error;
    }
  }
}

function photosOf({ photoIds, photoIdsByPlatform }: Row): string[] {
  return [...photoIds, ...Object.values(photoIdsByPlatform ?? {}).flat()];
}

const Form = PostInput.partial({ caption: true });

/** A row keeps the rules of the form, whoever wrote it; a draft of a schedule whose caption could not be written has none. */
function refusalOf(row: Row): string | null {
  const { captionByPlatform, platforms, scheduledFor, photoIds, targets } = row;
  if ([platforms, targets.map(({ platform }) => platform)].some((list) => new Set(list).size < list.length)) {
    return 'It has the same platform twice.';
  }
  const isUnwritten = row.caption === '' && row.status === 'draft' && row.source === 'recurring';
  const form = { captionByPlatform, platforms, scheduledFor, photoIds, status: 'draft' };
  const parsed = Form.safeParse(isUnwritten ? form : { ...form, caption: row.caption });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'This post is not complete.');
}

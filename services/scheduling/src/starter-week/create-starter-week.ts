import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { ParsedInputOf, StarterWeek, starterWeekRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Quotas } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { KnownFacts } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import {
  byPerson,
  CheckBeforeSave,
  history,
  newPost,
  openQuestions,
  postDocument,
  PostWriter,
} from '../posts/index.ts';

type Input = ParsedInputOf<typeof starterWeekRpc.starterWeekCreate>;
type Writer = ReturnType<typeof writerOf>;

/** POST /api/posts/starter-week: posts of a first week, scheduled or as drafts, all of them or none, in one transaction. */
@Injectable()
export class CreateStarterWeek {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly quotas: Quotas,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly check: CheckBeforeSave,
    private readonly writer: PostWriter,
    private readonly random: Random,
  ) {}

  /**
   * @throws AppError validation_failed (with the contract's sentence), invalid_date, not_found (another tenant's photo or business),
   * upgrade_required (the plan has fewer posts left), idempotency_mismatch, conflict, forbidden, no_business
   */
  async execute(input: Input, context: RpcContext): Promise<StarterWeek> {
    const writer = writerOf(context);
    const photoIds = [...new Set(input.drafts.flatMap(({ photoId }) => photoId ?? []))];
    const platforms = [...new Set(input.drafts.flatMap((draft) => draft.platforms))];
    const week = await this.askOwners.untilAnswered<StarterWeek>(context, writer.businessId, async (tx, isAsked) => {
      const facts = await this.refs.known(tx, writer.businessId, photoIds);
      const open = isAsked ? null : openQuestions(facts, { platforms, photoIds });
      if (open !== null) {
        return { open };
      }
      const work = () => this.create(tx, input, writer, facts);
      return { answer: await this.idempotency.run(tx, context, 'post.starter-week', input, work) };
    });
    metrics.postsCreated.add(week.posts.length, { source: 'template' });
    return week;
  }

  private async create(tx: Tx, { drafts }: Input, writer: Writer, facts: KnownFacts): Promise<StarterWeek> {
    const posts = [];
    for (const draft of drafts) {
      const made = newPost(draft, writer, facts, () => this.random.uuidv7(), 'template');
      posts.push(await this.check.execute(tx, made, facts));
    }
    await this.writer.createCounted(
      tx,
      posts.map((post) => ({ post, lines: [byPerson(writer.userId, history.proposed(post))] })),
    );
    // Last, because all creations of one payer queue for this row.
    await this.quotas.take(tx, { payerId: writer.payerId, metric: 'posts', amount: posts.length });
    return { posts: posts.map(postDocument) };
  }
}

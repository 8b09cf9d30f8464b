import { Injectable } from '@nestjs/common';
import type { ParsedInputOf, Post, schedulingRpc } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { RpcContext } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { Attempt, KnownFacts } from '../facts/index.ts';
import { changedPost } from './change-rules.ts';
import { CheckBeforeSave } from './check-before-save.ts';
import { photosAfter } from './chosen-photos.ts';
import { byPerson, editSentences } from './history.ts';
import { openQuestions } from './open-questions.ts';
import { postDocument } from './post-document.ts';
import { PostWriter } from './post-writer.ts';
import { everyPhotoOf } from './post.ts';
import { PostsRepository } from './posts.repository.ts';

type Input = ParsedInputOf<typeof schedulingRpc.postUpdate>;

/**
 * PUT /api/posts/{id}. The targets are locked before anything is decided, so an edit either wins against the dispatcher or finds them
 * dispatched and answers `publishing`; it never changes what is already in flight.
 */
@Injectable()
export class EditPost {
  constructor(
    private readonly posts: PostsRepository,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly writer: PostWriter,
    private readonly check: CheckBeforeSave,
    private readonly random: Random,
  ) {}

  /** @throws AppError not_found, publishing, version_conflict, invalid_date, validation_failed, upgrade_required, forbidden */
  async execute(input: Input, context: RpcContext): Promise<Post> {
    const writer = writerOf(context);
    return this.askOwners.untilAnswered<Post>(context, writer.businessId, (tx, isAsked) =>
      this.attempt(tx, input, writer, isAsked),
    );
  }

  private async attempt(
    tx: Tx,
    { id, changes }: Input,
    writer: ReturnType<typeof writerOf>,
    isAsked: boolean,
  ): Promise<Attempt<Post>> {
    const { post, now } = await this.posts.lockExisting(tx, writer.businessId, id);
    const photoIds = everyPhotoOf({ ...post, photoIds: photosAfter(post.photoIds, changes) });
    const platforms = changes.platforms ?? post.targets.map((target) => target.platform);
    const facts: KnownFacts = { ...(await this.refs.known(tx, writer.businessId, photoIds)), now };
    const open = isAsked ? null : openQuestions(facts, { platforms, photoIds });
    if (open !== null) {
      return { open };
    }
    const wanted = changedPost(post, changes, facts, () => this.random.uuidv7());
    const changed = await this.check.execute(tx, wanted, facts);
    const lines = editSentences(post, changed).map((sentence) => byPerson(writer.userId, sentence));
    return { answer: postDocument(await this.writer.save(tx, post, changed, now, lines, { chargeAgain: true })) };
  }
}

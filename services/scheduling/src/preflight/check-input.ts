import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, Preflight, preflightRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { Attempt } from '../facts/index.ts';
import { checkPost, NearbyPostsRepository, openQuestions, photosOf, wantedStatus } from '../posts/index.ts';

type Input = ParsedInputOf<typeof preflightRpc.preflightCheck>;

/** POST /api/posts/preflight: what the platforms would report about a post that is being written. Nothing is stored. */
@Injectable()
export class CheckInput {
  constructor(
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly nearby: NearbyPostsRepository,
  ) {}

  /**
   * @throws AppError not_found (another tenant's photo or business), validation_failed (photoId and photoIds contradict each other),
   * no_business
   */
  async execute(input: Input, context: RpcContext): Promise<Preflight> {
    const { businessId } = tenantOf(context);
    const photoIds = photosOf(input);
    return this.askOwners.untilAnswered(context, businessId, (tx, isAsked) =>
      this.check(tx, businessId, input, photoIds, isAsked),
    );
  }

  private async check(
    tx: Tx,
    businessId: string,
    input: Input,
    photoIds: readonly string[],
    isAsked: boolean,
  ): Promise<Attempt<Preflight>> {
    const facts = await this.refs.known(tx, businessId, photoIds);
    const open = isAsked ? null : openQuestions(facts, { platforms: input.platforms, photoIds });
    if (open !== null) {
      return { open };
    }
    if (facts.business === null || facts.business.isDeleted) {
      throw new AppError('not_found');
    }
    if (photoIds.some((id) => !facts.photoIds.includes(id))) {
      throw new AppError('not_found');
    }
    const dueAt = input.scheduledFor === null ? null : new Date(input.scheduledFor);
    const post = {
      ...{ caption: input.caption, captionByPlatform: input.captionByPlatform ?? null, photoIds, dueAt },
      ...{ photoIdsByPlatform: null },
      ...{ platforms: input.platforms, isToGoOut: wantedStatus(input.status, dueAt) === 'scheduled' },
    };
    const nearby = await this.nearby.of(tx, businessId, input.postId ?? null, post);
    const platforms = checkPost(post, facts, nearby);
    return { answer: { ok: platforms.every(({ errors }) => errors.length === 0), platforms } };
  }
}

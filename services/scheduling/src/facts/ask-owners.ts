import { Injectable } from '@nestjs/common';
import { AppError, identityRpc, mediaRpc, publisherRpc, rowsOf } from '@postloom/contracts';
import { Logger } from '@postloom/chassis';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx, UowOptions } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { RefsRepository } from './refs.repository.ts';
import type { OwnedPhoto } from './refs.repository.ts';

/** What a projection could not confirm. */
export interface OpenQuestions {
  readonly business: boolean;
  readonly accounts: boolean;
  readonly photoIds: readonly string[];
  /** Photos that exist, but whose pixels are not known: useful to know, but nothing waits for it. */
  readonly sizesOf?: readonly string[];
}

/** The outcome of an attempt: its answer, or what must be asked first. */
export type Attempt<T> =
  { readonly answer: T; readonly open?: undefined } | { readonly open: OpenQuestions; readonly answer?: undefined };

/** As many as media answers at once. */
const PHOTOS_AT_ONCE = 100;

/**
 * A projection may say yes; before it says no, the owner is asked, so that an account connected or a photo uploaded a moment ago is found.
 * The answers go into the projections; what is still missing after that does not exist.
 */
@Injectable()
export class AskOwners {
  constructor(
    private readonly rpc: Rpc,
    private readonly uow: Uow,
    private readonly refs: RefsRepository,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs `attempt` in a transaction on what is known here; asks the owners about whatever it leaves open, and then runs it once more
   * with their answers (`isAsked`), when it must decide. @throws AppError what `attempt` and `execute` throw
   */
  async untilAnswered<T>(
    context: RpcContext,
    businessId: string,
    attempt: (tx: Tx, isAsked: boolean) => Promise<Attempt<T>>,
    options?: UowOptions,
  ): Promise<T> {
    const tryOnce = (isAsked: boolean): Promise<Attempt<T>> =>
      this.uow.run(Scope.business(businessId), (tx) => attempt(tx, isAsked), options);
    const first = await tryOnce(false);
    if (first.open === undefined) {
      return first.answer;
    }
    await this.execute(context, businessId, first.open);
    const second = await tryOnce(true);
    if (second.open !== undefined) {
      throw new Error('what its owners have answered was asked again');
    }
    return second.answer;
  }

  /** @throws AppError not_found (no such business), unavailable or deadline when an owner does not answer */
  async execute(context: RpcContext, businessId: string, open: OpenQuestions): Promise<void> {
    const options = { deadlineMs: context.remainingMs() };
    const photoIds = [...new Set([...open.photoIds, ...(open.sizesOf ?? [])])];
    const before = await this.uow.run(Scope.business(businessId), (tx) => this.refs.asKnown(tx, businessId, photoIds));
    const [business, accounts, photos] = await Promise.all([
      open.business ? this.rpc.call(identityRpc.businessGet, { id: businessId }, context, options) : null,
      open.accounts ? this.rpc.call(publisherRpc.accountList, {}, context, options) : [],
      this.photos(photoIds, context, open.photoIds.length > 0),
    ]);
    if (open.business) {
      metrics.ownersAsked.add(1, { owner: 'identity' });
    }
    if (open.accounts) {
      metrics.ownersAsked.add(1, { owner: 'publisher' });
    }
    if (photoIds.length > 0) {
      metrics.ownersAsked.add(1, { owner: 'media' });
    }
    await this.uow.run(Scope.business(businessId), async (tx) => {
      if (business !== null) {
        // Version 0: any event about the business overrides it.
        await this.refs.applyBusiness(tx, businessId, business, 0);
        await this.refs.nameBusiness(tx, businessId, business.name);
      }
      // Owners may still answer for a business that was deleted a moment ago; none of that is stored again.
      if (await this.refs.isBusinessDeleted(tx, businessId)) {
        throw new AppError('not_found');
      }
      const known = rowsOf(accounts);
      if (known.length > 0) {
        const facts = known.map(({ id, platform, accountName, connectedAt, status, expiresAt }) => ({
          ...{ accountId: id, platform, name: accountName, connectedAt },
          state: status === 'reconnect_required' ? ('broken' as const) : ('connected' as const),
          expiresAt: status === 'expiring' ? expiresAt : null,
        }));
        await this.refs.takeOverAccounts(tx, businessId, facts, before);
      }
      if (photos.length > 0) {
        await this.refs.takeOverPhotos(tx, businessId, photos, before);
      }
    });
  }

  /** @throws AppError unavailable, deadline when the photos are needed and media does not answer */
  private async photos(ids: readonly string[], context: RpcContext, isNeeded: boolean): Promise<OwnedPhoto[]> {
    const parts = Array.from({ length: Math.ceil(ids.length / PHOTOS_AT_ONCE) }, (_, part) =>
      ids.slice(part * PHOTOS_AT_ONCE, (part + 1) * PHOTOS_AT_ONCE),
    );
    const ask = (part: readonly string[]) =>
      this.rpc.call(mediaRpc.photoFacts, { ids: [...part] }, context, { deadlineMs: context.remainingMs() });
    try {
      return (await Promise.all(parts.map(ask))).flat();
    } catch (error) {
      if (isNeeded || !(error instanceof AppError)) {
        throw error;
      }
      this.logger.warn('The pixels of photos could not be asked for', { photos: ids.length, code: error.code });
      return [];
    }
  }
}

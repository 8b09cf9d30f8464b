import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { Scope, Tombstones, Uow } from '@postloom/persistence';
import type { MediaConfig } from '../config.ts';
import { objectKeys, SignedAddresses } from '../storage/index.ts';
import { ReserveUpload } from '../uploads/index.ts';
import { EndTransfer } from './end-transfer.ts';
import { TransfersRepository } from './transfers.repository.ts';
import type { Transfer } from './transfers.repository.ts';

export interface Opening {
  readonly businessId: string;
  readonly payerId: string;
  /** The client's id of the upload; without one the transfer has its own. */
  readonly uploadId: string | null;
  readonly bytes: number | null;
  /** How long addresses of it are valid. */
  readonly seconds: number;
  /** Begins an upload in parts where the object will be. */
  readonly begin?: (objectKey: string) => Promise<string>;
}

/** A body that began while its address was valid may take this much longer. */
const LAST_BODY_SECONDS = 15 * 60;

/** Opens an upload by signed addresses: its bytes are reserved, and its row says what is to be removed from storage afterwards. */
@Injectable()
export class OpenTransfer {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly erased: Tombstones,
    private readonly addresses: SignedAddresses,
    private readonly reservations: ReserveUpload,
    private readonly transfers: TransfersRepository,
    private readonly endTransfer: EndTransfer,
  ) {}

  /** @throws AppError upgrade_required, payload_too_large, rate_limited, dependency_failed; not_found when browsers do not reach the storage */
  async execute({ businessId, payerId, bytes, seconds, ...opening }: Opening): Promise<{
    id: string;
    objectKey: string;
    expiresAt: Date;
  }> {
    this.addresses.expectReached();
    const scope = Scope.business(businessId);
    const id = this.random.uuidv7();
    const uploadId = opening.uploadId ?? id;
    const objectKey = objectKeys.incoming(businessId, id);
    const lasts = seconds + LAST_BODY_SECONDS;
    const transfer = await this.uow.run(scope, async (tx) => {
      // Announcements that arrive together are counted one after the other, each with its row: none slips in between.
      await this.transfers.lock(tx, businessId);
      const most = this.config.uploadLimit;
      if ((await this.transfers.countOpen(tx, businessId, most)) >= most) {
        throw new AppError('rate_limited', 'Too many uploads are under way. Please wait until some have finished.');
      }
      const announced = { businessId, payerId, uploadId };
      const reservationId = await this.reservations.reserve(tx, {
        ...{ ...announced, bytes, seconds: lasts },
        isStoredFirst: true,
      });
      return this.transfers.open(tx, { id, ...announced, reservationId, objectKey, bytes }, lasts);
    });
    if (opening.begin) {
      await this.begin(businessId, transfer, opening.begin);
    }
    return { id, objectKey, expiresAt: new Date(transfer.expiresAt.getTime() - LAST_BODY_SECONDS * 1_000) };
  }

  /** When storage does not begin it, nothing stays reserved. */
  private async begin(businessId: string, transfer: Transfer, begin: NonNullable<Opening['begin']>): Promise<void> {
    const scope = Scope.business(businessId);
    let multipartId: string | null = null;
    try {
      const begun = await begin(transfer.objectKey);
      multipartId = begun;
      await this.uow.run(scope, async (tx) => {
        await this.erased.refuseErased(tx, businessId);
        await this.transfers.begin(tx, transfer.id, begun);
      });
    } catch (error) {
      await this.uow.run(scope, (tx) => this.endTransfer.end(tx, { ...transfer, multipartId }));
      throw error;
    }
  }
}

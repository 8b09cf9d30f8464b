import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { Scope } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { DiskRoom } from '../pictures/index.ts';
import type { CountedFolder } from '../pictures/index.ts';
import { CleanUp } from '../storage/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { KeepPhoto } from './keep-photo.ts';
import type { KeptPhoto } from './keep-photo.ts';
import type { ReceivedFile } from './measure-file.ts';
import { receiveFile } from './receive-file.ts';
import { Receiving } from './receiving.ts';
import { ReserveUpload } from './reserve-upload.ts';

type UploadTicket = Extract<Ticket, { kind: 'upload' }>;

/** Receives the bytes of an announced upload and makes a photo of them. A retry with the same bytes finds the same photo. */
@Injectable()
export class FinishUpload {
  constructor(
    private readonly clock: Clock,
    private readonly diskRoom: DiskRoom,
    private readonly receiving: Receiving,
    private readonly keepPhoto: KeepPhoto,
    private readonly cleanUp: CleanUp,
    private readonly reservations: ReserveUpload,
  ) {}

  /** @throws AppError of `receiveFile` and of `KeepPhoto` */
  async execute(ticket: UploadTicket, request: IncomingMessage): Promise<KeptPhoto> {
    const startedMs = this.clock.monotonicMs();
    let outcome = 'refused';
    try {
      const kept = await this.diskRoom.inFolder(ticket.businessId, async (folder) => {
        const file = await this.takeTurn(ticket.businessId, request, folder);
        return this.keepPhoto.execute(ticket, file);
      });
      outcome = 'stored';
      return kept;
    } catch (error) {
      await this.abandon(ticket);
      throw error;
    } finally {
      metrics.uploadSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, { outcome });
    }
  }

  /** Nothing is read while it waits: the connection itself slows the sender down. */
  private async takeTurn(businessId: string, request: IncomingMessage, folder: CountedFolder): Promise<ReceivedFile> {
    try {
      return await this.receiving.run(businessId, folder, lengthOf(request), () => receiveFile(request, folder.path));
    } finally {
      request.resume(); // the rest of a refused body is discarded, so that the answer can travel
    }
  }

  /** The attempt failed: its bytes are released at once. */
  private abandon({ businessId, reservationId }: UploadTicket): Promise<void> {
    return this.cleanUp.attempt(Scope.business(businessId), (tx) => this.reservations.release(tx, reservationId));
  }
}

/** Null: it comes in chunks, and says nothing of its length. */
function lengthOf({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

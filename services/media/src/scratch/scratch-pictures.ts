import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError, captionImage } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { PictureProcesses, renditionNames, sniffType } from '../pictures/index.ts';
import { DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import { Tickets } from '../tickets/index.ts';
import { ScratchRepository } from './scratch.repository.ts';

const SCRATCH_SECONDS = 10 * 60;
/** Leaves the caption itself the rest of the time that a person waits. */
const QUEUE_MS = 8_000;

/**
 * Pictures sent inline with a caption request. They are stored for ten minutes because a message on the bus is at most 1 MB, and re-encoded
 * like every untrusted picture.
 */
@Injectable()
export class ScratchPictures {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly tickets: Tickets,
    private readonly storage: Storage,
    private readonly pictures: PictureProcesses,
    private readonly deletions: DeletionClaims,
    private readonly scratch: ScratchRepository,
  ) {}

  async start(businessId: string): Promise<{ ticket: string; scratchId: string }> {
    const scratchId = this.random.uuidv7();
    await this.uow.run(Scope.business(businessId), (tx) =>
      this.scratch.open(tx, scratchId, businessId, SCRATCH_SECONDS),
    );
    return { scratchId, ticket: this.tickets.give({ kind: 'scratch', scratchId, businessId }, SCRATCH_SECONDS) };
  }

  /** @throws AppError not_found, payload_too_large, unsupported_media_type, invalid_image, image_too_large */
  async receive(ticket: { scratchId: string; businessId: string }, body: AsyncIterable<Buffer>): Promise<void> {
    const { scratchId, businessId } = ticket;
    const scope = Scope.business(businessId);
    await this.uow.run(scope, (tx) => this.scratch.expectOpen(tx, scratchId, businessId), { readOnly: true });
    const bytes = await collect(body);
    const type = sniffType(bytes);
    if (!type) {
      throw new AppError(
        'unsupported_media_type',
        'The picture is not a supported image format. Please use JPG, PNG, HEIC, or WebP.',
      );
    }
    const { derived } = await this.pictures.run(
      { kind: 'derive', type },
      { businessId, file: { content: bytes }, waitMs: QUEUE_MS },
    );
    const picture = derived.find(({ name }) => name === renditionNames.caption);
    if (!picture) {
      // What was sent is no substitute: it may say where it was taken.
      throw new AppError('invalid_image');
    }
    const { data, mimeType } = picture;
    const key = objectKeys.scratch(businessId, scratchId);
    await this.storage.putBytes(key, data, mimeType);
    const isKept = await this.uow.run(scope, async (tx) => {
      const row = await this.scratch.fill(tx, scratchId, businessId, mimeType);
      if (!row) {
        await this.deletions.add(tx, [key]);
      }
      return row;
    });
    if (!isKept) {
      throw new AppError('not_found');
    }
  }

  /** @throws AppError not_found */
  async source(scratchId: string, businessId: string): Promise<{ internalPath: string; mimeType: string }> {
    const mimeType = await this.uow.run(
      Scope.business(businessId),
      (tx) => this.scratch.type(tx, scratchId, businessId),
      { readOnly: true },
    );
    const ticket = this.tickets.give(
      { kind: 'object', key: objectKeys.scratch(businessId, scratchId), mimeType, fileName: null, etag: scratchId },
      SCRATCH_SECONDS,
    );
    return { internalPath: `/internal/objects/${ticket}`, mimeType };
  }
}

async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > captionImage.maxBase64Bytes) {
      throw new AppError('payload_too_large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

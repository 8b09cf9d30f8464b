import { Injectable } from '@nestjs/common';
import { AppError, Id } from '@postloom/contracts';
import type { mediaRpc, OutputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { DeletedPhotosRepository, PhotosRepository, PictureAddresses } from '../photos/index.ts';
import { pictureName, renditionNames } from '../pictures/index.ts';
import { RenditionsRepository } from '../renditions/index.ts';
import { objectKeys } from '../storage/index.ts';
import { Tickets } from '../tickets/index.ts';

export interface Found {
  readonly key: string;
  readonly mimeType: string;
  /** Set for a download: the file name to save it under. */
  readonly fileName: string | null;
  readonly etag: string;
  readonly mayChange?: true;
}

const TICKET_SECONDS = 60;

/**
 * May this person's business read this object? Keys are `download/<photoId>` (the original under its own name),
 * `data/<photoId>` (the picture as it is published) and `<businessId>/<photoId>/<rendition>`.
 */
@Injectable()
export class OpenObject {
  constructor(
    private readonly uow: Uow,
    private readonly tickets: Tickets,
    private readonly photos: PhotosRepository,
    private readonly renditions: RenditionsRepository,
    private readonly deleted: DeletedPhotosRepository,
    private readonly addresses: PictureAddresses,
  ) {}

  /** @throws AppError not_found, also for other tenants' keys */
  async execute(key: string, businessId: string): Promise<OutputOf<typeof mediaRpc.objectOpen>> {
    const found = await this.uow.run(Scope.business(businessId), (tx) => this.find(tx, key, businessId), {
      readOnly: true,
    });
    return { path: '/internal/objects', ticket: this.tickets.give({ kind: 'object', ...found }, TICKET_SECONDS) };
  }

  /** The picture that a signed address names, and for how many seconds it may be kept. @throws AppError not_found */
  async signed(key: string, signature: string): Promise<{ readonly found: Found; readonly seconds: number }> {
    const seconds = this.addresses.secondsLeft(key, signature);
    const [businessId = ''] = key.split('/');
    const found = await this.uow.run(Scope.business(businessId), (tx) => this.find(tx, key, businessId), {
      readOnly: true,
    });
    return { found, seconds };
  }

  private async find(tx: Tx, key: string, businessId: string): Promise<Found> {
    const [first = '', photoId = '', name, ...rest] = key.split('/');
    if (!Id.safeParse(photoId).success || rest.length > 0) {
      throw new AppError('not_found');
    }
    if (name === undefined && first === 'download') {
      const photo = await this.photos.get(tx, businessId, photoId);
      return {
        key: objectKeys.original(businessId, photoId),
        mimeType: photo.mimeType,
        fileName: photo.originalName,
        etag: photo.sha256,
      };
    }
    if (name === undefined && first === 'data') {
      const state = await this.renditions.of(tx, businessId, photoId);
      const name = pictureName(renditionNames.publish, state?.lookId ?? null);
      return { ...(await this.rendition(tx, businessId, photoId, name)), mayChange: true };
    }
    if (first !== businessId || name === undefined) {
      throw new AppError('not_found');
    }
    return this.rendition(tx, businessId, photoId, name);
  }

  private async rendition(tx: Tx, businessId: string, photoId: string, name: string): Promise<Found> {
    const state = await this.renditions.of(tx, businessId, photoId);
    const outputs = state === null ? await this.deleted.outputsOf(tx, businessId, photoId) : state.outputs;
    const output =
      outputs?.find((candidate) => candidate.name === name) ??
      outputs?.find((candidate) => candidate.name === nameBefore(name));
    if (!output) {
      throw new AppError('not_found');
    }
    return {
      key: objectKeys.rendition(businessId, photoId, output.name),
      mimeType: output.mimeType,
      fileName: null,
      etag: output.sha256,
    };
  }
}

/** Photos from before there was a WebP of this size show the JPEG at the same address. */
function nameBefore(name: string): string {
  return name.endsWith(renditionNames['800'])
    ? name.slice(0, -renditionNames['800'].length) + renditionNames.caption
    : name;
}

import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { mediaEvents, untouched } from '@postloom/contracts';
import type { albumRpc, ParsedInputOf, Photo, PhotoEdit } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { keysOfLook, photoFacts, PhotosRepository } from '../photos/index.ts';
import { lookOf, originalSize, pictureName } from '../pictures/index.ts';
import type { DerivedPicture } from '../pictures/index.ts';
import { allEnded, CleanUp, DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import { DrawLook } from './draw-look.ts';
import { LooksRepository } from './looks.repository.ts';
import type { NewLook } from './looks.repository.ts';
import { outsideThePicture } from './outside-the-picture.ts';

/** Longer than storing and committing take. */
const ORPHAN_SECONDS = 60 * 60;
/** Longer than a platform may fetch the pictures that a photo showed before. */
const FORMER_SECONDS = 2 * 60 * 60;

/**
 * Changes what a photo shows. The file stays as it was uploaded, and the pictures of its original stay beside those of the look, so that
 * every change can be taken back at any time.
 */
@Injectable()
export class ChangeLook {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly storage: Storage,
    private readonly deletions: DeletionClaims,
    private readonly cleanUp: CleanUp,
    private readonly photos: PhotosRepository,
    private readonly looks: LooksRepository,
    private readonly drawLook: DrawLook,
  ) {}

  /** @throws AppError not_found, validation_failed, invalid_image, unavailable (it is still being prepared), conflict, dependency_failed */
  async execute({ id, edit }: ParsedInputOf<typeof albumRpc.photoLook>, context: RpcContext): Promise<Photo> {
    const { businessId } = writerOf(context);
    const scope = Scope.business(businessId);
    const photo = await this.uow.run(scope, (tx) => this.photos.get(tx, businessId, id), { readOnly: true });
    const wanted = edit !== null && changesNothing(edit) ? null : edit;
    if (isDeepStrictEqual(wanted, photo.edit)) {
      return photo;
    }
    if (wanted === null) {
      return this.commit(businessId, id, null);
    }
    const size = originalSize(photo);
    const plan = lookOf(size, wanted);
    if (plan === null) {
      throw outsideThePicture(size);
    }
    return this.drawLook.execute({ businessId, photo, kind: 'look', look: plan }, ({ derived, placeholder }) => {
      const { width, height } = plan.part;
      return this.keep(businessId, id, { edit: wanted, width, height, placeholder }, derived);
    });
  }

  private async keep(
    businessId: string,
    photoId: string,
    facts: Omit<NewLook, 'lookId' | 'outputs'>,
    derived: readonly DerivedPicture[],
  ): Promise<Photo> {
    const scope = Scope.business(businessId);
    const lookId = this.random.uuidv7();
    const keys = keysOfLook(businessId, photoId, lookId);
    const pictures = derived.map((picture) => ({ ...picture, name: pictureName(picture.name, lookId) }));
    // Listed for deletion before they exist and taken off the list by the commit, as for uploads.
    await this.uow.run(scope, (tx) => this.deletions.add(tx, keys, ORPHAN_SECONDS));
    try {
      await allEnded(
        pictures.map(({ name, data, mimeType }) =>
          this.storage.putBytes(objectKeys.rendition(businessId, photoId, name), data, mimeType),
        ),
      );
      const outputs = pictures.map(({ data: _data, ...output }) => output);
      return await this.commit(businessId, photoId, { ...facts, lookId, outputs });
    } catch (error) {
      await this.cleanUp.attempt(scope, (tx) => this.deletions.addIfErased(tx, businessId, keys));
      throw error;
    }
  }

  /** Null: as it was uploaded. */
  private commit(businessId: string, id: string, look: NewLook | null): Promise<Photo> {
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const { version, formerId } = await this.looks.set(tx, businessId, id, look);
      if (look !== null) {
        await this.deletions.withdraw(tx, ...keysOfLook(businessId, id, look.lookId));
      }
      if (formerId !== null) {
        await this.deletions.add(tx, keysOfLook(businessId, id, formerId), FORMER_SECONDS);
      }
      const changed = await this.photos.get(tx, businessId, id);
      await tx.emit(mediaEvents.photoUpdated, { businessId, entityId: id, version, data: photoFacts(changed) });
      return changed;
    });
  }
}

function changesNothing({ version: _version, ...changes }: PhotoEdit): boolean {
  return isDeepStrictEqual(changes, untouched);
}

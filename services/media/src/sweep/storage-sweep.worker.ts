import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Logger } from '@postloom/chassis';
import { Housekeeping, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import type { MediaConfig } from '../config.ts';
import { metrics } from '../metrics.ts';
import { DeletionClaims, objectKeys, Storage } from '../storage/index.ts';
import type { ListedObject, PartsPage } from '../storage/index.ts';
import { isOwner, knownKey, wholePhotos } from './known-key.ts';
import type { KnownKey } from './known-key.ts';
import { FIRST_PLACE, SweepClaims } from './sweep.claims.ts';
import type { SweepPlace, SweptPhoto } from './sweep.claims.ts';

const scope = Scope.system('storage sweep');
const HOUR_MS = 3_600_000;
/** A page of the bucket has at most a thousand objects, and a photo several. */
const MOST_PHOTOS = 1_000;
/** Objects that are put on the list of deletions in one transaction. */
const MOST_REMOVED = 1_000;
/** No object of a photo has a name behind this one. */
const BEHIND_ALL = '~';

type Listed = KnownKey & Pick<ListedObject, 'key'>;

interface Missing {
  readonly photo: SweptPhoto;
  readonly original: boolean;
}

/**
 * Compares the bucket with the rows, business by business and a page at a time, and goes on where it stopped. Objects that nothing names and
 * that are old enough are held back until the next sweep finds them as well: only then are they put on the list of deletions, and only when
 * the whole sweep has found no more than it may. So nobody's photos go because a database was restored. Derived pictures that are gone are
 * derived again, and those that could not be derived are tried once more; an original that is gone is reported, because nothing can bring it
 * back but a copy of the bucket.
 */
@Injectable()
export class StorageSweep implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly housekeeping: Housekeeping,
    private readonly uow: Uow,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly storage: Storage,
    private readonly claims: SweepClaims,
    private readonly deletions: DeletionClaims,
  ) {}

  onModuleInit(): void {
    const everySeconds = this.config.storageSweepHours * 3_600;
    this.housekeeping.add({ name: 'storage-sweep', everySeconds, run: () => this.round() });
  }

  /** One page; true when there is more. */
  async round(): Promise<boolean> {
    const place = await this.uow.run(scope, (tx) => this.claims.place(tx), { readOnly: true });
    const at = place.afterKey === null ? await this.nextBusiness(place) : place;
    if (at === null) {
      return this.end(place);
    }
    const next = await this.page(at);
    await this.uow.run(scope, (tx) => this.claims.moveTo(tx, next));
    return true;
  }

  /** The next that has photos or objects. */
  private async nextBusiness({ businessId: after, ...soFar }: SweepPlace): Promise<SweepPlace | null> {
    const withPhotos = await this.uow.run(scope, (tx) => this.claims.nextBusiness(tx, after), { readOnly: true });
    const withObjects = await this.nextFolder(after);
    const [businessId] = [withPhotos, withObjects].filter((id) => id !== null).toSorted();
    return businessId === undefined ? null : { ...soFar, businessId, afterKey: null };
  }

  private async nextFolder(after: string): Promise<string | null> {
    for (let last = after; ;) {
      const folders = await this.storage.folders(last);
      const found = folders.find(isOwner);
      if (found !== undefined) {
        return found;
      }
      const end = folders.at(-1);
      if (end === undefined) {
        return null;
      }
      last = end;
    }
  }

  /** Where to go on. */
  private async page({ businessId, afterKey, ...before }: SweepPlace): Promise<SweepPlace> {
    const listed = await this.storage.list(`${businessId}/`, afterKey);
    const objects = listed.isLast ? listed.objects : wholePhotos(listed.objects);
    const after = { ...before, businessId, orphans: before.orphans + (await this.holdOrphans(objects, before)) };
    const lastKey = objects.at(-1)?.key;
    const upTo = listed.isLast ? null : photoBefore(lastKey);
    const stoppedAt = await this.healPhotos(businessId, photoBefore(afterKey ?? undefined), upTo, objects);
    if (stoppedAt !== null) {
      return { ...after, afterKey: objectKeys.rendition(businessId, stoppedAt, BEHIND_ALL) };
    }
    return { ...after, afterKey: listed.isLast ? null : (lastKey ?? null) };
  }

  /** How many there are. Once they are too many, the sweep counts them and keeps none of them in mind. */
  private async holdOrphans(
    objects: readonly ListedObject[],
    { sweep, orphans: earlier }: Pick<SweepPlace, 'sweep' | 'orphans'>,
  ): Promise<number> {
    const before = this.clock.now().getTime() - this.config.storageSweepGraceHours * HOUR_MS;
    const old = objects.filter(({ modified }) => modified.getTime() < before);
    const { orphans, found } = await this.uow.run(scope, async (tx) => {
      const nameless = await this.nameless(
        tx,
        old.map(({ key }) => key),
      );
      const found = this.isPlausible(earlier + nameless.length)
        ? await this.claims.holdBack(tx, sweep, nameless)
        : nameless.length;
      return { orphans: nameless, found };
    });
    metrics.orphanedObjects.add(found);
    if (found > 0) {
      this.logger.warn('Objects that nothing names lie in storage', { objects: found, first: orphans[0], earlier });
    }
    return orphans.length;
  }

  /** Too many mean that the rows are older than the bucket. */
  private isPlausible(orphans: number): boolean {
    return orphans <= this.config.storageSweepOrphans;
  }

  /** Only now is it known how many there are. True when there is more to remove. */
  private async end({ sweep, orphans }: SweepPlace): Promise<boolean> {
    const isPlausible = this.isPlausible(orphans);
    if (isPlausible && (await this.removeFoundAgain(sweep))) {
      return true;
    }
    if (!isPlausible) {
      this.logger.error('Too many objects that nothing names: none of them is removed', { objects: orphans });
    }
    await this.abortForgottenParts();
    await this.uow.run(scope, (tx) => this.claims.end(tx, sweep, isPlausible ? 'what it found' : 'nothing'));
    return false;
  }

  /** Some of them, as long as there are any. One that has a name by now is left alone. */
  private async removeFoundAgain(sweep: number): Promise<boolean> {
    const { taken, removed } = await this.uow.run(scope, async (tx) => {
      const taken = await this.claims.takeFoundAgain(tx, sweep, MOST_REMOVED);
      const removed = await this.nameless(tx, taken);
      await this.deletions.add(tx, removed);
      return { taken: taken.length, removed };
    });
    if (removed.length > 0) {
      const facts = { objects: removed.length, first: removed[0] };
      this.logger.warn('Objects that nothing names are removed from storage', facts);
    }
    return taken > 0;
  }

  /** Keys of ours that no row names and that nobody has listed for deletion: their rows are gone, or have them no more. */
  private async nameless(tx: Tx, keys: readonly string[]): Promise<string[]> {
    const known = keys.flatMap((key) => {
      const of = knownKey(key);
      return of ? [{ key, ...of }] : [];
    });
    const idsOf = (kind: KnownKey['kind']): string[] => [
      ...new Set(known.flatMap((one) => (one.kind === kind ? [one.id] : []))),
    ];
    const rows = {
      photo: await this.claims.keysOfPhotos(tx, idsOf('photo')),
      transfer: await this.claims.existing(tx, 'transfers', idsOf('transfer')),
      scratch: await this.claims.existing(tx, 'scratch_pictures', idsOf('scratch')),
      export: await this.claims.segments(tx, 'export', idsOf('export')),
      import: await this.claims.segments(tx, 'import', idsOf('import')),
    };
    const isNamed = ({ key, kind, id }: Listed): boolean =>
      kind === 'transfer' || kind === 'scratch' ? rows[kind].has(id) : rows[kind].has(key);
    const without = known.filter((one) => !isNamed(one)).map(({ key }) => key);
    const doomed = await this.claims.doomed(tx, without);
    return without.filter((key) => !doomed.has(key));
  }

  /** The photo it stopped at when there are more than fit in one round: then storage has lost most of them. */
  private async healPhotos(
    businessId: string,
    after: string | null,
    upTo: string | null,
    objects: readonly ListedObject[],
  ): Promise<string | null> {
    if (upTo === after && upTo !== null) {
      return null;
    }
    const photos = await this.uow.run(
      scope,
      (tx) => this.claims.photosBetween(tx, businessId, after ?? FIRST_PLACE.businessId, upTo, MOST_PHOTOS),
      { readOnly: true },
    );
    const there = new Set(objects.map(({ key }) => key));
    const failed: string[] = [];
    for (const photo of photos) {
      const missing = await this.missing(businessId, photo, there);
      if (missing) {
        await this.heal(businessId, missing);
      } else if (photo.state === 'failed') {
        failed.push(photo.id);
      }
    }
    if (failed.length > 0) {
      await this.uow.run(scope, (tx) => this.claims.tryAgain(tx, failed));
    }
    return photos.length < MOST_PHOTOS ? null : (photos.at(-1)?.id ?? null);
  }

  /** Each that the list did not name is asked for by itself before anything is believed. */
  private async missing(businessId: string, photo: SweptPhoto, there: ReadonlySet<string>): Promise<Missing | null> {
    const isGone = async (key: string): Promise<boolean> => !there.has(key) && !(await this.storage.has(key));
    if (await isGone(objectKeys.original(businessId, photo.id))) {
      return { photo, original: true };
    }
    for (const { name } of photo.outputs ?? []) {
      if (await isGone(objectKeys.rendition(businessId, photo.id, name))) {
        return { photo, original: false };
      }
    }
    return null;
  }

  private async heal(businessId: string, { photo, original }: Missing): Promise<void> {
    const isStill = await this.uow.run(scope, async (tx) => {
      const isThere = (await this.claims.existing(tx, 'photos', [photo.id])).has(photo.id);
      if (isThere && !original) {
        await this.claims.deriveAgain(tx, photo.id);
      }
      return isThere;
    });
    if (!isStill) {
      return; // deleted meanwhile
    }
    metrics.missingObjects.add(1, { object: original ? 'original' : 'rendition' });
    const facts = { businessId, photoId: photo.id };
    if (original) {
      this.logger.error('The original of a photo is missing in storage: restore it from a copy of the bucket', facts);
    } else {
      this.logger.warn('Derived pictures of a photo were missing in storage and are made again', facts);
    }
  }

  /**
   * A process died between beginning an upload in parts and writing down that it did. Nobody has anything of it: a photo is only what was
   * joined.
   */
  private async abortForgottenParts(): Promise<void> {
    const before = this.clock.now().getTime() - this.config.uploadPartsSeconds * 1_000 - HOUR_MS;
    for (let after: string | null = null; ;) {
      const page: PartsPage = await this.storage.partsUnderWay(after);
      const old = page.uploads.filter(
        ({ key, begun }) => begun.getTime() < before && knownKey(key)?.kind === 'transfer',
      );
      const forgotten = await this.uow.run(scope, async (tx) => {
        const unknown = await this.claims.unknownParts(tx, old);
        await this.deletions.addTransfers(tx, unknown);
        return unknown;
      });
      metrics.forgottenParts.add(forgotten.length);
      after = page.nextAfter;
      if (after === null) {
        return;
      }
    }
  }
}

/** The photo that a key belongs to, or all photos for what comes behind them; null for none. */
function photoBefore(key: string | undefined): string | null {
  const known = key === undefined ? null : knownKey(key);
  if (known === null) {
    return null;
  }
  return known.kind === 'photo' ? known.id : 'ffffffff-ffff-ffff-ffff-ffffffffffff';
}

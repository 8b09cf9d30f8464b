import type { Photo } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { isApiError, isPlanLimit, messageOr } from '#lib/api/index.ts';
import { nameAmongSeveral } from '#data/businesses.ts';
import { refreshPhotos, rememberPhoto } from '#data/photos.ts';
import { plansLink } from '#lib/plans.ts';
import { toast } from '#ui/toast-store.ts';
import { isPassing, persistently } from './persistently.ts';
import { sayArrived } from './say-arrived.ts';
import { uploadTexts } from './upload-texts.ts';
import { changed, inFew, overallProgress, typeOf, type UploadItem } from './upload-queue.ts';
import type { Uploaded } from './to-storage.ts';
import { uploadWay } from './upload-way.ts';

/** Files sent at the same time. HTTP/1.1 browsers have six connections: one listens, one is left for what the person does. */
const PARALLEL = 4;
/** Milliseconds a finished file stays on its list. */
const REMOVE_AFTER_MS = 3000;
/** Milliseconds in which finished files are collected before the library is read again. */
const REFRESH_AFTER_MS = 300;

/** A file to upload, for the business and on behalf of the surface it was added on. */
export type NewUpload = Pick<UploadItem, 'id' | 'businessId' | 'owner' | 'albumId' | 'file' | 'name'>;

export type UploadEngine = {
  items(): readonly UploadItem[];
  /** Calls the listener after every change; returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Calls the listener with each photo that has arrived. */
  onUploaded(listener: (item: UploadItem, photo: Photo) => void): () => void;
  /** Files can be added now: finds out which way they will take. */
  prepare(): void;
  /** Files begin by themselves, a few at a time. A known id is tried again. */
  start(uploads: readonly NewUpload[]): void;
  /** More files of this surface are to be started: that all went well is said with the last of them. Called when no more come. */
  expectMore(place: Pick<NewUpload, 'owner' | 'businessId'>): () => void;
  retry(id: string): void;
  /** Sends no more of it for now, nor fails it. */
  pause(id: string): void;
  /** Goes on where it stopped, as far as the way it takes can. */
  resume(id: string): void;
  remove(id: string): void;
  /** One that a page before this one had begun will not be sent. */
  giveUp(of: Pick<NewUpload, 'id' | 'businessId'>): void;
};

type Change = Parameters<typeof changed>[2];
/** What is told of a file that has ended: without its bytes, which nobody needs any more. */
type Ended = Pick<UploadItem, 'id' | 'name' | 'albumId'> & Change;

/** The way to more room, in a message that the plan has none. */
export const seePlans = { label: plansLink.label, onSelect: () => navigate(plansLink.href) };

/** The server has looked at the file and does not take it. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && [413, 415, 422].includes(error.status);
}

function sentence(error: unknown): string {
  if (!isApiError(error)) {
    return uploadTexts.answerIncomplete; // it was not the product's answer
  }
  return error.code === 'network' ? uploadTexts.noConnection : messageOr(error, uploadTexts.uploadFailed);
}

/** Files of one surface and business end together. */
function placeOf({ owner, businessId }: Pick<NewUpload, 'owner' | 'businessId'>): string {
  return `${businessId} ${owner}`;
}

/** Leaving the page is questioned while files are on their way. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function createEngine(client: QueryClient): UploadEngine {
  const way = uploadWay();
  let items: readonly UploadItem[] = [];
  const listeners = new Set<() => void>();
  const uploaded = new Set<(item: UploadItem, photo: Photo) => void>();
  const controllers = new Map<string, AbortController>();
  /** The server has heard of these, and they are no photos yet. */
  const begun = new Set<string>();
  /** What has ended since a surface last had nothing under way. */
  const ended = new Map<string, Ended[]>();
  /** The surfaces that more files come from. */
  const coming = new Set<{ readonly place: string }>();
  let refreshing = false;

  function show(next: readonly UploadItem[]): void {
    const wasActive = items.some(isActive);
    items = next;
    const isNowActive = items.some(isActive);
    if (isNowActive !== wasActive) {
      if (isNowActive) {
        addEventListener('beforeunload', warn);
      } else {
        removeEventListener('beforeunload', warn);
      }
    }
    for (const listener of listeners) {
      listener();
    }
  }

  function update(id: string, change: Change): void {
    show(changed(items, id, change));
  }

  function refreshSoon(): void {
    if (refreshing) {
      return;
    }
    refreshing = true;
    setTimeout(() => {
      refreshing = false;
      void refreshPhotos(client);
    }, REFRESH_AFTER_MS);
  }

  function transfer(item: UploadItem, signal: AbortSignal): Promise<Uploaded> {
    const { file } = item;
    const type = typeOf({ name: item.name, type: file.type });
    const sending = {
      file: file.type === type ? file : file.slice(0, file.size, type),
      name: item.name,
      id: item.id,
      businessId: item.businessId,
      signal,
      onProgress: (progress: number) => update(item.id, { progress }),
    };
    return persistently(
      () => way.send(sending),
      signal,
      () => update(item.id, { progress: 0 }),
    );
  }

  async function send(item: UploadItem): Promise<void> {
    const controller = new AbortController();
    controllers.set(item.id, controller);
    begun.add(item.id);
    update(item.id, { status: 'uploading', error: undefined, isPassing: false, isOverLimit: false });
    try {
      const { success, photoId, photo, sameAs } = await transfer(item, controller.signal);
      if (success !== true || photo?.id !== photoId) {
        throw new TypeError(uploadTexts.answerIncomplete);
      }
      begun.delete(item.id);
      rememberPhoto(client, item.businessId, photo);
      refreshSoon();
      end(item, { status: 'success', progress: 100, photoId, sameAs });
      for (const listener of uploaded) {
        listener(item, photo);
      }
      setTimeout(() => show(items.filter(({ id }) => id !== item.id)), REMOVE_AFTER_MS);
    } catch (error) {
      if (!controller.signal.aborted) {
        way.rest(item);
        end(item, {
          ...{ status: 'error', error: sentence(error) },
          ...{ isPassing: isPassing(error), isOverLimit: isPlanLimit(error), isRefused: isRefusal(error) },
        });
      }
    } finally {
      // A file that was paused and went on at once is on its way again.
      if (controllers.get(item.id) === controller) {
        controllers.delete(item.id);
      }
      pump();
    }
  }

  function end(item: UploadItem, change: Change): void {
    const { id, name, albumId } = item;
    const place = placeOf(item);
    ended.set(place, [...(ended.get(place) ?? []), { id, name, albumId, ...change }]);
    update(item.id, change);
    sayWhatEnded(item);
  }

  /** One message when a surface has nothing under way any more, not one for each file. */
  function sayWhatEnded(of: Pick<NewUpload, 'owner' | 'businessId'>): void {
    const place = placeOf(of);
    const { businessId } = of;
    const all = ended.get(place);
    if (!all?.length || items.some((item) => placeOf(item) === place && isActive(item))) {
      return;
    }
    const failed = all.filter(({ status }) => status === 'error');
    if (failed.length === 0 && [...coming].some((more) => more.place === place)) {
      return;
    }
    ended.delete(place);
    if (failed.length > 0) {
      const reasons = inFew(failed.map(({ name, error }) => `${name}: ${error}`));
      const isOverLimit = failed.some((item) => item.isOverLimit);
      toast({
        title: uploadTexts.uploadFailed,
        description: [nameAmongSeveral(client, businessId), reasons].filter(Boolean).join(' · '),
        tone: 'error',
        ...(isOverLimit ? { action: seePlans } : {}),
      });
    } else {
      const twins = all.flatMap(({ photoId: id, sameAs, albumId = null }) =>
        id && sameAs ? [{ id, sameAs, albumId }] : [],
      );
      sayArrived(client, businessId, all.length, twins);
    }
  }

  function pump(): void {
    const free = Math.max(0, PARALLEL - controllers.size);
    for (const item of items.filter(({ status }) => status === 'pending').slice(0, free)) {
      void send(item);
    }
  }

  function retry(id: string): void {
    if (items.some((item) => item.id === id && item.status === 'error')) {
      update(id, { status: 'pending', progress: 0 });
      pump();
    }
  }

  function pauseOne(id: string): void {
    const item = items.find((one) => one.id === id);
    if (!item || !isActive(item)) {
      return;
    }
    update(id, { status: 'paused' });
    controllers.get(id)?.abort();
    way.rest(item);
    sayWhatEnded(item);
  }

  function resume(id: string): void {
    if (items.some((item) => item.id === id && item.status === 'paused')) {
      update(id, { status: 'pending' });
      pump();
    }
  }

  addEventListener('online', () => {
    for (const item of items.filter(({ isPassing: hadNoAnswer }) => hadNoAnswer)) {
      retry(item.id);
    }
  });

  return {
    items: () => items,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onUploaded: (listener) => {
      uploaded.add(listener);
      return () => uploaded.delete(listener);
    },
    prepare: () => void way.prepare(),
    start: (uploads) => {
      const known = new Set(items.map(({ id }) => id));
      const added = uploads.filter(({ id }) => !known.has(id));
      show([...items, ...added.map((upload): UploadItem => ({ ...upload, status: 'pending', progress: 0 }))]);
      for (const { id } of uploads) {
        retry(id);
        resume(id);
      }
      pump();
    },
    expectMore: (of) => {
      const more = { place: placeOf(of) };
      coming.add(more);
      return () => {
        coming.delete(more);
        sayWhatEnded(of);
      };
    },
    retry,
    pause: pauseOne,
    resume,
    remove: (id) => {
      const gone = items.find((item) => item.id === id);
      controllers.get(id)?.abort();
      show(items.filter((item) => item.id !== id));
      if (gone) {
        if (begun.delete(id)) {
          way.giveUp(gone);
        }
        const place = placeOf(gone);
        // Nobody need be told of a failure any more that was cleared away.
        ended.set(
          place,
          (ended.get(place) ?? []).filter((item) => item.id !== id || item.status !== 'error'),
        );
        sayWhatEnded(gone);
      }
    },
    giveUp: way.giveUp,
  };
}

/** Waiting or on its way. */
function isActive({ status }: Pick<UploadItem, 'status'>): boolean {
  return status === 'pending' || status === 'uploading';
}

const engines = new WeakMap<QueryClient, UploadEngine>();

/**
 * The one way that files take to the server. It belongs to the page and not to the card or dialog they were added in, so that
 * closing those drops nothing; each file goes to the business it was added for, whatever the page shows meanwhile.
 */
export function uploadEngine(client: QueryClient): UploadEngine {
  let engine = engines.get(client);
  if (!engine) {
    engine = createEngine(client);
    engines.set(client, engine);
  }
  return engine;
}

/** What every page may know of the uploads. */
export type UploadActivity = {
  active: number;
  paused: number;
  failed: number;
  /** 0 to 100 over the bytes of all that is under way or has arrived with it. */
  percent: number;
};

export function activityOf(items: readonly UploadItem[]): UploadActivity {
  return {
    active: items.filter(isActive).length,
    paused: items.filter(({ status }) => status === 'paused').length,
    failed: items.filter(({ status }) => status === 'error').length,
    percent: overallProgress(items),
  };
}

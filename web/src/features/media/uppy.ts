import type { QueryClient } from '@tanstack/react-query';
import Uppy, { type Body as UppyBody, type Meta as UppyMeta } from '@uppy/core';
import GoldenRetriever from '@uppy/golden-retriever';
import { MAX_PHOTO_BYTES, uploadQueueLimits } from '#lib/contract-data.ts';
import { putUploadsIntoAlbums } from './into-album.ts';
import { uploadTexts } from './upload-texts.ts';
import { uploadEngine } from './upload-engine.ts';
import { claimUploads, widgetName } from './unfinished-uploads.ts';
import { offeredPhotos, refusalOf, typeOf, type UploadItem, type UploadStatus } from './upload-queue.ts';
import { isZip, takeZips } from './zip/take-zips.ts';

/**
 * `albumId`: in the widget's own, where the files go that are added next; in a file's, where it goes. `isRefused`: the server looked at the
 * file and does not take it, however often it is sent.
 */
type Meta = { [key: string]: unknown; uploadId: string; albumId?: string | null; isRefused?: boolean };
type Body = Record<string, never>;
type PhotoFile = ReturnType<PhotoUppy['getFile']>;

declare module '@uppy/core' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the declaration that this one adds to has both
  interface UppyEventMap<M extends UppyMeta, B extends UppyBody> {
    /** After files were added: so many photos found room, of so many that could have been taken. */
    'photos-taken': (taken: number, all: number) => void;
  }
}

/** The widget, which takes as many photos as it has room for, where Uppy takes all of them or none. */
export class PhotoUppy extends Uppy<Meta, Body> {
  /** Upload ids of what was sent from this page; others may have been restored, which a page before it had begun. */
  readonly sent = new Set<string>();
  #taken = 0;
  #leftOut = 0;

  override addFiles(files: Parameters<Uppy<Meta, Body>['addFiles']>[0]): void {
    if (this.getFiles().length + files.length > uploadQueueLimits.mediaDialog) {
      this.letGoOfEnded();
    }
    this.#taken = 0;
    this.#leftOut = 0;
    super.addFiles(files);
    if (this.#leftOut > 0) {
      this.info(
        this.i18n('youCanOnlyUploadX', { smart_count: uploadQueueLimits.mediaDialog }),
        'error',
        this.opts.infoTimeout,
      );
    }
    if (this.#taken + this.#leftOut > 0) {
      this.emit('photos-taken', this.#taken, this.#taken + this.#leftOut);
    }
  }

  /** Takes one more beside these, if there is room for it; it is told after the last of them. */
  take(beside: Record<string, PhotoFile>): boolean {
    const hasRoom = Object.values(beside).filter(isWhole).length < uploadQueueLimits.mediaDialog;
    this.#taken += hasRoom ? 1 : 0;
    this.#leftOut += hasRoom ? 0 : 1;
    return hasRoom;
  }

  /** What has arrived, or never can, leaves the widget and the device, and takes no room. The list of every upload keeps what was refused. */
  letGoOfEnded(): void {
    const ended = this.getFiles().filter(({ progress, meta }) => progress.uploadComplete || meta.isRefused);
    ended.forEach(({ meta }) => this.sent.delete(meta.uploadId));
    this.removeFiles(ended.map(({ id }) => id));
    if (!this.getFiles().some(({ error }) => error)) {
      this.setState({ error: null });
    }
  }
}

/** Its bytes are there: of one that was restored without them the name alone is. */
function isWhole({ isGhost }: PhotoFile): boolean {
  return !isGhost;
}

/** Files kept for a recovery after a crash: whole photos, not only small ones. */
const recovery = { expires: 24 * 60 * 60_000, maxFileSize: MAX_PHOTO_BYTES, maxTotalSize: 1024 * 1_048_576 };
/** Milliseconds without a byte after which the widget says that an upload has stalled. */
const STALLED_AFTER_MS = 30_000;
const OWNER = 'dialog';
const widgets = new WeakMap<QueryClient, Map<string, PhotoUppy>>();

/**
 * The upload widget's files of a business. They outlive the dialog, and travel by the page's upload engine. Every file gets its
 * upload id when it is added, so that a retry after a lost answer finds the same photo.
 */
export function uppyOf(businessId: string, client: QueryClient): PhotoUppy {
  const known = widgets.get(client) ?? new Map<string, PhotoUppy>();
  widgets.set(client, known);
  let uppy = known.get(businessId);
  if (!uppy) {
    uppy = createUppy(businessId, client);
    known.set(businessId, uppy);
  }
  return uppy;
}

/** Into which album the files go that are added from now on. */
export function addInto(uppy: PhotoUppy, albumId: string | null): void {
  // Not by `setMeta`, which would change the files that are there.
  uppy.setState({ meta: { ...uppy.getState().meta, albumId } });
}

/** The person says where the files go that wait. One that was restored stays with the album it was added for. */
export function sendInto(uppy: PhotoUppy, albumId: string | null): void {
  for (const { id, meta, progress, isRestored } of uppy.getFiles()) {
    if (!progress.uploadStarted && !(isRestored && meta.albumId)) {
      uppy.setFileMeta(id, { ...meta, albumId });
    }
  }
}

function createUppy(businessId: string, client: QueryClient): PhotoUppy {
  const engine = uploadEngine(client);
  engine.prepare();
  claimUploads(businessId);
  putUploadsIntoAlbums(client);
  const zips: File[] = [];
  /** Zips that are added together are unpacked one after the other. */
  const takeZip = (zip: File) => {
    if (zips.push(zip) === 1) {
      queueMicrotask(() => takeZips(client, businessId, zips.splice(0), uppy.getState().meta.albumId));
    }
  };
  const uppy: PhotoUppy = new PhotoUppy({
    id: widgetName(businessId),
    autoProceed: false,
    // The types are also what the file picker offers; a file of another kind is refused below, by its name.
    restrictions: { maxNumberOfFiles: uploadQueueLimits.mediaDialog, allowedFileTypes: offeredPhotos },
    onBeforeFileAdded: (file, files) => {
      const facts = { name: file.name ?? '', type: file.type, size: file.size ?? 0 };
      if (isZip(facts)) {
        takeZip(file.data as File);
        return false;
      }
      return Object.hasOwn(files, file.id) || refusalOf(facts) || !uppy.take(files)
        ? false
        : {
            ...file,
            type: typeOf(facts),
            meta: { ...file.meta, uploadId: file.meta.uploadId ?? crypto.randomUUID() },
          };
    },
  });
  uppy.setState({ capabilities: { ...uppy.getState().capabilities, resumableUploads: true } });
  uppy.use(GoldenRetriever, { expires: recovery.expires, ...({ indexedDB: recovery } as Record<string, unknown>) });

  keepAdded(uppy);

  const fail = (file: PhotoFile, { error, isRefused = false }: Pick<UploadItem, 'error' | 'isRefused'>) => {
    uppy.setFileMeta(file.id, { ...file.meta, isRefused });
    uppy.emit('upload-error', file, { name: 'Error', message: error ?? uploadTexts.uploadFailed });
  };
  /** Sends one file and repeats in the widget what becomes of it. */
  const follow = (file: PhotoFile) =>
    new Promise<void>((resolve) => {
      const { uploadId, name } = file.meta as Meta & { name?: string };
      // The widget tries all again that failed, and with those that are added next.
      const refused = engine.items().find(({ id, isRefused }) => id === uploadId && isRefused);
      if (refused) {
        fail(file, refused);
        resolve();
        return;
      }
      const bytesTotal = file.size ?? 0;
      let progress = -1;
      let status: UploadStatus | undefined;
      let stalled: ReturnType<typeof setTimeout> | undefined;
      const finish = () => {
        clearTimeout(stalled);
        stop();
        resolve();
      };
      const stop = engine.subscribe(() => {
        const item = engine.items().find(({ id }) => id === uploadId);
        const current = uppy.getFile(file.id) as PhotoFile | undefined;
        if (!item) {
          if (current) {
            uppy.removeFile(file.id);
          }
          finish();
        } else if (!current) {
          finish();
        } else if (item.status === 'success') {
          // What the widget's link leads to, and copies.
          const uploadURL = new URL(`/media?photo=${item.photoId}&business=${businessId}`, location.href).href;
          uppy.emit('upload-success', current, { status: 200, body: {}, uploadURL });
          finish();
        } else if (item.status === 'error') {
          fail(current, item);
          finish();
        } else if (item.status !== status || item.progress !== progress) {
          ({ status, progress } = item);
          clearTimeout(stalled);
          if (Boolean(current.isPaused) !== (status === 'paused')) {
            uppy.setFileState(file.id, { isPaused: status === 'paused' });
          }
          if (status !== 'uploading') {
            return;
          }
          uppy.emit('upload-progress', current, {
            uploadStarted: current.progress.uploadStarted ?? Date.now(),
            bytesUploaded: Math.round((bytesTotal * progress) / 100),
            bytesTotal,
          });
          if (progress < 100) {
            stalled = setTimeout(
              () => uppy.emit('upload-stalled', { message: 'No bytes move.' }, [current]),
              STALLED_AFTER_MS,
            );
          }
        }
      });
      uppy.sent.add(uploadId);
      const { albumId = uppy.getState().meta.albumId } = file.meta;
      engine.start([
        {
          ...{ id: uploadId, businessId, owner: OWNER },
          ...{ albumId, file: file.data as Blob, name: name ?? file.name ?? 'photo' },
        },
      ]);
    });
  uppy.addUploader(async (ids) => {
    const files = ids.map((id) => uppy.getFile(id));
    uppy.emit('upload-start', files);
    await Promise.all(files.map(follow));
  });
  const own = () => engine.items().filter((item) => item.owner === OWNER && item.businessId === businessId);
  uppy.on('upload-pause', (file, isPaused) => {
    if (file) {
      engine[isPaused ? 'pause' : 'resume'](file.meta.uploadId);
    }
  });
  for (const [event, act] of [
    ['pause-all', engine.pause],
    ['resume-all', engine.resume],
    ['cancel-all', engine.remove],
  ] as const) {
    uppy.on(event, () => own().forEach(({ id }) => act(id)));
  }
  uppy.on('file-removed', ({ meta: { uploadId: id }, progress }) => {
    if (uppy.sent.delete(id)) {
      engine.remove(id);
    } else if (progress.uploadStarted && !progress.uploadComplete) {
      engine.giveUp({ id, businessId });
    }
  });
  // What failed may begin again without the widget: with the network, or from the list of every upload.
  engine.subscribe(() => {
    for (const { id } of own().filter(({ status }) => status === 'pending')) {
      const failed = uppy.getFiles().find(({ meta, error }) => meta.uploadId === id && error);
      if (failed) {
        void uppy.retryUpload(failed.id);
      }
    }
  });
  return uppy;
}

/** Files of a page before this one come in place of all that were added until they were read: those are put back beside them. */
function keepAdded(uppy: PhotoUppy): void {
  let added: Record<string, PhotoFile> = {};
  const watch = (before: { files: typeof added }, after: { files: typeof added }) => {
    if (before.files !== after.files) {
      added = before.files;
    }
  };
  uppy.on('state-update', watch);
  uppy.once('restored', () => {
    uppy.off('state-update', watch);
    uppy.letGoOfEnded();
    const { files } = uppy.getState();
    const restored = Object.fromEntries(Object.entries(files).filter(([, file]) => isWhole(file)));
    uppy.setState({ files: { ...files, ...added, ...restored } });
  });
}

import type { QueryClient } from '@tanstack/react-query';
import Uppy from '@uppy/core';
import GoldenRetriever from '@uppy/golden-retriever';
import { acceptedPhotoTypes, MAX_PHOTO_BYTES, uploadQueueLimits } from '#lib/contract-data.ts';
import { mediaTexts } from './texts.ts';
import { uploadEngine } from './upload-engine.ts';
import { refusalOf } from './upload-queue.ts';

type Meta = { [key: string]: unknown; uploadId: string };
type Body = Record<string, never>;
export type PhotoUppy = Uppy<Meta, Body>;
type PhotoFile = ReturnType<PhotoUppy['getFile']>;

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

function createUppy(businessId: string, client: QueryClient): PhotoUppy {
  const engine = uploadEngine(client);
  engine.prepare();
  const uppy: PhotoUppy = new Uppy<Meta, Body>({
    id: `postloom-${businessId}`,
    autoProceed: false,
    // The types are also what the file picker offers; a file of another kind is refused below, by its name.
    restrictions: { maxNumberOfFiles: uploadQueueLimits.mediaDialog, allowedFileTypes: [...acceptedPhotoTypes] },
    onBeforeFileAdded: (file, files) =>
      Object.hasOwn(files, file.id) || refusalOf({ name: file.name ?? '', type: file.type, size: file.size ?? 0 })
        ? false
        : { ...file, meta: { ...file.meta, uploadId: file.meta.uploadId ?? crypto.randomUUID() } },
  });
  uppy.use(GoldenRetriever, { expires: recovery.expires, ...({ indexedDB: recovery } as Record<string, unknown>) });

  /** Sends one file and repeats in the widget what becomes of it. */
  const follow = (file: PhotoFile) =>
    new Promise<void>((resolve) => {
      const { uploadId, name } = file.meta as Meta & { name?: string };
      const bytesTotal = file.size ?? 0;
      let progress = -1;
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
          uppy.emit('upload-success', current, { status: 200, body: {} });
          finish();
        } else if (item.status === 'error') {
          uppy.emit('upload-error', current, { name: 'Error', message: item.error ?? mediaTexts.uploadFailed });
          finish();
        } else if (item.status === 'uploading' && item.progress !== progress) {
          progress = item.progress;
          uppy.emit('upload-progress', current, {
            uploadStarted: current.progress.uploadStarted ?? Date.now(),
            bytesUploaded: Math.round((bytesTotal * progress) / 100),
            bytesTotal,
          });
          clearTimeout(stalled);
          if (progress < 100) {
            stalled = setTimeout(
              () => uppy.emit('upload-stalled', { message: 'No bytes move.' }, [current]),
              STALLED_AFTER_MS,
            );
          }
        }
      });
      engine.start([
        { id: uploadId, businessId, owner: OWNER, file: file.data as Blob, name: name ?? file.name ?? 'photo' },
      ]);
    });
  uppy.addUploader(async (ids) => {
    const files = ids.map((id) => uppy.getFile(id));
    uppy.emit('upload-start', files);
    await Promise.all(files.map(follow));
  });
  uppy.on('file-removed', ({ meta }) => engine.remove(meta.uploadId));
  uppy.on('cancel-all', () => {
    for (const { id } of engine.items().filter((item) => item.owner === OWNER && item.businessId === businessId)) {
      engine.remove(id);
    }
  });
  return uppy;
}

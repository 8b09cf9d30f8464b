import type { QueryClient } from '@tanstack/react-query';
import Uppy from '@uppy/core';
import GoldenRetriever from '@uppy/golden-retriever';
import XHRUpload from '@uppy/xhr-upload';
import { invalidatePaths, isUnauthorized, routes } from '#lib/api/index.ts';
import { toApiError } from '#lib/api/errors.ts';
import { reportSessionLost } from '#lib/api/session-lost.ts';
import { acceptedPhotoTypes, MAX_PHOTO_BYTES, uploadQueueLimits } from '#lib/contract-data.ts';
import { toast } from '#ui/index.ts';
import { reportUploads } from './upload-store.ts';

type Meta = { [key: string]: unknown; uploadId: string; businessId: string };
type Body = { [key: string]: unknown; success?: boolean; photoId?: string };
export type PhotoUppy = Uppy<Meta, Body>;

/** Files kept for a recovery after a crash: whole photos, not only small ones. */
const recovery = { expires: 24 * 60 * 60_000, maxFileSize: MAX_PHOTO_BYTES, maxTotalSize: 1024 * 1_048_576 };
const endpoint = routes.uploadPhoto.path.replace('{randomId}', '');
const engines = new Map<string, PhotoUppy>();
const source = 'media-dialog';

/**
 * The upload engine of a business. It belongs to the page and not to the dialog: uploads go on when the dialog closes. Every
 * file gets its upload id when it is added, so that a retry after a lost answer finds the same photo.
 */
export function uppyOf(businessId: string, client: QueryClient): PhotoUppy {
  const known = engines.get(businessId);
  if (known) {
    return known;
  }

  const uppy: PhotoUppy = new Uppy<Meta, Body>({
    id: `postloom-${businessId}`,
    autoProceed: false,
    restrictions: {
      maxFileSize: MAX_PHOTO_BYTES,
      maxNumberOfFiles: uploadQueueLimits.mediaDialog,
      allowedFileTypes: [...acceptedPhotoTypes],
    },
    onBeforeFileAdded: (file) => ({
      ...file,
      meta: { ...file.meta, uploadId: file.meta.uploadId ?? crypto.randomUUID(), businessId },
    }),
  });
  uppy.use(XHRUpload, {
    endpoint: (file) => (Array.isArray(file) ? endpoint : `${endpoint}${String(file.meta['uploadId'])}`),
    fieldName: 'file',
    withCredentials: true,
    allowedMetaFields: false,
    limit: 6,
    headers: () => ({ 'X-Business-Id': businessId, Accept: 'application/json' }),
    // A refusal by the server is final; only a connection that broke is tried again.
    shouldRetry: (xhr) => xhr.status === 0 || xhr.status === 502 || xhr.status === 503,
    onAfterResponse: (xhr) => {
      if (xhr.status >= 200 && xhr.status < 300) {
        return;
      }
      const error = toApiError({
        status: xhr.status,
        statusText: xhr.statusText,
        body: xhr.responseText,
        requestId: xhr.getResponseHeader('X-Request-Id') ?? '',
      });
      if (isUnauthorized(error)) {
        reportSessionLost();
      }
      if (xhr.status < 500) {
        throw Object.assign(new Error(error.message || 'Upload failed'), { request: xhr });
      }
    },
    getResponseData: (xhr) => {
      const body = parse(xhr.responseText);
      if (body.success !== true || !body.photoId) {
        throw new Error('Upload response missing required data');
      }
      return body;
    },
  });
  const limits = { indexedDB: recovery } as Record<string, unknown>;
  uppy.use(GoldenRetriever, { expires: recovery.expires, ...limits });

  const report = () => {
    const files = uppy.getFiles();
    const started = files.filter((file) => file.progress.uploadStarted && !file.error);
    const active = started.filter((file) => !file.progress.uploadComplete);
    const bytes = (file: (typeof files)[number]) => file.size ?? 0;
    const total = started.reduce((sum, file) => sum + bytes(file), 0);
    const sent = started.reduce(
      (sum, file) => sum + (file.progress.uploadComplete ? bytes(file) : Number(file.progress.bytesUploaded || 0)),
      0,
    );
    reportUploads(
      source,
      active.length === 0
        ? null
        : {
            active: active.length,
            done: started.length - active.length,
            failed: files.filter((file) => file.error).length,
            percent: total > 0 ? Math.round((sent / total) * 100) : 0,
          },
    );
  };
  uppy.on('upload-progress', report);
  uppy.on('upload-success', () => {
    report();
    void invalidatePaths(client, ['/api/photos', '/api/dashboard/stats', '/api/user/limits']);
  });
  uppy.on('upload-error', report);
  uppy.on('file-removed', report);
  uppy.on('cancel-all', report);
  uppy.on('complete', ({ successful = [], failed = [] }) => {
    report();
    if (successful.length > 0 && failed.length === 0) {
      toast({ title: 'Success', description: 'Photos uploaded successfully!', tone: 'success' });
    } else if (failed.length > 0) {
      toast({
        title: 'Upload failed',
        description: failed.map((file) => `${file.name}: ${file.error ?? 'Network error'}`).join(' '),
        tone: 'error',
      });
    }
  });
  engines.set(businessId, uppy);
  return uppy;
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {}; // Not JSON: a proxy's page; the caller says what is missing.
  }
}

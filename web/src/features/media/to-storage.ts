import type { AnswerOf } from '@postloom/contracts';
import { ANSWER_MS, ApiError, callRoute, isApiError, routes } from '#lib/api/index.ts';
import { UPLOAD_PART_BYTES } from '#lib/contract-data.ts';
import { sendBytes } from './send-bytes.ts';
import { uploadTexts } from './upload-texts.ts';

/** A photo, and the older one with the same bytes, if there is one. */
export type Uploaded = Pick<AnswerOf<typeof routes.uploadPhoto>, 'success' | 'photoId' | 'photo' | 'sameAs'>;

export type FileToStore = {
  /** The client's id of the upload: announced again, it finds the same photo, or the parts that have arrived. */
  id: string;
  businessId: string;
  file: Blob;
  name: string;
  /** Files of at least this many bytes go in parts. */
  partsFromBytes: number;
  signal: AbortSignal;
  /** Called with 0 to 100 while bytes move. */
  onProgress(percent: number): void;
  /** Called when storage holds, or is about to hold, what a later attempt goes on with. */
  onKept(): void;
};

/** Where files lie that have arrived but are no photos yet, by their upload ids: only the last call is repeated for them. */
const arrived = new Map<string, string>();

/**
 * Sends one file straight to storage and makes a photo of it. What was interrupted goes on where it stopped. What is not there when it is
 * to be a photo is sent once more: it lay there too long, or storage took it and did not keep it.
 */
export async function sendToStorage(item: FileToStore, mayRepeat = true): Promise<Uploaded> {
  const { id, businessId, name: originalName, file, signal, onKept } = item;
  const known = arrived.get(id);
  const objectURL = known ?? (await (file.size < item.partsFromBytes ? sendWhole(item) : sendInParts(item)));
  arrived.set(id, objectURL);
  onKept();
  try {
    const uploaded = await orSaying(uploadTexts.fileNotSaved, () =>
      callRoute(routes.savePhoto, { businessId, signal, deadlineMs: ANSWER_MS, body: { objectURL, originalName } }),
    );
    arrived.delete(id);
    return uploaded;
  } catch (error) {
    if (isApiError(error) && error.status > 0 && error.status < 500) {
      arrived.delete(id);
      if (mayRepeat && error.code === 'invalid_object') {
        return sendToStorage(item, false);
      }
    }
    throw error;
  }
}

async function sendWhole({ id, businessId, file, signal, onProgress }: FileToStore): Promise<string> {
  const { uploadURL } = await orSaying(uploadTexts.uploadNotStarted, () =>
    callRoute(routes.startUpload, {
      businessId,
      signal,
      deadlineMs: ANSWER_MS,
      body: { uploadId: id, fileSize: file.size },
    }),
  );
  await sendBytes(uploadURL, file, { signal, onBytes: (sent) => onProgress(percentOf(sent, file.size)) });
  return uploadURL;
}

async function sendInParts({ id, businessId, file, name, signal, onProgress, onKept }: FileToStore): Promise<string> {
  const call = { businessId, signal };
  const { key, uploadId } = await orSaying(uploadTexts.uploadNotStarted, () =>
    callRoute(routes.startParts, {
      ...call,
      deadlineMs: ANSWER_MS,
      body: { filename: name, type: file.type, metadata: { uploadId: id, fileSize: file.size } },
    }),
  );
  onKept();
  const of = { ...call, query: { key } };
  const listed = async () => {
    const known = await callRoute(routes.listParts, { ...of, params: { uploadId } });
    return new Map(known.map(({ PartNumber, ETag }) => [PartNumber, ETag]));
  };
  let etags = await listed();
  const count = Math.ceil(file.size / UPLOAD_PART_BYTES);
  for (let number = 1; number <= count; number++) {
    const start = (number - 1) * UPLOAD_PART_BYTES;
    const part = file.slice(start, start + UPLOAD_PART_BYTES);
    if (!etags.has(number)) {
      const { url } = await callRoute(routes.signPart, { ...of, params: { uploadId, partNumber: number } });
      const etag = await sendBytes(url, part, {
        signal,
        onBytes: (sent) => onProgress(percentOf(start + sent, file.size)),
      });
      etags.set(number, etag);
    }
    onProgress(percentOf(start + part.size, file.size));
  }
  if ([...etags.values()].includes('')) {
    etags = await listed(); // storage hides the header from pages of other origins
  }
  const parts = Array.from({ length: count }, (_, index) => ({
    PartNumber: index + 1,
    ETag: etags.get(index + 1) ?? '',
  }));
  const { location } = await callRoute(routes.joinParts, {
    ...of,
    deadlineMs: ANSWER_MS,
    params: { uploadId },
    body: { parts },
  });
  return location;
}

/** Says which step failed where the server knew nothing better: it broke down itself, or something in front of it answered. */
async function orSaying<T>(message: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (isApiError(error) && (error.code === 'internal' || error.code.startsWith('http_'))) {
      throw new ApiError({ ...error, code: 'internal', message });
    }
    throw error;
  }
}

/** The last percent is making a photo of it. */
function percentOf(sent: number, size: number): number {
  return Math.min(99, Math.round((sent / size) * 100));
}

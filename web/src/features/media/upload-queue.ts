import { acceptedPhotoTypes, MAX_PHOTO_BYTES, uploadMessages } from '#lib/contract-data.ts';
import { plural } from '#lib/words.ts';
import { uploadTexts } from './upload-texts.ts';

export type UploadStatus = 'pending' | 'uploading' | 'paused' | 'success' | 'error';
export type UploadItem = {
  /** The client's id of the upload: sent again, it finds the same photo. */
  id: string;
  /** The business the file was added for. */
  businessId: string;
  /** The surface it was added on. */
  owner: string;
  /** The album it was added for, which it is put into once it has arrived. */
  albumId?: string | null;
  file: Blob;
  name: string;
  status: UploadStatus;
  /** 0 to 100. */
  progress: number;
  error?: string | undefined;
  /** It failed for want of a connection and begins again when there is one. */
  isPassing?: boolean;
  /** It failed because the plan has no room for it. */
  isOverLimit?: boolean;
  /** It failed for what it is: sent again, it would be refused again. */
  isRefused?: boolean;
  /** What became of it. */
  photoId?: string;
  /** An older photo of the library with the same bytes. */
  sameAs?: string | null | undefined;
};
export type Refusal = { title: string; message: string };

const byExtension: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  heic: 'image/heic',
  heif: 'image/heic',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** What a file picker offers; some systems know HEIC and AVIF by their endings alone. */
export const offeredPhotos = [...acceptedPhotoTypes, '.heic', '.heif', '.avif'];

/** The type the browser gives, or the one its name says: several browsers know nothing of HEIC or AVIF, and some call HEIC otherwise. */
export function typeOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  if (/^image\/hei[cf]/.test(type)) {
    return 'image/heic';
  }
  return type === '' || type === 'application/octet-stream'
    ? (byExtension[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '')
    : type;
}

/** Why a single file is refused, or null. Exactly 50 MB is allowed. */
export function refusalOf(file: Pick<File, 'name' | 'type' | 'size'>): Refusal | null {
  if (!(acceptedPhotoTypes as readonly string[]).includes(typeOf(file))) {
    return { title: uploadTexts.refused.unsupported, message: uploadMessages.unsupported(file.name) };
  }
  if (file.size > MAX_PHOTO_BYTES) {
    return { title: uploadTexts.refused.tooLarge, message: uploadMessages.tooLarge(file.name) };
  }
  return null;
}

/**
 * Which of the incoming files join the queue. Over the limit none of the batch does; otherwise each refused file says why
 * by its name.
 */
export function admit<F extends Pick<File, 'name' | 'type' | 'size'>>(
  waiting: number,
  incoming: readonly F[],
  limit: number,
): { accepted: F[]; refused: Refusal[] } {
  if (waiting + incoming.length > limit) {
    return { accepted: [], refused: [{ title: uploadTexts.refused.tooMany, message: uploadMessages.tooMany(limit) }] };
  }
  const accepted: F[] = [];
  const refused: Refusal[] = [];
  for (const file of incoming) {
    const refusal = refusalOf(file);
    if (refusal) {
      refused.push(refusal);
    } else {
      accepted.push(file);
    }
  }
  return { accepted, refused };
}

/** Files that one message tells of, each by its sentence. */
const TOLD = 5;

/** The sentences of the first few files, and how many more there are. */
export function inFew(sentences: readonly string[]): string {
  const more = sentences.length - TOLD;
  return (more > 0 ? [...sentences.slice(0, TOLD), `And ${plural(more, 'more file')}.`] : sentences).join(' ');
}

/** One message for several refusals: the first title, their sentences. */
export function summaryOf(refused: readonly Refusal[]): Refusal | null {
  const [first] = refused;
  if (!first) {
    return null;
  }
  const sameTitle = refused.every((one) => one.title === first.title);
  return {
    title: sameTitle ? first.title : uploadTexts.refused.several,
    message: inFew(refused.map((one) => one.message)),
  };
}

/** A change of one item; unknown ids change nothing (progress of a removed file is ignored). */
export function changed(
  items: readonly UploadItem[],
  id: string,
  change: Partial<
    Pick<UploadItem, 'status' | 'progress' | 'error' | 'isPassing' | 'isOverLimit' | 'isRefused' | 'photoId' | 'sameAs'>
  >,
): readonly UploadItem[] {
  return items.map((item) => (item.id === id ? { ...item, ...change } : item));
}

/** Whole percent over all files that move or have moved. */
export function overallProgress(items: readonly Pick<UploadItem, 'status' | 'progress' | 'file'>[]): number {
  const counted = items.filter((item) => item.status !== 'error');
  const total = counted.reduce((sum, item) => sum + item.file.size, 0);
  if (total === 0) {
    return 0;
  }
  const done = counted.reduce(
    (sum, item) => sum + item.file.size * (item.status === 'success' ? 1 : item.progress / 100),
    0,
  );
  return Math.round((done / total) * 100);
}

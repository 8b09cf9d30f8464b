import type { DataOf, mediaEvents, Photo, PhotoEdit } from '@postloom/contracts';
import { pictureName, renditionNames } from '../pictures/index.ts';
import { objectKeys } from '../storage/index.ts';
import type { PictureAddresses } from './picture-addresses.ts';

/** What was known of a photo before its look was changed. */
export interface OriginalFacts {
  readonly width: number;
  readonly height: number;
  readonly placeholder: string | null;
}

export interface PhotoRow {
  readonly id: string;
  readonly business_id: string;
  readonly filename: string;
  readonly original_name: string;
  readonly file_size: number;
  readonly width: number;
  readonly height: number;
  readonly mime_type: string;
  readonly album_id: string | null;
  readonly alt_text: string | null;
  readonly tags: readonly string[];
  readonly sha256: string;
  readonly placeholder: string | null;
  readonly edit: PhotoEdit | null;
  /** Names the pictures of what `edit` makes of the photo. */
  readonly look_id: string | null;
  readonly original: OriginalFacts | null;
  readonly similar_to: string | null;
  readonly status: Photo['status'];
  readonly used_in_posts: number;
  readonly version: number;
  readonly created_at: Date;
}

/** The address of a picture. People always see a derived one: the original may carry GPS. */
export function picturePath(
  { business_id, id, look_id }: Pick<PhotoRow, 'business_id' | 'id' | 'look_id'>,
  name: string,
): string {
  return `/objects/${objectKeys.rendition(business_id, id, pictureName(name, look_id))}`;
}

/** The large ones are drawn by the editor, which only the product's own address allows: they are always fetched from there. */
export function toPhoto(row: PhotoRow, addresses: PictureAddresses): Photo {
  const path = (name: string, look_id = row.look_id): string => picturePath({ ...row, look_id }, name);
  return {
    id: row.id,
    filename: row.filename,
    originalName: row.original_name,
    objectPath: path(renditionNames.publish),
    fileSize: row.file_size,
    width: row.width,
    height: row.height,
    mimeType: row.mime_type,
    albumId: row.album_id,
    altText: row.alt_text,
    tags: [...row.tags],
    sha256: row.sha256,
    thumbnails: {
      '200': addresses.of(path(renditionNames['200'])),
      '400': addresses.of(path(renditionNames['400'])),
      '800': addresses.of(path(renditionNames['800'])),
    },
    placeholder: row.placeholder,
    status: row.status,
    edit: row.edit,
    original: row.original && {
      ...{ width: row.original.width, height: row.original.height },
      objectPath: path(renditionNames.publish, null),
    },
    similarTo: row.similar_to,
    usedInPosts: row.used_in_posts,
    createdAt: row.created_at.toISOString(),
  };
}

/** The payload of the events about a photo. */
export function photoFacts(photo: Photo): DataOf<typeof mediaEvents.photoReady> {
  return {
    photoId: photo.id,
    sha256: photo.sha256,
    mimeType: photo.mimeType,
    width: photo.width ?? 0,
    height: photo.height ?? 0,
    fileSize: photo.fileSize,
    albumId: photo.albumId,
    // Events are read when an address with a signature has long ended: this one asks for a session.
    thumbnailPath: photo.objectPath.replace(renditionNames.publish, renditionNames['400']),
  };
}

import type { DataOf, mediaEvents, Photo } from '@postloom/contracts';
import { renditionNames } from '../pictures/index.ts';
import { objectKeys } from '../storage/index.ts';

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
  readonly sha256: string;
  readonly status: Photo['status'];
  readonly used_in_posts: number;
  readonly version: number;
  readonly created_at: Date;
}

/** People always see the derived picture: the original may carry GPS. */
export function toPhoto(row: PhotoRow): Photo {
  const path = (name: string): string => `/objects/${objectKeys.rendition(row.business_id, row.id, name)}`;
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
    sha256: row.sha256,
    thumbnails: {
      '200': path(renditionNames['200']),
      '400': path(renditionNames['400']),
      '800': path(renditionNames['800']),
    },
    status: row.status,
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
    thumbnailPath: photo.thumbnails['400'],
  };
}

import { createHash, randomUUID } from 'node:crypto';
import type { MadeFile } from './made-zip.ts';

/** Where the first business of an export lies. */
export const folder = 'businesses/01-Shop';
export const NOW = '2026-11-20T10:00:00.000Z';

export const business = {
  ...{ id: randomUUID(), name: 'Shop', industryType: 'restaurant', customIndustryName: null, customAiPrompt: null },
  ...{ description: null, brandColors: null, businessLocation: 'Graz', businessTone: 'friendly', timeZone: 'UTC' },
  ...{ targetAudience: null, businessSpecialty: null, uniqueSellingPoint: null, keyServices: null },
  ...{ businessPersonality: null, lateLimitMinutes: 360, createdAt: NOW, updatedAt: NOW, isActive: true },
  aiProvider: 'openai',
};

export const shop: MadeFile = {
  name: `${folder}/business.ndjson`,
  bytes: `${JSON.stringify(business)}\n`,
  deflate: true,
};

export const rows = (kind: string, ...lines: unknown[]): MadeFile => ({
  name: `${folder}/${kind}-0001.ndjson`,
  bytes: lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  deflate: true,
});

export const photoRow = (name: string, bytes: Buffer, more: object = {}) => ({
  ...{ id: randomUUID(), originalName: name, fileSize: bytes.length, width: 10, height: 10, mimeType: 'image/jpeg' },
  ...{ albumId: null, altText: null, tags: [], createdAt: NOW, preview: null },
  ...{ sha256: createHash('sha256').update(bytes).digest('hex'), path: `${folder}/photos/${name}`, ...more },
});

export const draft = (caption: string) => ({
  ...{ id: randomUUID(), caption, captionByPlatform: null, platforms: ['instagram'], status: 'draft' },
  ...{ scheduledFor: null, photoId: null, photoIds: [], targets: [], source: 'manual', createdAt: NOW, updatedAt: NOW },
});

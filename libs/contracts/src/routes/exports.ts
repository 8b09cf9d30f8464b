import { z } from 'zod';
import { defineRoute, Id, Ok } from '../kernel/index.ts';
import { DataExport, DataImport, ImportAnnouncement, ImportChoice } from '../media/index.ts';

const user = { tag: 'User, plan and limits' } as const;

/** Everything that is a person's own, to take away. */
export const exportRoutes = {
  exportData: defineRoute('GET', '/api/user/export', {
    ...user,
    summary: 'Begin an export of everything that is yours; a mail and a notification tell when it is ready',
    status: 202,
    answer: DataExport,
    errors: ['rate_limited'],
  }),
  exportState: defineRoute('GET', '/api/user/export/status', {
    ...user,
    summary: 'How far the latest export is',
    answer: DataExport,
  }),
  downloadExport: defineRoute('GET', '/api/user/export/download', {
    ...user,
    summary: 'The latest export as a zip; Range is supported',
    errors: ['not_found'],
  }),
  importData: defineRoute('POST', '/api/user/import', {
    ...user,
    summary: 'Announce the zip of an export; the same file announced again goes on where it stopped',
    body: ImportAnnouncement,
    status: 202,
    answer: DataImport,
    errors: ['rate_limited', 'conflict', 'payload_too_large'],
  }),
  importPart: defineRoute('PUT', '/api/user/import/{importId}/bytes/{from}', {
    ...user,
    summary:
      'The bytes of the zip from there on, at most 8 MB; with the last of them it is checked, and then waits for a choice',
    params: z.strictObject({ importId: Id, from: z.coerce.number().int().min(0) }),
    answer: DataImport,
    errors: ['not_found', 'conflict', 'payload_too_large', 'unsupported_media_type', 'request_timeout'],
  }),
  importState: defineRoute('GET', '/api/user/import', {
    ...user,
    summary: 'How far the latest import is, what it holds and what it has brought back',
    answer: DataImport,
  }),
  beginImport: defineRoute('POST', '/api/user/import/begin', {
    ...user,
    summary: 'Bring back what was chosen',
    body: ImportChoice,
    status: 202,
    answer: DataImport,
    errors: ['conflict'],
  }),
  dropImport: defineRoute('DELETE', '/api/user/import', {
    ...user,
    summary: 'Give up an import that has not begun',
    answer: Ok,
    errors: ['conflict'],
  }),
} as const;

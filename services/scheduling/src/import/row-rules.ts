import { AppError, Id, platformRules, platforms, PostInput } from '@postloom/contracts';
import type { ErrorDetail, importRpc, OutputOf, Platform } from '@postloom/contracts';
import type { NewPost } from '../posts/index.ts';
import { listed, platformNamed, quote } from './columns.ts';
import type { Cells, Column } from './columns.ts';
import { notATime, readMoment, readWallClock } from './wall-clock.ts';
import type { ReadDate } from './wall-clock.ts';

export type RowError = OutputOf<typeof importRpc.postImport>['rows'][number]['errors'][number];
export type ReadRow =
  | { readonly input: NewPost; readonly errors?: undefined }
  | { readonly errors: RowError[]; readonly input?: undefined };

/** A row's photos, by id or file name as written, each once. */
export function photosNamed(cells: Cells): string[] {
  return [...new Set([...listed(cells.photo), ...listed(cells.photos)])];
}

/** More than any platform accepts; the names in a row with more are not resolved. */
export const MOST_PHOTOS = Math.max(...platforms.map((platform) => platformRules[platform].maxPhotos));

export function isId(name: string): boolean {
  return Id.safeParse(name).success;
}

/** A row as POST /api/posts would take it, or everything that is wrong with it, in sentences for the person. */
export function readRow(cells: Cells, facts: { timeZone: string; photoIds: ReadonlyMap<string, string> }): ReadRow {
  const errors: RowError[] = [];
  const chosen = platformsOf(cells.platforms, errors);
  const scheduledFor = dateOf(cells, facts.timeZone, errors);
  const status = statusOf(cells.status, scheduledFor !== null, errors);
  const photoIds = photosOf(cells, facts.photoIds, errors);
  const own = platforms.flatMap((platform): [Platform, string][] => {
    const caption = cells[`caption_${platform}`];
    return caption === '' ? [] : [[platform, caption]];
  });
  const parsed = PostInput.safeParse({
    ...{ caption: cells.caption, platforms: chosen, status, scheduledFor, photoIds },
    captionByPlatform: own.length === 0 ? null : Object.fromEntries(own),
  });
  if (!parsed.success) {
    const details = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
    // A cell that could not be parsed has been reported already.
    errors.push(...rowErrors(details, cells).filter(({ column }) => !errors.some((one) => one.column === column)));
  }
  return errors.length > 0 || !parsed.success ? { errors } : { input: parsed.data };
}

/** A refusal by the rules of posts, assigned to the row's columns; null when the whole request is refused for another reason. */
export function refusalOf(error: unknown, cells: Cells): RowError[] | null {
  if (!(error instanceof AppError)) {
    return null;
  }
  switch (error.code) {
    case 'validation_failed':
    case 'invalid_date':
      return rowErrors(error.details ?? [{ path: '', message: error.message }], cells);
    case 'not_found':
      return [{ column: photoColumn(cells), message: 'There is no such photo.' }];
    default:
      return null;
  }
}

function rowErrors(details: readonly ErrorDetail[], cells: Cells): RowError[] {
  return details.map(({ path, message }) => ({ column: columnAt(path, cells), message }));
}

function columnAt(path: string, cells: Cells): string {
  const [field, platform] = path.split('.');
  switch (field) {
    case 'captionByPlatform':
      return `caption_${platform ?? ''}`;
    case 'scheduledFor':
      return dateColumn(cells);
    case 'photoId':
    case 'photoIds':
      return photoColumn(cells);
    case 'platforms':
    case 'status':
      return field;
    default:
      return 'caption';
  }
}

function dateColumn(cells: Cells): Column {
  return cells.scheduled_for !== '' ? 'scheduled_for' : 'date';
}

function photoColumn(cells: Cells): Column {
  return cells.photo === '' && cells.photos !== '' ? 'photos' : 'photo';
}

/** Of several unknown names only the first is reported: 500 rows with swapped columns would not fit into one answer. */
function platformsOf(cell: string, errors: RowError[]): Platform[] {
  // 'instagram facebook' is two, 'X (Twitter)' is one.
  const parts = listed(cell).flatMap((part) => (platformNamed(part) === null ? part.split(/\s+/) : [part]));
  const unknown = parts.find((part) => platformNamed(part) === null);
  if (unknown !== undefined) {
    errors.push({ column: 'platforms', message: `${quote(unknown)} is not a platform. Use ${platforms.join(', ')}.` });
  }
  return parts.flatMap((part) => platformNamed(part) ?? []);
}

/** As with platforms, only the first unknown name is reported. */
function photosOf(cells: Cells, idsByName: ReadonlyMap<string, string>, errors: RowError[]): string[] {
  const names = photosNamed(cells);
  if (names.length > MOST_PHOTOS) {
    errors.push({ column: photoColumn(cells), message: `Please name at most ${MOST_PHOTOS} photos.` });
    return [];
  }
  const photos = names.map((name) => ({ name, id: isId(name) ? name : idsByName.get(name) }));
  const unknown = photos.find(({ id }) => id === undefined);
  if (unknown !== undefined) {
    errors.push({ column: photoColumn(cells), message: `There is no photo called ${quote(unknown.name)}.` });
  }
  return photos.flatMap(({ id }) => id ?? []);
}

function dateOf(cells: Cells, timeZone: string, errors: RowError[]): string | null {
  const { date, time, scheduled_for: moment } = cells;
  if (moment !== '' && (date !== '' || time !== '')) {
    errors.push({ column: 'scheduled_for', message: 'Please give either scheduled_for or date and time, not both.' });
    return null;
  }
  if (moment !== '') {
    return instantOf(readMoment(moment, timeZone), 'scheduled_for', errors);
  }
  if (date === '' && time === '') {
    return null;
  }
  if (date === '') {
    errors.push({ column: 'date', message: 'Please give a date with the time.' });
  } else if (time === '') {
    errors.push({ column: 'time', message: 'Please give a time with the date.' });
  } else {
    return instantOf(readWallClock(date, time, timeZone), 'date', errors);
  }
  return null;
}

function instantOf(read: ReadDate, column: Column, errors: RowError[]): string | null {
  if ('instant' in read) {
    return read.instant;
  }
  errors.push({ column: column === 'date' && read.problem === notATime ? 'time' : column, message: read.problem });
  return null;
}

/** With a date it is scheduled, without one it is a draft, unless the row says otherwise. */
function statusOf(cell: string, isDated: boolean, errors: RowError[]): 'draft' | 'scheduled' {
  const wanted = cell.toLowerCase();
  if (wanted === '') {
    return isDated ? 'scheduled' : 'draft';
  }
  if (wanted !== 'draft' && wanted !== 'scheduled') {
    errors.push({ column: 'status', message: `${quote(cell)} is not a status. Use draft or scheduled.` });
    return 'draft';
  }
  const isDateWrong = errors.some(({ column }) => column === 'date' || column === 'time' || column === 'scheduled_for');
  if (wanted === 'scheduled' && !isDated && !isDateWrong) {
    errors.push({ column: 'date', message: 'A scheduled post needs a date and a time.' });
  }
  return wanted;
}

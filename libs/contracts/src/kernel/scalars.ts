import { z } from 'zod';

/** UUID (version 7 when made by us; any version is accepted). */
export const Id = z.uuid();
export type Id = z.infer<typeof Id>;

/** The id of one thing, in a path or a request. */
export const ById = z.strictObject({ id: Id });

/** Some things by their ids. */
export const Ids = z.array(Id).max(100);

/** The same in an address, separated by commas. */
export const IdsInAddress = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(Ids);

/** ISO 8601 with offset, in the years 1 to 9999 of UTC: no database stores a year 0. The server always answers in UTC (`Z`). */
export const Instant = z.iso.datetime({ offset: true }).refine(isInCommonEra, 'This date does not exist.');
export type Instant = z.infer<typeof Instant>;

/** Calendar day `YYYY-MM-DD`, checked to exist, in the years 1 to 9999. */
export const LocalDate = z.iso.date().refine(isInCommonEra, 'This date does not exist.');

/** Wall clock `HH:MM` of 24 hours. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Invalid time format');

/** IANA time zone name that this runtime knows. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'Please choose a time zone.');

/** True for anything that is not a date, too: the format has already refused that. */
function isInCommonEra(date: string): boolean {
  const year = new Date(date).getUTCFullYear();
  return Number.isNaN(year) || (year >= 1 && year <= 9999);
}

function isTimeZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0 && !/^[+-]/.test(name)
    );
  } catch {
    return false; // RangeError is how Intl says "unknown zone"
  }
}

export const Role = z.enum(['owner', 'admin', 'editor', 'approver', 'viewer']);
export type Role = z.infer<typeof Role>;

/** Text written by a person: control characters (except line breaks and tabs) are refused, lengths count code points. */
export function text(max: number, messages: { required?: string; tooLong?: string } = {}) {
  let schema = z
    .string(messages.required === undefined ? undefined : { error: messages.required })
    .refine((value) => [...value].length <= max, messages.tooLong ?? `Please use at most ${max} characters.`)
    .refine(
      (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value),
      'Please remove the control characters.',
    );
  const required = messages.required;
  if (required !== undefined) {
    schema = schema.refine((value) => visible(value).length > 0, required);
  }
  return schema;
}

/** A text without white space and zero-width characters. */
function visible(value: string): string {
  return value.replace(/[\s\u200b-\u200f\u2060\ufeff]/gu, '');
}

/** Page of a list: `limit` 1-100 with optional `cursor`; without both the answer is a plain array of at most 1000. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  /** Holds the sort value of the last row, which may be a name of 255 characters. */
  cursor: z.string().max(2_000).optional(),
});

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), nextCursor: z.string().nullable(), total: z.number().int() });
}

/** Either shape of a list answer (see `PageQuery`). */
export function listOf<T extends z.ZodType>(item: T) {
  return z.union([z.array(item), pageOf(item)]);
}

/** Whether an answer is a list made by `listOf`. */
export function isListAnswer(answer: z.ZodType | undefined): boolean {
  return answer instanceof z.ZodUnion && answer.options.some((option) => option instanceof z.ZodArray);
}

/** The rows of a list answer, whichever shape it has. */
export function rowsOf<T>(list: T[] | { data: T[] }): T[] {
  return Array.isArray(list) ? list : list.data;
}

export const Empty = z.strictObject({});
export const Ok = z.object({ success: z.literal(true) });

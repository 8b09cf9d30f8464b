import { z } from 'zod';
import {
  ById,
  defineEvent,
  defineRpc,
  Id,
  Instant,
  listOf,
  LocalDate,
  Ok,
  PageQuery,
  text,
  TimeOfDay,
} from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';
import { scheduleMessages } from './messages.ts';

/** Every Day, Every 2 Days, Every 3 Days, Every Week, Every Month. */
export const Frequency = z.enum(['daily', 'every2days', 'every3days', 'weekly', 'monthly']);
export type Frequency = z.infer<typeof Frequency>;

/** The slot that a rule names: wall clock `YYYY-MM-DDTHH:MM`, whatever a clock change makes of it. */
export const LocalSlot = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'This schedule has no post at that time.')
  .refine((slot) => LocalDate.safeParse(slot.slice(0, 10)).success, 'This schedule has no post at that time.');

/** ISO weekday: Monday is 1, Sunday 7. */
const Weekday = z.number().int().min(1).max(7);

const ScheduleFields = {
  name: text(100, {
    required: scheduleMessages.nameRequired,
    tooLong: scheduleMessages.nameTooLong,
  }),
  frequency: Frequency,
  /** In the business's time zone. */
  timeOfDay: TimeOfDay,
  platforms: z
    .array(Platform, { error: scheduleMessages.platformRequired })
    .min(1, scheduleMessages.platformRequired)
    .max(50)
    .transform((chosen) => [...new Set(chosen)]),
  useAllPhotos: z.boolean(),
  albumId: Id.nullable(),
  /** Only with 'weekly'; empty or absent: the weekday of the first day. */
  weekdays: z
    .array(Weekday)
    .max(7)
    .transform((days) => [...new Set(days)].sort())
    .nullable(),
  startDate: LocalDate.nullable(),
  endDate: LocalDate.nullable(),
};

/** POST /api/recurring-schedules. Without a start date the rule starts on the business's current day. */
export const ScheduleInput = z.strictObject({
  ...ScheduleFields,
  useAllPhotos: ScheduleFields.useAllPhotos.default(false),
  albumId: ScheduleFields.albumId.default(null),
  weekdays: ScheduleFields.weekdays.default(null),
  startDate: ScheduleFields.startDate.default(null),
  endDate: ScheduleFields.endDate.default(null),
  isActive: z.boolean().default(true),
});
export type ScheduleInput = z.input<typeof ScheduleInput>;

/** PUT /api/recurring-schedules/{id}: any of the fields, or `isActive` alone. */
export const ScheduleChanges = z
  .strictObject({
    ...ScheduleFields,
    isActive: z.boolean(),
    /** Of a paused one: it resumes by itself when this day begins for the business; null: when a person resumes it. */
    pausedUntil: LocalDate.nullable(),
  })
  .partial();

export const RecurringSchedule = z.object({
  id: Id,
  name: z.string(),
  frequency: Frequency,
  timeOfDay: z.string(),
  platforms: z.array(Platform),
  useAllPhotos: z.boolean(),
  albumId: Id.nullable(),
  isActive: z.boolean(),
  /** The day on which it resumes by itself; null while it runs, and where a person will resume it. */
  pausedUntil: LocalDate.nullable().default(null),
  weekdays: z.array(z.number().int()).nullable(),
  startDate: LocalDate,
  endDate: LocalDate.nullable(),
  /** The zone of its wall clock: the business's. */
  timeZone: z.string(),
  /** Photos used in the current round. */
  usedPhotoIds: z.array(Id),
  /** Null while paused and after the last slot. */
  nextPostDate: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type RecurringSchedule = z.infer<typeof RecurringSchedule>;

const OccurrenceStatus = z.enum(['planned', 'picked', 'captioning', 'posted', 'drafted', 'skipped']);

/** One slot of a schedule: computed while it is ahead, a row once it was edited or began. */
export const Occurrence = z.object({
  scheduleId: Id,
  localSlot: z.string(),
  /** When the wall clock really shows that slot, with clock changes considered. */
  dueAt: Instant,
  status: OccurrenceStatus,
  /** Why it was skipped or became a draft, a sentence for the person. */
  reason: z.string().nullable(),
  postId: Id.nullable(),
  photoId: Id.nullable(),
  /** What the person wrote for this one occurrence. */
  caption: z.string().nullable(),
  platforms: z.array(Platform),
});
export type Occurrence = z.infer<typeof Occurrence>;

/** Skips, restores or edits one occurrence; null gives a field back to the schedule. */
export const OccurrenceChanges = z.strictObject({
  skip: z.boolean().optional(),
  caption: text(63_206, { required: 'Please enter a caption for your post.' }).nullable().optional(),
  photoId: Id.nullable().optional(),
  /** Another time of the same day. */
  timeOfDay: TimeOfDay.nullable().optional(),
});

export const UpcomingQuery = z.strictObject({ count: z.coerce.number().int().min(1).max(100).default(10) });

export const recurringRpc = {
  scheduleList: defineRpc('rpc.scheduling.schedule.list.v1', {
    caller: 'service',
    input: PageQuery,
    output: listOf(RecurringSchedule),
    retryable: true,
  }),
  scheduleCreate: defineRpc('rpc.scheduling.schedule.create.v1', {
    input: ScheduleInput,
    output: RecurringSchedule,
    errors: ['not_found', 'invalid_date', 'idempotency_mismatch', 'conflict'],
    keyed: true,
  }),
  scheduleUpdate: defineRpc('rpc.scheduling.schedule.update.v1', {
    input: z.strictObject({ id: Id, changes: ScheduleChanges }),
    output: RecurringSchedule,
    errors: ['not_found', 'invalid_date'],
  }),
  /** Deletes its posts that are not dispatched yet. */
  scheduleDelete: defineRpc('rpc.scheduling.schedule.delete.v1', { input: ById, output: Ok, errors: ['not_found'] }),
  scheduleUpcoming: defineRpc('rpc.scheduling.schedule.upcoming.v1', {
    caller: 'service',
    input: z.strictObject({ id: Id, count: z.number().int().min(1).max(100) }),
    output: z.array(Occurrence),
    errors: ['not_found'],
    retryable: true,
  }),
  /** Past and running occurrences, newest first, at most 100. */
  scheduleHistory: defineRpc('rpc.scheduling.schedule.history.v1', {
    input: ById,
    output: z.array(Occurrence),
    errors: ['not_found'],
    retryable: true,
  }),
  occurrenceChange: defineRpc('rpc.scheduling.occurrence.change.v1', {
    input: z.strictObject({ id: Id, localSlot: LocalSlot, changes: OccurrenceChanges }),
    output: Occurrence,
    errors: ['not_found', 'publishing', 'invalid_date'],
  }),
} as const;

/** What became of one, for the person: with the name of its schedule, which earlier events lack. */
const OccurrenceOutcome = { name: z.string().optional(), reason: z.string() };

const OccurrenceFacts = z.object({ occurrenceId: Id, scheduleId: Id, localSlot: z.string(), dueAt: Instant });

export const recurringEvents = {
  /** A photo is picked: captions writes for it, with the preferences of the person who made the schedule. `neededBy`: the slot. */
  occurrenceStarted: defineEvent(
    'scheduling.occurrence.started.v1',
    OccurrenceFacts.extend({ photoId: Id, platforms: z.array(Platform), userId: Id, payerId: Id, neededBy: Instant }),
  ),
  occurrenceSkipped: defineEvent('scheduling.occurrence.skipped.v1', OccurrenceFacts.extend(OccurrenceOutcome)),
  occurrenceDrafted: defineEvent(
    'scheduling.occurrence.drafted.v1',
    OccurrenceFacts.extend({ postId: Id, ...OccurrenceOutcome }),
  ),
  /** It runs again: a person resumed it, or the day has come until which it was paused. */
  scheduleResumed: defineEvent('scheduling.schedule.resumed.v1', z.object({ scheduleId: Id, name: z.string() })),
  /** Every photo has been used; the round starts again and the owner is notified. */
  roundRestarted: defineEvent(
    'scheduling.schedule.round-restarted.v1',
    z.object({ scheduleId: Id, name: z.string(), photos: z.number().int() }),
  ),
} as const;

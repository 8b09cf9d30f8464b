import { z } from 'zod';
import { ById, defineRoute, Id, listOf, PageQuery } from '../kernel/index.ts';
import {
  LocalSlot,
  Occurrence,
  OccurrenceChanges,
  RecurringSchedule,
  ScheduleChanges,
  ScheduleInput,
  UpcomingQuery,
} from '../scheduling/index.ts';

const schedules = { tag: 'Posts and schedules' } as const;

/** Recurring schedules and their occurrences. */
export const recurringRoutes = {
  schedules: defineRoute('GET', '/api/recurring-schedules', {
    ...schedules,
    summary: 'Recurring schedules, newest first',
    query: PageQuery,
    answer: listOf(RecurringSchedule),
  }),
  createSchedule: defineRoute('POST', '/api/recurring-schedules', {
    ...schedules,
    summary: 'Create a recurring schedule',
    body: ScheduleInput,
    status: 201,
    answer: RecurringSchedule,
    errors: ['not_found', 'invalid_date'],
    idempotent: true,
  }),
  updateSchedule: defineRoute('PUT', '/api/recurring-schedules/{id}', {
    ...schedules,
    summary: 'Change, pause or resume a recurring schedule',
    params: ById,
    body: ScheduleChanges,
    answer: RecurringSchedule,
    errors: ['not_found', 'invalid_date'],
  }),
  deleteSchedule: defineRoute('DELETE', '/api/recurring-schedules/{id}', {
    ...schedules,
    summary: 'Delete a recurring schedule and its posts that are not out yet',
    params: ById,
    status: 204,
    errors: ['not_found'],
  }),
  upcomingOccurrences: defineRoute('GET', '/api/recurring-schedules/{id}/upcoming', {
    ...schedules,
    summary: 'The next occurrences, in the zone of the business',
    params: ById,
    query: UpcomingQuery,
    answer: z.array(Occurrence),
    errors: ['not_found'],
  }),
  pastOccurrences: defineRoute('GET', '/api/recurring-schedules/{id}/occurrences', {
    ...schedules,
    summary: 'What became of past and running occurrences, newest first',
    params: ById,
    answer: z.array(Occurrence),
    errors: ['not_found'],
  }),
  changeOccurrence: defineRoute('PUT', '/api/recurring-schedules/{id}/occurrences/{localSlot}', {
    ...schedules,
    summary: 'Skip or edit one occurrence',
    params: z.strictObject({ id: Id, localSlot: LocalSlot }),
    body: OccurrenceChanges,
    answer: Occurrence,
    errors: ['not_found', 'publishing', 'invalid_date'],
  }),
} as const;

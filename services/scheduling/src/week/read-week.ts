import { Injectable } from '@nestjs/common';
import type { Occurrence, WeekOfPosts } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { dayStart, ReadSchedules } from '../recurrence/index.ts';
import { WeekRepository } from './week.repository.ts';
import type { WeekRow } from './week.repository.ts';

/** Posts that a section of the summary shows; the others are counted. */
const SHOWN = 5;
const DAY_MS = 86_400_000;

type WeekPosts = WeekOfPosts['published'];

@Injectable()
export class ReadWeek {
  constructor(
    private readonly uow: Uow,
    private readonly weeks: WeekRepository,
    private readonly schedules: ReadSchedules,
  ) {}

  /** The week before a Monday and the one from it on. A business that is not known here has no posts. */
  execute(businessId: string, monday: string): Promise<WeekOfPosts> {
    return this.uow.run(Scope.business(businessId), (tx) => this.read(tx, businessId, monday), { readOnly: true });
  }

  private async read(tx: Tx, businessId: string, monday: string): Promise<WeekOfPosts> {
    const timeZone = await this.weeks.zone(tx, businessId);
    if (timeZone === null) {
      return { timeZone: 'UTC', published: NONE, failed: NONE, planned: NONE };
    }
    const at = (days: number): Date => dayStart(dateAfter(monday, days), timeZone);
    const posts = async (status: string, from: Date, to: Date): Promise<WeekPosts> =>
      shown(await this.weeks.posts(tx, businessId, { status, from, to, most: SHOWN }));
    const planned = await posts('scheduled', at(0), at(7));
    const coming = await this.schedules.between(tx, businessId, monday, dateAfter(monday, 6));
    return {
      timeZone,
      published: await posts('published', at(-7), at(0)),
      failed: await posts('failed', at(-7), at(0)),
      planned: withComing(planned, coming),
    };
  }
}

const NONE: WeekPosts = { total: 0, first: [] };

function shown(rows: readonly WeekRow[]): WeekPosts {
  return {
    total: rows[0]?.total ?? 0,
    first: rows.map(({ id, caption, due_at: dueAt, platforms }) => ({
      ...{ id, caption, platforms },
      at: dueAt.toISOString(),
    })),
  };
}

/** Recurring posts that are not written yet are planned too. */
function withComing(planned: WeekPosts, coming: readonly Occurrence[]): WeekPosts {
  const first = [
    ...planned.first,
    ...coming.map(({ caption, dueAt, platforms }) => ({ id: null, caption, at: dueAt, platforms })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  return { total: planned.total + coming.length, first: first.slice(0, SHOWN) };
}

function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

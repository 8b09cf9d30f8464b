import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Occurrence, ParsedInputOf, schedulingRpc } from '@postloom/contracts';
import { EncodedJson, fitting, MOST_ANSWER_BYTES, Unchanged } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { AskOwners } from '../facts/index.ts';
import { RenderPosts } from '../posts/index.ts';
import { MOST_IN_CALENDAR, ReadSchedules } from '../recurrence/index.ts';
import { CalendarRepository } from './calendar.repository.ts';
import type { CalendarRow } from './calendar.repository.ts';
import { refuseRange } from './range-rules.ts';

type Query = ParsedInputOf<typeof schedulingRpc.calendarRange>;

/** GET /api/calendar: posts and upcoming occurrences of a range of days in the business's zone, soonest first. */
@Injectable()
export class CalendarRange {
  constructor(
    private readonly uow: Uow,
    private readonly calendar: CalendarRepository,
    private readonly askOwners: AskOwners,
    private readonly render: RenderPosts,
    private readonly schedules: ReadSchedules,
  ) {}

  /** @throws AppError invalid_date (days in the wrong order), validation_failed (more than 62 days), not_found, no_business */
  async execute({ from, to }: Query, context: RpcContext): Promise<EncodedJson | Unchanged> {
    const { businessId } = tenantOf(context);
    refuseRange(from, to);
    return this.render.complete<EncodedJson | Unchanged>(businessId, async () => {
      const known = context.knownFingerprint ?? '';
      const { row, coming } = await this.found(businessId, from, to, known, context);
      const { timeZone, stale, texts, isCut } = row;
      const fingerprint = fingerprintOf(row, coming);
      if (texts === null) {
        return { stale, answer: new Unchanged(fingerprint) };
      }
      const shown = fitting(coming.slice(0, MOST_IN_CALENDAR), bytesOf, MOST_ANSWER_BYTES - Buffer.byteLength(texts));
      const occurrences = coming.length === 0 ? '' : `,"occurrences":${JSON.stringify(shown)}`;
      const truncated = isCut || shown.length < coming.length ? ',"truncated":true' : '';
      const json = [`{"timeZone":${JSON.stringify(timeZone)},"posts":[`, texts, `]${occurrences}${truncated}}`];
      return { stale, answer: new EncodedJson(json, fingerprint) };
    });
  }

  private async found(
    businessId: string,
    from: string,
    to: string,
    known: string,
    context: RpcContext,
  ): Promise<{ row: CalendarRow; coming: Occurrence[] }> {
    const read = () =>
      this.uow.run(Scope.business(businessId), (tx) => this.both(tx, { businessId, from, to, known }), {
        readOnly: true,
      });
    const { row, coming } = await read();
    if (row !== null) {
      return { row, coming };
    }
    await this.askOwners.execute(context, businessId, { business: true, accounts: false, photoIds: [] });
    const again = await read();
    if (again.row === null) {
      throw new AppError('not_found');
    }
    return { row: again.row, coming: again.coming };
  }

  /** Posts and upcoming occurrences, both from one snapshot. */
  private async both(
    tx: Tx,
    { businessId, from, to, known }: { businessId: string; from: string; to: string; known: string },
  ): Promise<{ row: CalendarRow | null; coming: Occurrence[] }> {
    const [posts = '', occurrences = ''] = known.split(APART);
    const [row, coming] = await Promise.all([
      this.calendar.range(tx, businessId, from, to, posts),
      this.schedules.between(tx, businessId, from, to),
    ]);
    const isSame = row?.texts !== null || hashOf(coming) === occurrences;
    return { row: isSame ? row : await this.calendar.range(tx, businessId, from, to, ''), coming };
  }
}

/** Separates the two parts of a fingerprint; the first contains a zone's name, which may contain a slash. */
const APART = '|';

/** With the comma behind it. */
function bytesOf(occurrence: Occurrence): number {
  return Buffer.byteLength(JSON.stringify(occurrence)) + 1;
}

/** What the answer depends on: the posts, and the occurrences when there are any. */
function fingerprintOf(row: CalendarRow, coming: readonly Occurrence[]): string {
  return coming.length === 0 ? row.fingerprint : `${row.fingerprint}${APART}${hashOf(coming)}`;
}

function hashOf(coming: readonly Occurrence[]): string {
  return coming.length === 0 ? '' : createHash('sha1').update(JSON.stringify(coming)).digest('base64url');
}

import { expect } from '@jest/globals';
import { analyticsRpc } from '@postloom/contracts';
import type { AnalyticsFigures, EventEnvelope } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { BusinessesClaims } from '../rebuild/businesses.claims.ts';
import { RebuildFigures } from '../rebuild/rebuild-figures.ts';
import { DayFiguresRepository, StaleDaysClaims, StaleDaysRepository } from '../roll-ups/index.ts';
import { SamplesRepository } from '../samples/index.ts';
import { teller } from './teller.ts';
import type { Teller } from './teller.ts';

/** The service, those who tell it something, and its figures once they are summed up. */
export class FiguresUnderTest {
  readonly tell: Teller;

  private constructor(readonly service: TestService) {
    this.tell = teller(service);
  }

  static async start(): Promise<FiguresUnderTest> {
    return new FiguresUnderTest(await testService({ service: 'analytics', module: AppModule, migrations }));
  }

  readonly sql = <R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> =>
    this.service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(text, parameters));

  /** As the command does, in this process. */
  rebuild(): Promise<number> {
    const { service } = this;
    return new RebuildFigures(
      ...([service.get(Uow), new BusinessesClaims(), service.get(SamplesRepository)] as const),
      ...([service.get(StaleDaysRepository), service.get(StaleDaysClaims), service.get(DayFiguresRepository)] as const),
    ).execute();
  }

  async ask(businessId: string, from: string, to: string): Promise<AnalyticsFigures> {
    return (await this.service.rpc(analyticsRpc.figuresGet, { from, to }, { businessId })).figures;
  }

  async handled(events: readonly EventEnvelope[]): Promise<void> {
    await eventually(
      'the events are done with',
      async () => {
        const [row] = await this.sql<{ done: number }>(
          `SELECT count(DISTINCT event_id)::int AS done FROM inbox WHERE state = 'done' AND event_id = ANY ($1)`,
          [events.map(({ id }) => id)],
        );
        expect(row?.done).toBe(new Set(events.map(({ id }) => id)).size);
      },
      { timeoutMs: 60_000 },
    );
  }

  async summedUp(): Promise<void> {
    await eventually(
      'no day is stale',
      async () => expect(await this.sql('SELECT 1 AS stale FROM stale_days LIMIT 1')).toEqual([]),
      { timeoutMs: 60_000 },
    );
  }
}

import { carryOut } from '../switches.repository.ts';
import { PrometheusApi, PrometheusAway } from './prometheus-api.ts';
import { readSnapshot } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import type { Shown } from './view.ts';

/** Pages open on several screens ask once in this time. */
const FRESH_MS = 5_000;

type Figures = Pick<Shown, 'trouble' | 'snapshot' | 'status'>;

export interface Sources {
  readonly prometheusUrl: string | undefined;
  readonly databaseUrl: string | undefined;
}

/** The figures of the page; when Prometheus falls silent the last ones stay, with their age. */
export class FiguresReader {
  private readonly databaseUrl: string | undefined;
  private readonly prometheus: PrometheusApi | undefined;
  private last: Snapshot | null = null;
  private reading: { readonly since: number; readonly figures: Promise<Figures> } | undefined;

  constructor({ prometheusUrl, databaseUrl }: Sources) {
    this.databaseUrl = databaseUrl;
    this.prometheus = prometheusUrl === undefined ? undefined : new PrometheusApi(prometheusUrl);
  }

  read(now: number): Promise<Figures> {
    if (this.reading === undefined || now - this.reading.since >= FRESH_MS) {
      this.reading = { since: now, figures: this.ask(now) };
    }
    return this.reading.figures;
  }

  private async ask(now: number): Promise<Figures> {
    const [trouble, status] = await Promise.all([this.snapshot(now), this.status()]);
    return { trouble, status, snapshot: this.last };
  }

  private async snapshot(now: number): Promise<Figures['trouble']> {
    if (this.prometheus === undefined) {
      return 'unset';
    }
    try {
      this.last = await readSnapshot(this.prometheus, now);
      return null;
    } catch (error) {
      return error instanceof PrometheusAway
        ? error.message
        : `Prometheus answers what this page does not understand: ${(error as Error).message}`;
    }
  }

  private async status(): Promise<Figures['status']> {
    if (this.databaseUrl === undefined) {
      return 'unset';
    }
    return carryOut(this.databaseUrl, { kind: 'status' }).catch((error: unknown) => error as Error);
  }
}

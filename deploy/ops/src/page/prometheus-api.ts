import { z } from 'zod';

/** One series of an answer. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface FiringAlert {
  readonly name: string;
  readonly severity: string;
  readonly summary: string;
  readonly description: string;
  /** Path of its runbook from the root of the repository. */
  readonly runbook: string | null;
  readonly since: string;
}

/** Prometheus does not answer, or not what was asked; the message is a sentence for the page. */
export class PrometheusAway extends Error {}

const TIMEOUT_MS = 8_000;

const Labels = z.record(z.string(), z.string());
const Vector = z.object({
  data: z.object({ result: z.array(z.object({ metric: Labels, value: z.tuple([z.number(), z.string()]) })) }),
});
const Alerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: Labels, annotations: Labels, activeAt: z.string() })),
  }),
});
const Refusal = z.object({ error: z.string() });

/** The two calls of Prometheus' HTTP API that the page needs. */
export class PrometheusApi {
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** The series that a query has now. What is no number (0 of 0) is left out. */
  async ask(query: string): Promise<readonly Sample[]> {
    const { data } = Vector.parse(await this.get('query', { query }));
    return data.result
      .map(({ metric, value: [, text] }) => ({ labels: metric, value: Number(text) }))
      .filter(({ value }) => Number.isFinite(value));
  }

  /** Alerts that fire, those that wake somebody first, then the oldest. */
  async firing(): Promise<readonly FiringAlert[]> {
    const { data } = Alerts.parse(await this.get('alerts', {}));
    return data.alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels, annotations, activeAt }) => ({
        name: labels['alertname'] ?? '',
        severity: labels['severity'] ?? '',
        summary: annotations['summary'] ?? '',
        description: annotations['description'] ?? '',
        runbook: annotations['runbook'] ?? null,
        since: activeAt,
      }))
      .sort((one, other) => one.severity.localeCompare(other.severity) || one.since.localeCompare(other.since));
  }

  private async get(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const address = `${this.url.replace(/\/+$/, '')}/api/v1/${path}?${new URLSearchParams(query).toString()}`;
    let answer: Response;
    let body: unknown;
    try {
      answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      body = await answer.json();
    } catch (error) {
      const reason =
        (error as Error).name === 'TimeoutError' ? `not within ${TIMEOUT_MS / 1_000} seconds` : 'not at all';
      throw new PrometheusAway(`Prometheus answers ${reason} at ${this.url}.`, { cause: error });
    }
    if (!answer.ok) {
      const refusal = Refusal.safeParse(body);
      throw new PrometheusAway(`Prometheus refuses (${answer.status}): ${refusal.data?.error ?? 'no reason given'}.`);
    }
    return body;
  }
}

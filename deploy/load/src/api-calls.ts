import { quantile } from '../../harness/src/quantiles.ts';
import type { Customer } from './seed.ts';

/** How a call ended: its status, `cut` when its connection was refused or broke, `late` when no answer came in time. */
type Outcome = number | 'cut' | 'late';

/** An API call that has ended. */
interface Call {
  readonly sentAt: number;
  readonly ms: number;
  readonly outcome: Outcome;
}

/** What came of the calls of some time. */
export interface Measured {
  readonly calls: number;
  /** Milliseconds of those that were answered with 200. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The others by their outcome: a status, `cut` or `late`. */
  readonly failed: Readonly<Record<string, number>>;
  /** The longest time without an answer of 200, in seconds. */
  readonly longestSilence: number;
}

const TICK_MS = 10;
const LIMIT_MS = 15_000;

/**
 * Calls at a steady rate, of all customers in turn: each is sent at its time, whether or not earlier ones were answered, so that a slow
 * answer hides nothing of those behind it.
 */
export class ApiCalls {
  private readonly ended: Call[] = [];
  private readonly running = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout;
  private readonly origin: string;
  private readonly headers: Readonly<Record<string, string>>;
  private sent = 0;

  /** @param headers of every call, beside those of its customer */
  constructor(
    origin: string,
    customers: readonly Customer[],
    paths: readonly string[],
    perSecond: number,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.origin = origin;
    this.headers = headers;
    const startedAt = performance.now();
    this.timer = setInterval(() => {
      for (; this.sent < ((performance.now() - startedAt) / 1_000) * perSecond; this.sent += 1) {
        const customer = customers[this.sent % customers.length];
        const path = paths[this.sent % paths.length];
        if (customer !== undefined && path !== undefined) {
          const call = this.call(customer, path).finally(() => this.running.delete(call));
          this.running.add(call);
        }
      }
    }, TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The calls that are sent while `work` goes on. */
  async during(work: () => Promise<unknown>): Promise<Measured> {
    const from = performance.now();
    await work();
    const to = performance.now();
    await Promise.all(this.running);
    const sent = this.ended.filter(({ sentAt }) => sentAt >= from && sentAt < to);
    const good = sent.filter(({ outcome }) => outcome === 200);
    const times = good.map(({ ms }) => ms);
    const answers = [from, ...good.map(({ sentAt, ms }) => sentAt + ms).sort((a, b) => a - b)];
    const failed: Record<string, number> = {};
    for (const { outcome } of sent.filter((call) => call.outcome !== 200)) {
      failed[outcome] = (failed[outcome] ?? 0) + 1;
    }
    return {
      calls: sent.length,
      p50: Math.round(quantile(times, 0.5)),
      p95: Math.round(quantile(times, 0.95)),
      p99: Math.round(quantile(times, 0.99)),
      failed,
      longestSilence: Math.max(...answers.map((at, index) => (answers[index + 1] ?? at) - at)) / 1_000,
    };
  }

  /** Answers in each second since that moment: those of 200, or all others. */
  perSecond(since: number, kind: 'good' | 'failed'): number[] {
    const counts = Array.from({ length: Math.ceil((performance.now() - since) / 1_000) }, () => 0);
    for (const { sentAt, ms, outcome } of this.ended) {
      const second = Math.floor((sentAt + ms - since) / 1_000);
      if ((outcome === 200) === (kind === 'good') && second >= 0 && second < counts.length) {
        counts[second] = (counts[second] ?? 0) + 1;
      }
    }
    return counts;
  }

  private async call({ cookie, businessId }: Customer, path: string): Promise<void> {
    const sentAt = performance.now();
    const outcome = await this.statusOf(cookie, businessId, path).catch(whyUnanswered);
    this.ended.push({ sentAt, ms: performance.now() - sentAt, outcome });
  }

  private async statusOf(cookie: string, businessId: string, path: string): Promise<number> {
    const answer = await fetch(this.origin + path, {
      headers: { ...this.headers, cookie, 'x-business-id': businessId },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await answer.arrayBuffer();
    return answer.status;
  }
}

const whyUnanswered = (error: unknown): Outcome =>
  error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'cut';

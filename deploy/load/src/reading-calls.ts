import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformName } from '../../harness/src/plan.ts';

/** How often the log is looked at. */
const EVERY_MS = 300;
/** Requests that the log keeps, of all platforms. */
const KEPT = 500;

/** Calls that read figures, by path and query. */
const isReading =
  /\/insights|fields=(shares|followers_count)|\/2\/tweets\?|\/2\/users\/me\?user.fields=public_metrics$|ShareStatistics|networkSizes|video\/query|fields=follower_count/;

/** A request as the sandbox logs it. */
interface Logged {
  readonly at: string;
  readonly target: string;
  readonly account: string | null;
  readonly path: string;
  readonly body: string | null;
  readonly status: number | null;
}

/** A call that read figures. */
export interface ReadingCall {
  readonly platform: PlatformName;
  readonly account: string;
  readonly atMs: number;
  readonly isRefused: boolean;
}

/** Calls of readings as the sandbox logs them. */
export class ReadingCalls {
  readonly calls: ReadingCall[] = [];
  /** The log has forgotten requests before they were looked at: what was counted is too little. */
  hasGap = false;
  private readonly seen = new Set<string>();
  private readonly sandboxUrl: string;

  constructor(sandboxUrl: string) {
    this.sandboxUrl = sandboxUrl;
  }

  async watch(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await this.look();
      await wait(EVERY_MS);
    }
    await this.look();
  }

  private async look(): Promise<void> {
    const answer = await fetch(`${this.sandboxUrl}/sandbox/requests`);
    this.take((await answer.json()) as Logged[]);
  }

  /** A look at the log, newest first. */
  take(logged: readonly Logged[]): void {
    const known = this.seen.size;
    const keys = logged.map(keyOf);
    this.hasGap ||= known > 0 && logged.length >= KEPT && !keys.some((key) => this.seen.has(key));
    for (const [index, { at, target, account, path, status }] of logged.entries()) {
      const key = keys[index] ?? '';
      // One that has no answer yet is looked at again.
      if (status === null || this.seen.has(key)) {
        continue;
      }
      this.seen.add(key);
      if (isReading.test(path)) {
        const call = { platform: target as PlatformName, account: account ?? '', atMs: Date.parse(at) };
        this.calls.push({ ...call, isRefused: status >= 400 });
      }
    }
  }
}

/** Two posts may be asked for in the same millisecond; TikTok is told which in the body. */
function keyOf({ at, target, account, path, body }: Logged): string {
  return `${target} ${at} ${account ?? ''} ${path} ${body ?? ''}`;
}

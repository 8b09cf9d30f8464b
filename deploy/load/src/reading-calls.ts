import { setTimeout as wait } from 'node:timers/promises';
import { PLATFORMS } from '../../harness/src/plan.ts';
import type { PlatformName } from '../../harness/src/plan.ts';

/** How often the log is looked at: it keeps 500 requests of all platforms. */
const EVERY_MS = 300;

/** Calls that read figures, by path and query. */
const isReading =
  /\/insights|fields=(shares|followers_count)|\/2\/tweets\?|\/2\/users\/me\?user.fields=public_metrics$|ShareStatistics|networkSizes|video\/query|fields=follower_count/;

/** Calls of readings as the sandbox logs them. */
export class ReadingCalls {
  private readonly seen = new Set<string>();
  private readonly sandboxUrl: string;
  refused = 0;

  constructor(sandboxUrl: string) {
    this.sandboxUrl = sandboxUrl;
  }

  get made(): number {
    return this.seen.size;
  }

  async watch(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await Promise.all(PLATFORMS.map((platform) => this.look(platform)));
      await wait(EVERY_MS);
    }
  }

  private async look(platform: PlatformName): Promise<void> {
    const answer = await fetch(`${this.sandboxUrl}/sandbox/requests?target=${platform}`);
    const logged = (await answer.json()) as { at: string; path: string; body: string | null; status: number | null }[];
    for (const { at, path, body, status } of logged) {
      // Two posts may be asked for in the same millisecond; TikTok is told which in the body.
      const key = `${platform} ${at} ${path} ${body ?? ''}`;
      if (isReading.test(path) && status !== null && !this.seen.has(key)) {
        this.seen.add(key);
        this.refused += status >= 400 ? 1 : 0;
      }
    }
  }
}

import { messageOf } from './errors.ts';
/**
 * What must work before this process may receive work: its start, its schema, its own connections to Postgres and NATS. Never what
 * all processes share beyond them (object storage, platforms, AI providers): taking every pod out of service heals none of it.
 */
export class HealthRegistry {
  private readonly checks = new Map<string, () => Promise<void>>();
  private state: 'starting' | 'ready' | 'stopping' = 'starting';

  /** `check` throws when the dependency can't be used. It must be quick: it is given one second. */
  register(name: string, check: () => Promise<void>): void {
    this.checks.set(name, check);
  }

  /** Everything has started. */
  markReady(): void {
    if (this.state === 'starting') {
      this.state = 'ready';
    }
  }

  /** From here on `/health/ready` answers 503, so that no new work arrives. */
  markStopping(): void {
    this.state = 'stopping';
  }

  /** Runs all checks at once. `problems` names what failed; empty = ready. */
  async readiness(timeoutMs = 1000): Promise<{ ready: boolean; problems: Record<string, string> }> {
    const problems: Record<string, string> = {};
    if (this.state !== 'ready') {
      problems['process'] = this.state;
    }
    await Promise.all(
      [...this.checks].map(async ([name, check]) => {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
        });
        try {
          await Promise.race([check(), late]);
        } catch (error) {
          problems[name] = messageOf(error);
        } finally {
          clearTimeout(timer);
        }
      }),
    );
    return { ready: Object.keys(problems).length === 0, problems };
  }
}

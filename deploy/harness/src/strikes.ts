import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readRunFile } from './running-stack.ts';
import type { Facts } from './facts.ts';
import type { Strike, Victim } from './plan.ts';

/** A strike as it happened. */
export interface Struck {
  readonly kind: Strike['kind'];
  readonly victim: Victim;
  /** Milliseconds from the window's start. */
  readonly atMs: number;
  readonly forMs: number | null;
  /** Until it was ready again (a frozen one: nothing is waited for). */
  readonly readyAgainMs: number | null;
  /** Lanes under a lease when a publisher was struck, its own and the other's, and how long until each of them was touched again. */
  readonly lanes: number | null;
  readonly takeoverMs: number | null;
}

const SIGNALS = { kill: 'SIGKILL', crash: 'SIGQUIT', wipe: 'SIGKILL', freeze: 'SIGSTOP' } as const satisfies Record<
  Strike['kind'],
  NodeJS.Signals
>;
const READY_LIMIT_MS = 60_000;
const TAKEOVER_LIMIT_MS = 120_000;

/** Kills and freezes processes of a stack, and measures how long their work was left alone. */
export class Striker {
  readonly struck: Struck[] = [];
  private readonly dataDir: string;
  private readonly facts: Facts;
  private readonly say: (line: string) => void;
  private readonly frozen = new Set<number>();

  constructor(dataDir: string, facts: Facts, say: (line: string) => void) {
    this.dataDir = dataDir;
    this.facts = facts;
    this.say = say;
  }

  /** All strikes at their times, counted from `startAt` (epoch milliseconds). Returns when each of them was measured. */
  async run(strikes: readonly Strike[], startAt: number): Promise<void> {
    const measured: Promise<void>[] = [];
    for (const strike of strikes) {
      await wait(Math.max(0, startAt + strike.atMs - Date.now()));
      const one = this.strike(strike);
      one.catch(() => undefined); // shown when all of them are awaited
      measured.push(one);
    }
    await Promise.all(measured);
  }

  /** Lets go whatever is frozen; for the end of a run, however it ended. */
  thaw(): void {
    for (const pid of this.frozen) {
      signal(pid, 'SIGCONT');
    }
    this.frozen.clear();
  }

  private async strike(strike: Strike): Promise<void> {
    const { victim, kind } = strike;
    const leased = victim.startsWith('publisher') ? await this.facts.leasedLanes() : null;
    const pid = this.pidOf(victim);
    const from = performance.now();
    // It is just being restarted, or has ended by itself: the strike hit nobody and does not count.
    if (pid === undefined || !signal(pid, SIGNALS[kind])) {
      return;
    }
    const forMs = kind === 'freeze' ? Math.round(strike.forMs) : null;
    if (kind === 'wipe') {
      this.throwStoreAway();
    }
    if (kind === 'freeze') {
      this.frozen.add(pid);
    }
    const [takeoverMs, readyAgainMs] = await Promise.all([
      leased === null || leased.length === 0 ? null : this.takeover(leased, from),
      kind === 'freeze' ? this.letGo(pid, strike.forMs) : this.readyAgain(victim, pid, from),
    ]);
    const lanes = leased?.length ?? null;
    this.struck.push({ kind, victim, atMs: strike.atMs, forMs, readyAgainMs, lanes, takeoverMs });
    this.say(
      `${kind} ${victim}${forMs === null ? '' : ` for ${(forMs / 1_000).toFixed(1)} s`}` +
        `${readyAgainMs === null ? '' : `, ready again after ${(readyAgainMs / 1_000).toFixed(1)} s`}` +
        `${takeoverMs === null ? '' : `, all of ${lanes} leased lanes were touched again after ${(takeoverMs / 1_000).toFixed(1)} s`}`,
    );
  }

  private pidOf(victim: Victim): number | undefined {
    return readRunFile(this.dataDir).processes[victim]?.pid;
  }

  /** Before the supervisor starts it again, a tenth of a second later. */
  private throwStoreAway(): void {
    const store = join(this.dataDir, 'nats', 'store');
    const gone = `${store}-${Date.now()}`;
    renameSync(store, gone);
    rmSync(gone, { recursive: true, force: true });
  }

  private async letGo(pid: number, forMs: number): Promise<null> {
    await wait(forMs);
    // Killed in the meantime, and its pid may belong to another process.
    if (this.frozen.delete(pid)) {
      signal(pid, 'SIGCONT');
    }
    return null;
  }

  private async readyAgain(victim: Victim, killed: number, from: number): Promise<number | null> {
    this.frozen.delete(killed);
    while (performance.now() - from < READY_LIMIT_MS) {
      await wait(100);
      if (this.pidOf(victim) === killed) {
        continue;
      }
      if (await this.isReady(victim)) {
        return Math.round(performance.now() - from);
      }
    }
    return null;
  }

  private isReady(victim: Victim): Promise<boolean> {
    if (victim === 'postgres') {
      return this.facts.isThere();
    }
    const entry = readRunFile(this.dataDir).processes[victim];
    // nats-server is in the run file once it greets.
    if (victim === 'nats') {
      return Promise.resolve(entry !== undefined);
    }
    const url = entry?.internalUrl ?? entry?.url;
    return url === undefined ? Promise.resolve(false) : answersOk(`${url}/health/ready`);
  }

  private async takeover(
    leased: readonly { id: string; epoch: string; until: string }[],
    from: number,
  ): Promise<number | null> {
    while (performance.now() - from < TAKEOVER_LIMIT_MS) {
      await wait(200);
      if ((await this.facts.stillAbandoned(leased)) === 0) {
        return Math.round(performance.now() - from);
      }
    }
    return null;
  }
}

async function answersOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null); // nobody is there yet
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** False when there is no such process any more. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
      return false;
    }
    throw error;
  }
}

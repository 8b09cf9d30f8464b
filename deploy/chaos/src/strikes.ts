import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runFilePath } from '../../local/src/stack/run-file.ts';
import type { RunFile } from '../../local/src/stack/run-file.ts';
import type { Facts } from './facts.ts';
import type { Strike, Victim } from './plan.ts';
import { answersOk } from './twins.ts';
import type { Twin } from './twins.ts';

/** A strike as it happened. */
export interface Struck {
  readonly kind: Strike['kind'];
  readonly victim: Victim;
  /** Milliseconds from the window's start. */
  readonly atMs: number;
  readonly forMs: number | null;
  /** Until it was ready again (a frozen one: nothing is waited for). */
  readonly readyAgainMs: number | null;
  /** Lanes that the publisher held when it was struck, and how long the last of them waited for another owner. */
  readonly lanes: number | null;
  readonly takeoverMs: number | null;
}

const READY_LIMIT_MS = 60_000;
const TAKEOVER_LIMIT_MS = 120_000;

/** Kills and freezes processes of a stack, and measures how long their work lay. */
export class Striker {
  readonly struck: Struck[] = [];
  private readonly dataDir: string;
  private readonly twins: readonly Twin[];
  private readonly facts: Facts;
  private readonly say: (line: string) => void;
  private readonly measuring = new Set<Promise<void>>();
  private readonly frozen = new Set<number>();

  constructor(dataDir: string, twins: readonly Twin[], facts: Facts, say: (line: string) => void) {
    this.dataDir = dataDir;
    this.twins = twins;
    this.facts = facts;
    this.say = say;
  }

  /** All strikes at their times, counted from `startAt` (epoch milliseconds). Returns when each of them was measured. */
  async run(strikes: readonly Strike[], startAt: number): Promise<void> {
    for (const strike of strikes) {
      await wait(Math.max(0, startAt + strike.atMs - Date.now()));
      const measured = this.strike(strike);
      this.measuring.add(measured);
      void measured.finally(() => this.measuring.delete(measured));
    }
    await Promise.all(this.measuring);
  }

  /** Lets go whatever is frozen; for the end of a run, however it ended. */
  thaw(): void {
    for (const pid of this.frozen) signal(pid, 'SIGCONT');
    this.frozen.clear();
  }

  private async strike(strike: Strike): Promise<void> {
    const { victim, kind } = strike;
    const held = victim.startsWith('publisher') ? await this.facts.heldLanes() : null;
    const pid = this.pidOf(victim);
    // It is just being started again: a strike on nobody.
    if (pid === undefined) return;
    const from = performance.now();
    const forMs = kind === 'freeze' ? Math.round(strike.forMs) : null;
    switch (kind) {
      case 'kill':
        signal(pid, 'SIGKILL');
        break;
      case 'crash':
        signal(pid, 'SIGQUIT');
        break;
      case 'wipe':
        signal(pid, 'SIGKILL');
        this.throwStoreAway();
        break;
      case 'freeze':
        signal(pid, 'SIGSTOP');
        this.frozen.add(pid);
        break;
    }
    const [takeoverMs, readyAgainMs] = await Promise.all([
      held === null || held.length === 0 ? null : this.takeover(held, from),
      kind === 'freeze' ? this.letGo(pid, strike.forMs) : this.readyAgain(victim, pid, from),
    ]);
    const lanes = held?.length ?? null;
    this.struck.push({ kind, victim, atMs: strike.atMs, forMs, readyAgainMs, lanes, takeoverMs });
    this.say(
      `${kind} ${victim}${forMs === null ? '' : ` for ${(forMs / 1_000).toFixed(1)} s`}` +
        `${readyAgainMs === null ? '' : `, ready again after ${(readyAgainMs / 1_000).toFixed(1)} s`}` +
        `${takeoverMs === null ? '' : `, its ${lanes} lanes had another owner after ${(takeoverMs / 1_000).toFixed(1)} s`}`,
    );
  }

  private pidOf(victim: Victim): number | undefined {
    const twin = this.twins.find(({ name }) => name === victim);
    return twin === undefined ? this.runFile().processes[victim]?.pid : twin.pid;
  }

  private runFile(): RunFile {
    return JSON.parse(readFileSync(runFilePath(this.dataDir), 'utf8')) as RunFile;
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
    // Killed meanwhile, and its number may be somebody else's.
    if (this.frozen.delete(pid)) signal(pid, 'SIGCONT');
    return null;
  }

  private async readyAgain(victim: Victim, killed: number, from: number): Promise<number | null> {
    this.frozen.delete(killed);
    const twin = this.twins.find(({ name }) => name === victim);
    while (performance.now() - from < READY_LIMIT_MS) {
      await wait(100);
      if (this.pidOf(victim) === killed) continue;
      if (await this.isReady(victim, twin)) return Math.round(performance.now() - from);
    }
    return null;
  }

  private isReady(victim: Victim, twin: Twin | undefined): Promise<boolean> {
    if (victim === 'postgres') return this.facts.isThere();
    const entry = this.runFile().processes[victim];
    // nats-server is in the run file once it greets.
    if (victim === 'nats') return Promise.resolve(entry !== undefined);
    const url = twin?.internalUrl ?? entry?.internalUrl ?? entry?.url;
    return url === undefined ? Promise.resolve(false) : answersOk(`${url}/health/ready`);
  }

  private async takeover(
    held: readonly { id: string; epoch: string; until: string }[],
    from: number,
  ): Promise<number | null> {
    while (performance.now() - from < TAKEOVER_LIMIT_MS) {
      await wait(200);
      if ((await this.facts.stillAbandoned(held)) === 0) return Math.round(performance.now() - from);
    }
    return null;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // gone by itself
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person, UnexpectedAnswer } from '../../harness/src/client.ts';
import { quantiles } from '../../harness/src/quantiles.ts';
import type { Quantiles } from '../../harness/src/quantiles.ts';
import { readRunFile } from '../../harness/src/running-stack.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import { isSameProcess } from '../../local/src/process/identity.ts';
import { Facts } from '../../harness/src/facts.ts';

const WRITERS = 8;
/** Confirmed writes between two crashes, so that each one falls into full traffic. */
const WRITES_BETWEEN = 40;

export interface Crashes {
  readonly crashes: number;
  readonly confirmed: number;
  /** Confirmed with 201 and not in the database afterwards. */
  readonly missing: number;
  /** Written twice though repeated with one key. */
  readonly doubled: number;
  /** Answers other than 201 by status; `none`: the connection broke. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Share of the 5xx answers that are 503 with Retry-After. */
  readonly politeShare: number;
  /** Milliseconds until Postgres took connections again (the supervisor's growing pause included). */
  readonly databaseMs: Quantiles;
  /** From there to the first confirmed write. */
  readonly writesMs: Quantiles;
}

/** F14: Postgres crashes as in a power cut, again and again, while people write. What was confirmed must be there. */
export async function crashLoop(dataDir: string, crashes: number, say: (line: string) => void): Promise<Crashes> {
  const stack = await startLiveStack(dataDir, { POSTLOOM_RATE_LIMITS: 'off', POSTLOOM_TRACES: 'off' });
  const forget = atTheEnd(() => stack.stop());
  try {
    const facts = new Facts(stack.run.databaseUrl ?? '', dataDir);
    const people = await Promise.all(
      Array.from({ length: WRITERS }, async (_, index) => {
        const person = await Person.signUp(stack.url, { tier: 'agency' });
        await person.connect('facebook', `crash-${index}`);
        return person;
      }),
    );
    const writing = new Writing();
    const ended = new AbortController();
    const writers = people.map((person, index) => writing.goOn(person, index, ended.signal));
    const broken = Promise.all(writers);
    broken.catch(() => ended.abort()); // shown when it is awaited
    const [database, writes]: [number[], number[]] = [[], []];
    for (let crash = 1; crash <= crashes; crash += 1) {
      const before = writing.ids.length;
      while (writing.ids.length < before + WRITES_BETWEEN && !ended.signal.aborted) {
        await wait(20);
      }
      if (ended.signal.aborted) {
        await broken;
      }
      const from = performance.now();
      const postgres = readRunFile(dataDir).processes['postgres'];
      if (postgres === undefined) {
        throw new Error('Postgres is not in the run file');
      }
      process.kill(postgres.pid, 'SIGQUIT');
      while (isSameProcess(postgres.pid, postgres.start)) {
        await wait(5);
      }
      while (!(await facts.isThere())) {
        await wait(25);
      }
      const up = performance.now();
      const confirmed = writing.ids.length;
      while (writing.ids.length === confirmed && !ended.signal.aborted) {
        await wait(5);
      }
      if (ended.signal.aborted) {
        await broken;
      }
      database.push(Math.round(up - from));
      writes.push(Math.round(performance.now() - up));
      say(`crash ${crash}: Postgres back after ${database.at(-1)} ms, a write confirmed ${writes.at(-1)} ms later`);
    }
    ended.abort();
    await broken;
    const stored = await facts.posts('Crash %');
    const found = new Set(stored.map(({ id }) => id));
    return {
      crashes,
      confirmed: writing.ids.length,
      missing: writing.ids.filter((id) => !found.has(id)).length,
      doubled: stored.length - new Set(stored.map(({ caption }) => caption)).size,
      refusals: writing.refusals,
      politeShare: writing.serverErrors === 0 ? 1 : writing.polite / writing.serverErrors,
      databaseMs: quantiles(database),
      writesMs: quantiles(writes),
    };
  } finally {
    forget();
    await stack.stop();
  }
}

/** People who write one draft after the other, each repeated until confirmed, with one key. */
class Writing {
  readonly ids: string[] = [];
  readonly refusals: Record<string, number> = {};
  serverErrors = 0;
  polite = 0;

  async goOn(person: Person, writer: number, ended: AbortSignal): Promise<void> {
    for (let number = 1; !ended.aborted; number += 1) {
      await this.write(person, `Crash ${writer}-${number}`);
    }
  }

  private async write(person: Person, caption: string): Promise<void> {
    const key = randomUUID();
    for (;;) {
      const body = { caption, platforms: ['facebook'], status: 'draft' };
      const answer = await person
        .request('POST', '/api/posts', { body, headers: { 'idempotency-key': key } })
        .catch(() => null); // the connection broke: counted below
      if (answer?.status === 201) {
        this.ids.push((answer.body as { id: string }).id);
        return;
      }
      if (answer !== null && answer.status < 500 && answer.status !== 409) {
        throw new UnexpectedAnswer('POST', '/api/posts', answer.status, answer.body);
      }
      const kind = String(answer?.status ?? 'none');
      this.refusals[kind] = (this.refusals[kind] ?? 0) + 1;
      if (answer !== null && answer.status >= 500) {
        this.serverErrors += 1;
        this.polite += Number(answer.status === 503 && answer.headers.has('retry-after'));
      }
      await wait(100);
    }
  }
}

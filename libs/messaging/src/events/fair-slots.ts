/** Key under which a piece of work is counted. */
export interface SlotUse {
  /** Whose turn it is: the business of the event, or '' when it has none. */
  readonly group: string;
  readonly handler: string;
  /** Runs of this handler at the same time, at most. */
  readonly handlerLimit: number;
}

interface Waiting {
  readonly use: SlotUse;
  readonly begin: () => void;
}

/**
 * At most `total` pieces of work at the same time, and of each handler at most its own limit. Groups take turns: ten waiting pieces
 * of one group delay another group's piece by one run, not by ten.
 */
export class FairSlots {
  private unused: number;
  private readonly running = new Map<string, number>();
  /** Group -> what waits, in the order of the groups' turns. */
  private readonly groups = new Map<string, Waiting[]>();
  private readonly ahead: Waiting[] = [];

  constructor(total: number) {
    this.unused = total;
  }

  get free(): number {
    return this.unused;
  }

  /** How many pieces of work of this group wait for this handler. */
  waitingOf(group: string, handler: string): number {
    return this.groups.get(group)?.filter(({ use }) => use.handler === handler).length ?? 0;
  }

  /** Runs `work` in the next free slot of its group's turn. */
  run<T>(use: SlotUse, work: () => Promise<T>): Promise<T> {
    return this.wait(use, work, (waiting) => {
      const own = this.groups.get(use.group);
      if (own === undefined) {
        this.groups.set(use.group, [waiting]);
      } else {
        own.push(waiting);
      }
    });
  }

  /** Runs `work` in the next free slot, before everything that waits its turn: its lease is running. */
  runAhead<T>(use: SlotUse, work: () => Promise<T>): Promise<T> {
    return this.wait(use, work, (waiting) => this.ahead.push(waiting));
  }

  private async wait<T>(use: SlotUse, work: () => Promise<T>, enqueue: (waiting: Waiting) => void): Promise<T> {
    await new Promise<void>((begin) => {
      enqueue({ use, begin });
      this.fill();
    });
    try {
      return await work();
    } finally {
      this.unused += 1;
      const left = (this.running.get(use.handler) ?? 1) - 1;
      if (left === 0) {
        this.running.delete(use.handler);
      } else {
        this.running.set(use.handler, left);
      }
      this.fill();
    }
  }

  private fill(): void {
    while (this.unused > 0) {
      const next = this.next();
      if (next === undefined) {
        return;
      }
      this.unused -= 1;
      this.running.set(next.use.handler, (this.running.get(next.use.handler) ?? 0) + 1);
      next.begin();
    }
  }

  private next(): Waiting | undefined {
    const urgent = this.take(this.ahead);
    if (urgent !== undefined) {
      return urgent;
    }
    for (const [group, waiting] of this.groups) {
      const found = this.take(waiting);
      if (found !== undefined) {
        this.groups.delete(group);
        if (waiting.length > 0) {
          this.groups.set(group, waiting); // behind all others
        }
        return found;
      }
    }
    return undefined;
  }

  /** The first that its handler has room for. */
  private take(waiting: Waiting[]): Waiting | undefined {
    const index = waiting.findIndex(({ use }) => (this.running.get(use.handler) ?? 0) < use.handlerLimit);
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  }
}

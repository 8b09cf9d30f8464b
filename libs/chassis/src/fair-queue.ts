import { AppError } from '@postloom/contracts';
import { counter, defineMetrics, gauge } from './metrics.ts';

export interface FairQueueSettings {
  /** The scarce resource, as a refusal and the metrics name it: 'pictures'. Queues of the same name are counted together. */
  readonly name: string;
  /** Pieces of work that run at the same time; of work with weights, what they may weigh together. */
  readonly slots: number;
  /** How many of them may belong to one key. Less than `slots` keeps one free for everybody else. */
  readonly slotsPerKey: number;
  /** Pieces of work that may wait, of all keys. */
  readonly waiting: number;
  readonly waitingPerKey: number;
}

export interface Turn {
  /** Ends the wait, not the work; the caller gets its reason. */
  readonly signal?: AbortSignal;
  /** Longest wait in milliseconds, default: none. */
  readonly waitMs?: number;
  /**
   * For work that is bounded elsewhere (by a worker's own slots): ahead of the key's other work, and never refused because the queue is
   * full.
   */
  readonly isInternal?: boolean;
  /** Slots that it takes, default: one. What weighs more than a key may have takes all that it may have. */
  readonly weight?: number;
}

interface Waiting {
  readonly weight: number;
  readonly begin: () => void;
}

const metrics = defineMetrics('queue', {
  slotsCount: gauge('Slots of a queue: pieces of work, or what they may weigh together', ['queue']),
  takenCount: gauge('Slots of a queue that are taken', ['queue']),
  waitingCount: gauge('Pieces of work that wait for their turn', ['queue']),
  refused: counter('Pieces of work that a queue refused: it was full, or the wait too long', ['queue']),
});

/** Seconds after which a refused caller may come back. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Fair turns at a scarce resource (processes, calls of a provider): one queue per key (a business), first come first served within it, and
 * the keys take turns, so that a flood from one key delays the others by one piece of work, not by the flood. The queue and each key's
 * share of it are bounded: a full one refuses at once and says when to retry. What is heavy is not passed by what is light: it would wait
 * for as long as light work came.
 */
export class FairQueue {
  private readonly settings: FairQueueSettings;
  private readonly labels: { readonly queue: string };
  /** Keys with waiting work, in the order of their turns. */
  private readonly queues = new Map<string, Waiting[]>();
  /** Slots that are taken, by key. */
  private readonly running = new Map<string, number>();
  /** As `running`, of all keys. */
  private takenSlots = 0;
  private waitingCount = 0;

  constructor(settings: FairQueueSettings) {
    this.settings = settings;
    this.labels = { queue: settings.name };
    metrics.slotsCount.add(settings.slots, this.labels);
    metrics.takenCount.add(0, this.labels);
    metrics.waitingCount.add(0, this.labels);
    metrics.refused.begin(this.labels);
  }

  /** Slots that are taken over all keys. */
  get taken(): number {
    return this.takenSlots;
  }

  /** Number of waiting pieces of work over all keys. */
  get length(): number {
    return this.waitingCount;
  }

  /**
   * Runs `work` when its turn comes and returns its result.
   * @throws AppError unavailable with `retryAfterSeconds` when the queue is full or the wait too long
   */
  async run<T>(key: string, work: () => Promise<T>, turn: Turn = {}): Promise<T> {
    const leave = await this.enter(key, turn);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * As `run`, for what is held longer than one piece of work takes: until the answer is called.
   * @throws AppError unavailable with `retryAfterSeconds` when the queue is full or the wait too long
   */
  async enter(key: string, turn: Turn = {}): Promise<() => void> {
    const weight = Math.min(turn.weight ?? 1, this.settings.slotsPerKey);
    await this.wait(key, weight, turn);
    let isIn = true;
    return () => {
      if (isIn) {
        isIn = false;
        this.leave(key, weight);
      }
    };
  }

  private wait(key: string, weight: number, { signal, waitMs, isInternal = false }: Turn): Promise<void> {
    const own = this.queues.get(key) ?? [];
    const { waiting, waitingPerKey } = this.settings;
    const starts = own.length === 0 && this.mayHave(key, weight) && this.isFree(weight) && this.next() === undefined;
    if (!starts && !isInternal && (own.length >= waitingPerKey || this.waitingCount >= waiting)) {
      return Promise.reject(this.refusal());
    }
    if (signal?.aborted) {
      return Promise.reject(asError(signal.reason));
    }
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const mine: Waiting = {
        weight,
        begin: () => {
          end();
          resolve();
        },
      };
      const giveUp = (error: Error): void => {
        end();
        this.remove(key, mine);
        reject(error);
        this.fill(); // lighter ones may have waited behind it
      };
      const onAbort = (): void => giveUp(asError(signal?.reason));
      const timer = waitMs === undefined ? undefined : setTimeout(() => giveUp(this.refusal()), waitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (isInternal) {
        own.unshift(mine);
      } else {
        own.push(mine);
      }
      this.queues.set(key, own);
      this.countWaiting(1);
      this.fill();
    });
  }

  private leave(key: string, weight: number): void {
    const left = (this.running.get(key) ?? weight) - weight;
    if (left === 0) {
      this.running.delete(key);
    } else {
      this.running.set(key, left);
    }
    this.countTaken(-weight);
    this.fill();
  }

  private mayHave(key: string, weight: number): boolean {
    return (this.running.get(key) ?? 0) + weight <= this.settings.slotsPerKey;
  }

  private isFree(weight: number): boolean {
    return this.takenSlots + weight <= this.settings.slots;
  }

  /** Whose turn is next: the first whose share allows it. */
  private next(): { readonly key: string; readonly queue: Waiting[]; readonly first: Waiting } | undefined {
    for (const [key, queue] of this.queues) {
      const [first] = queue;
      if (first !== undefined && this.mayHave(key, first.weight)) {
        return { key, queue, first };
      }
    }
    return undefined;
  }

  private fill(): void {
    for (let next = this.next(); next !== undefined && this.isFree(next.first.weight); next = this.next()) {
      const { key, queue, first } = next;
      this.remove(key, first);
      if (queue.length > 0) {
        this.queues.delete(key);
        this.queues.set(key, queue); // to the end of the round
      }
      this.running.set(key, (this.running.get(key) ?? 0) + first.weight);
      this.countTaken(first.weight);
      first.begin();
    }
  }

  private remove(key: string, one: Waiting): void {
    const queue = this.queues.get(key) ?? [];
    const index = queue.indexOf(one);
    if (index === -1) {
      return;
    }
    queue.splice(index, 1);
    this.countWaiting(-1);
    if (queue.length === 0) {
      this.queues.delete(key);
    }
  }

  private countTaken(weight: number): void {
    this.takenSlots += weight;
    metrics.takenCount.add(weight, this.labels);
  }

  private countWaiting(pieces: number): void {
    this.waitingCount += pieces;
    metrics.waitingCount.add(pieces, this.labels);
  }

  private refusal(): AppError {
    metrics.refused.add(1, this.labels);
    return new AppError(
      'unavailable',
      `Too many ${this.settings.name} are waiting at this moment. Please try again in ${RETRY_AFTER_SECONDS} seconds.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new AppError('deadline', undefined, { cause: reason });
}

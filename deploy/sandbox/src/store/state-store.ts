import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppendLog } from './append-log.ts';

interface Change {
  /** collection */ readonly c: string;
  /** key */ readonly k: string;
  /** value, absent when deleted */ readonly v?: unknown;
}

/** A named map of the store. Values are plain JSON; a changed value must be `set` again to be kept. */
export class Collection<T> {
  readonly #name: string;
  readonly #items: Map<string, T>;
  readonly #write: (change: Change) => Promise<void>;

  constructor(name: string, items: Map<string, T>, write: (change: Change) => Promise<void>) {
    this.#name = name;
    this.#items = items;
    this.#write = write;
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  values(): IterableIterator<T> {
    return this.#items.values();
  }

  /** Current keys and values; deleting while iterating is safe. */
  entries(): [string, T][] {
    return [...this.#items.entries()];
  }

  get size(): number {
    return this.#items.size;
  }

  /** Visible at once to readers; resolves when written, so an answer that waits for it survives a kill. */
  set(key: string, value: T): Promise<void> {
    this.#items.set(key, value);
    return this.#write({ c: this.#name, k: key, v: value });
  }

  delete(key: string): Promise<void> {
    if (!this.#items.delete(key)) {
      return Promise.resolve();
    }
    return this.#write({ c: this.#name, k: key });
  }
}

/**
 * Everything besides the ledger that must survive a restart: accounts, grants, codes, containers, uploads. Maps in memory,
 * an append log on disk that is rewritten at every start with what is still alive.
 */
export class StateStore {
  readonly #log: AppendLog;
  readonly #maps: Map<string, Map<string, unknown>>;

  private constructor(log: AppendLog, maps: Map<string, Map<string, unknown>>) {
    this.#log = log;
    this.#maps = maps;
  }

  static async open(dir: string): Promise<StateStore> {
    await mkdir(dir, { recursive: true });
    const path = join(dir, 'state.jsonl');
    const first = await AppendLog.open(path, { sync: false });
    await first.log.close();
    const maps = new Map<string, Map<string, unknown>>();
    for (const entry of first.entries) {
      const change = entry as Change;
      let map = maps.get(change.c);
      if (!map) {
        maps.set(change.c, (map = new Map()));
      }
      if (change.v === undefined) {
        map.delete(change.k);
      } else {
        map.set(change.k, change.v);
      }
    }
    const lines: string[] = [];
    for (const [c, map] of maps) {
      for (const [k, v] of map) {
        lines.push(`${JSON.stringify({ c, k, v })}\n`);
      }
    }
    await writeFile(`${path}.new`, lines.join(''), { mode: 0o600 });
    await rename(`${path}.new`, path);
    const { log } = await AppendLog.open(path, { sync: false });
    return new StateStore(log, maps);
  }

  /** The map of that name; the caller names the type of what it keeps there. */
  collection<T>(name: string): Collection<T> {
    let map = this.#maps.get(name);
    if (!map) {
      this.#maps.set(name, (map = new Map()));
    }
    return new Collection<T>(name, map as Map<string, T>, (change) => this.#log.append(change));
  }

  /** Forgets everything, in memory and on disk. */
  async clear(): Promise<void> {
    for (const map of this.#maps.values()) {
      map.clear();
    }
    await this.#log.clear();
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

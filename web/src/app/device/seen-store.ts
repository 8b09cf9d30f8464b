import { SEEN_DATABASE } from './seen-database.ts';

/** An answer as a page last showed it. */
export type Seen = {
  /** The read's key as text; one answer is kept for each. */
  id: string;
  /** The person who saw it. */
  owner: string;
  key: readonly unknown[];
  data: unknown;
  /** Milliseconds since 1970: when the answer was read. */
  at: number;
};

export type SeenStore = {
  read(): Promise<readonly Seen[]>;
  /** Adds and replaces; of more than `most` the oldest go. */
  write(rows: readonly Seen[], most: number): Promise<void>;
};

const STORE = 'answers';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // With a form of what is kept that older pages do not know, its version rises, and what they kept goes.
    const request = indexedDB.open(SEEN_DATABASE, 2);
    request.onupgradeneeded = () => {
      if (request.result.objectStoreNames.contains(STORE)) {
        request.result.deleteObjectStore(STORE);
      }
      request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('at', 'at');
    };
    request.onsuccess = () => {
      const database = request.result;
      // Another tab signs out: its deletion must not wait for this one.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error('The database did not open.'));
  });
}

/** Runs one transaction; what `work` asks last is the answer. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The database was closed.'));
    });
  } finally {
    database.close();
  }
}

export const seenStore: SeenStore = {
  read: () => inStore('readonly', (store) => store.getAll() as IDBRequest<Seen[]>),
  async write(rows, most) {
    await inStore('readwrite', (store) => {
      for (const row of rows) {
        store.put(row);
      }
      const count = store.count();
      count.onsuccess = () => {
        let over = count.result - most;
        if (over <= 0) {
          return;
        }
        const oldest = store.index('at').openCursor();
        oldest.onsuccess = () => {
          if (oldest.result && over > 0) {
            over -= 1;
            oldest.result.delete();
            oldest.result.continue();
          }
        };
      };
      return count;
    });
  },
};

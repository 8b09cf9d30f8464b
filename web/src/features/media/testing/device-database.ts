import { IDBKeyRange, IDBRequest, indexedDB } from 'fake-indexeddb';
import { afterAll } from 'vitest';

/**
 * A database of the device for the tests of one file, which is to be imported before what looks whether there is one. No other file has
 * it.
 */
const database = { indexedDB, IDBKeyRange, IDBRequest };
Object.assign(globalThis, database);
afterAll(() => {
  for (const name of Object.keys(database)) {
    Reflect.deleteProperty(globalThis, name);
  }
});

import { dismissToast, toast, type ToastInput } from '#ui/toast-store.ts';

/** Where the upload widget keeps the files of a page that is closed or breaks down: the database of Uppy's Golden Retriever. */
const DATABASE = 'uppy-blobs';
const STATES = 'metadata';

type KeptState = { expires: number; metadata: string };
type KeptFiles = {
  files?: Record<string, { progress?: { uploadComplete?: boolean }; meta?: { isRefused?: boolean } }>;
};

/** What the widget of a business is called on this device. */
export const widgetName = (businessId: string) => `postloom-${businessId}`;

/** The messages about them, by business. */
const said = new Map<string, number>();

/** Says what a page before this one did not send, until the widget has it. */
export function sayUnfinished(businessId: string, message: ToastInput): void {
  said.set(businessId, toast(message));
}

/** The widget's files are a page's own for as long as it is open: nothing more need be said of them, and another tab need not ask. */
export function claimUploads(businessId: string): void {
  const message = said.get(businessId);
  if (message !== undefined) {
    dismissToast(message);
  }
  if ('locks' in navigator) {
    const untilClosed = new Promise<never>(() => undefined);
    void navigator.locks.request(widgetName(businessId), { mode: 'shared' }, () => untilClosed);
  }
}

async function areClaimed(businessId: string): Promise<boolean> {
  const { held = [] } = 'locks' in navigator ? await navigator.locks.query() : {};
  return held.some(({ name }) => name === widgetName(businessId));
}

/** The state that was kept under a name. Nothing is made where nothing is: the widget itself makes the database. */
function keptState(name: string): Promise<KeptState | undefined> {
  return new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) {
      resolve(undefined);
      return;
    }
    const request = indexedDB.open(DATABASE);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(undefined);
    request.onsuccess = () => {
      const database = request.result;
      const end = (state?: KeptState) => {
        database.close();
        resolve(state);
      };
      if (!database.objectStoreNames.contains(STATES)) {
        end();
        return;
      }
      const read = database.transaction(STATES).objectStore(STATES).get(name) as IDBRequest<KeptState | undefined>;
      read.onsuccess = () => end(read.result);
      read.onerror = () => end();
    };
  });
}

/**
 * How many photos the widget of a page before this one was given and has not sent, apart from those that can never go up. It asks without
 * the widget, which is large.
 */
export async function unfinishedUploads(businessId: string): Promise<number> {
  const state = await keptState(widgetName(businessId));
  if (state === undefined || state.expires < Date.now() || (await areClaimed(businessId))) {
    return 0;
  }
  const { files = {} } = JSON.parse(state.metadata) as KeptFiles;
  return Object.values(files).filter(({ progress, meta }) => !progress?.uploadComplete && !meta?.isRefused).length;
}

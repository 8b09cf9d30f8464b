/** What the service worker uses of its surroundings; the types of pages have none of it. */
export type LongEvent = Event & { waitUntil(work: Promise<unknown>): void };
export type FetchEvent = LongEvent & {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
};

export type WorkerScope = {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly { postMessage(message: unknown): void }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LongEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

/** What the build says of the release that this worker belongs to. */
export type Release = {
  /** The script that its pages begin with: its name. */
  entry: string;
  /** What every page of a member needs to open: fetched at once. */
  opening: readonly string[];
  /** All its files of code: what of them was used stays. */
  all: readonly string[];
};

/** What the service worker uses of its surroundings; the types of pages have none of it. */
export type LongEvent = Event & { waitUntil(work: Promise<unknown>): void };
export type FetchEvent = LongEvent & {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
};

/** `data` is null for a push without a body. */
export type PushEvent = LongEvent & { readonly data: { text(): string } | null };
export type NotificationEvent = LongEvent & { readonly notification: Notification };

export type WorkerWindow = {
  readonly url: string;
  readonly focused: boolean;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
};

export type WorkerScope = {
  readonly location: Location;
  readonly registration: Pick<ServiceWorkerRegistration, 'getNotifications' | 'pushManager' | 'showNotification'>;
  readonly clients: {
    claim(): Promise<void>;
    /** Those under this worker, the one that was used last first. */
    matchAll(options: { type: 'window' }): Promise<readonly WorkerWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'pushsubscriptionchange', listener: (event: LongEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
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

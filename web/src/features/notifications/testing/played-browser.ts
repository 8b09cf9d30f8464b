import type { PushDevice, PushDeviceInput } from '@postloom/contracts';
import { vi } from 'vitest';

/** Keys of servers, P-256 in base64url, and the same as bytes. */
export const serverKeys = { current: `BA-_${'A'.repeat(83)}`, next: `BB-_${'A'.repeat(83)}` } as const;
const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url')).buffer;

/** A browser that can take pushes, and its maker's push service. */
export class PlayedBrowser {
  /** What it tells the server of its subscription; null: it has none. */
  subscription: (PushDeviceInput & { key: string }) | null = null;
  /** What the person answers when they are asked. */
  answer: NotificationPermission = 'granted';
  asked = 0;
  /** In place of a subscription. */
  failure: Error | null = null;
  private addresses = 0;
  private readonly status = new EventTarget();

  constructor(public permission: NotificationPermission = 'default') {
    const registration = { pushManager: this.pushManager() };
    vi.stubGlobal('navigator', {
      onLine: true,
      serviceWorker: {
        ready: Promise.resolve(registration),
        register: () => Promise.resolve(registration),
        getRegistration: () => Promise.resolve(registration),
      },
      permissions: { query: () => Promise.resolve(this.status) },
      locks: { request: (_name: string, _options: object, work: () => Promise<PushDevice>) => work() },
    });
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal(
      'Notification',
      Object.defineProperty(
        {
          requestPermission: () => {
            this.asked += 1;
            this.permission = this.permission === 'default' ? this.answer : this.permission;
            return Promise.resolve(this.permission);
          },
        },
        'permission',
        { get: () => this.permission },
      ),
    );
  }

  /** As it was left by a page of before. */
  subscribe(key: string): void {
    this.addresses += 1;
    const address = `https://push.example/${this.addresses}`;
    this.subscription = { endpoint: address, p256dh: 'p'.repeat(87), auth: 'a'.repeat(22), key };
  }

  /** In the settings of the browser. */
  allow(permission: NotificationPermission): void {
    this.permission = permission;
    this.status.dispatchEvent(new Event('change'));
  }

  private pushManager() {
    const held = () => {
      if (this.subscription === null) {
        return null;
      }
      const { endpoint, key, ...keys } = this.subscription;
      return {
        options: { applicationServerKey: bytesOf(key) },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: () => {
          this.subscription = null;
          return Promise.resolve(true);
        },
      };
    };
    return {
      getSubscription: () => Promise.resolve(held()),
      subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
        const before = this.subscription;
        if (this.failure) {
          return Promise.reject(this.failure);
        }
        if (before && before.key !== applicationServerKey) {
          return Promise.reject(new DOMException('There is one of another key.', 'InvalidStateError'));
        }
        if (!before) {
          this.subscribe(applicationServerKey);
        }
        return Promise.resolve(held());
      },
    };
  }
}

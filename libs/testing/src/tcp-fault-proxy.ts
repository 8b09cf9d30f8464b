import { createServer, connect } from 'node:net';
import type { Socket } from 'node:net';

/** A TCP proxy on 127.0.0.1 that breaks the line on command; all faults apply to new connections too, until `heal()`. */
export interface TcpFaultProxy {
  readonly port: number;
  /** Connections open now. */
  readonly connections: number;
  /** Resets every connection and refuses new ones. */
  cut(): void;
  /** Half-open line: both sides believe in the connection, nothing arrives any more. */
  freeze(): void;
  /** Every chunk arrives this many milliseconds later, in order. */
  delay(ms: number): void;
  /** At most this many bytes per second in each direction of a connection. */
  throttle(bytesPerSecond: number): void;
  /** Ends all faults; frozen bytes are delivered. */
  heal(): void;
  close(): Promise<void>;
}

interface Faults {
  cut: boolean;
  frozen: boolean;
  delayMs: number;
  bytesPerSecond: number;
}

/** Carries bytes one way, in order, through the faults in effect. */
class OneWay {
  private readonly waiting: Buffer[] = [];
  private ended = false;
  private isPumping = false;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly faults: Faults,
  ) {
    from.on('data', (chunk: Buffer) => {
      this.waiting.push(chunk);
      // Back-pressure: a throttled line must slow the sender, not fill our memory.
      if (this.waiting.length > 16) {
        this.from.pause();
      }
      this.pump();
    });
    from.on('end', () => {
      this.ended = true;
      this.pump();
    });
  }

  pump(): void {
    if (this.isPumping || this.faults.frozen || this.to.destroyed) {
      return;
    }
    const chunk = this.waiting.shift();
    if (chunk === undefined) {
      if (this.ended) {
        this.to.end();
      }
      return;
    }
    const { delayMs, bytesPerSecond } = this.faults;
    const pause = delayMs + (bytesPerSecond > 0 ? (chunk.length / bytesPerSecond) * 1000 : 0);
    const deliver = (): void => {
      this.isPumping = false;
      if (this.faults.frozen) {
        this.waiting.unshift(chunk);
        return;
      }
      if (!this.to.destroyed) {
        this.to.write(chunk);
      }
      if (this.waiting.length <= 16) {
        this.from.resume();
      }
      this.pump();
    };
    if (pause === 0) {
      deliver();
      return;
    }
    this.isPumping = true;
    setTimeout(deliver, pause);
  }
}

/** Starts a proxy on a free port in front of `host:port`. */
export function tcpFaultProxy(target: { readonly host?: string; readonly port: number }): Promise<TcpFaultProxy> {
  const faults: Faults = { cut: false, frozen: false, delayMs: 0, bytesPerSecond: 0 };
  const pairs = new Map<Socket, { readonly back: Socket; readonly ways: readonly OneWay[] }>();
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (front) => {
    if (faults.cut) {
      front.resetAndDestroy();
      return;
    }
    const back = connect({ host: target.host ?? '127.0.0.1', port: target.port, noDelay: true, allowHalfOpen: true });
    pairs.set(front, { back, ways: [new OneWay(front, back, faults), new OneWay(back, front, faults)] });
    for (const socket of [front, back]) {
      socket.on('error', () => {
        front.resetAndDestroy();
        back.resetAndDestroy();
      });
      socket.on('close', () => {
        pairs.delete(front);
        front.destroy();
        back.destroy();
      });
    }
  });
  const resetAll = (): void => {
    for (const [front, { back }] of pairs) {
      front.resetAndDestroy();
      back.resetAndDestroy();
    }
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') {
        reject(new Error('the kernel gave no port'));
        return;
      }
      resolve({
        port: address.port,
        get connections() {
          return pairs.size;
        },
        cut: () => {
          faults.cut = true;
          resetAll();
        },
        freeze: () => {
          faults.frozen = true;
        },
        delay: (ms) => {
          faults.delayMs = ms;
        },
        throttle: (bytesPerSecond) => {
          faults.bytesPerSecond = bytesPerSecond;
        },
        heal: () => {
          Object.assign(faults, { cut: false, frozen: false, delayMs: 0, bytesPerSecond: 0 });
          for (const { ways } of pairs.values()) {
            for (const way of ways) {
              way.pump();
            }
          }
        },
        close: () =>
          new Promise((done) => {
            resetAll();
            server.close(() => done());
          }),
      });
    });
  });
}

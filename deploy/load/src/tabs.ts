/**
 * The open pages of `streams.ts`, in a process of their own: a message says whose they are, and each holds its live stream with the
 * client's own code, jitter included, and reads again after a loss. What became of them is said twice a second.
 */
import { join } from 'node:path';

export interface TabsOrder {
  readonly origin: string;
  readonly tabs: readonly { readonly cookie: string; readonly businessId: string }[];
  /** Over which they are opened: people do not come all at once. */
  readonly rampMs: number;
  /** What a page reads again when it was without its stream: paths of GET. */
  readonly reads: readonly string[];
}

export interface TabsReport {
  /** Tabs whose stream is open. */
  readonly open: number;
  /** Since the report before: streams that opened, and attempts that were answered otherwise or not at all. */
  readonly opened: number;
  readonly refused: number;
  /** Milliseconds without a stream of each tab that has one again, since the report before. */
  readonly gaps: readonly number[];
}

/** What is used of `web/src/lib/api/live-stream.ts`; its types need a browser's. */
interface LiveStreamModule {
  holdStream(
    businessId: string,
    stop: AbortSignal,
    listener: { open(): void; data(text: string): void; lost(): void },
  ): Promise<void>;
}

const REPORT_EVERY_MS = 500;

process.once('message', (order: TabsOrder) => void holdAll(order));
process.once('disconnect', () => process.exit());

async function holdAll({ origin, tabs, rampMs, reads }: TabsOrder): Promise<void> {
  let report = { open: 0, opened: 0, refused: 0, gaps: [] as number[] };
  const cookies = new Map(tabs.map(({ businessId, cookie }) => [businessId, cookie]));
  const byNetwork = globalThis.fetch;
  Object.assign(globalThis, {
    // The page's address and cookie, which a browser would add.
    fetch: async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
      const cookie = cookies.get(init.headers['X-Business-Id'] ?? '') ?? '';
      try {
        const answer = await byNetwork(origin + path, { ...init, headers: { ...init.headers, cookie } });
        report.refused += answer.ok ? 0 : 1;
        return answer;
      } catch (error) {
        report.refused += 1;
        throw error;
      }
    },
    // Of a browser that never is offline.
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    reportError: (error: unknown) => {
      throw error;
    },
  });
  const source = join(import.meta.dirname, '../../../web/src/lib/api/live-stream.ts');
  const { holdStream } = (await import(source)) as LiveStreamModule;

  const readAgain = async ({ businessId, cookie }: TabsOrder['tabs'][number]): Promise<void> => {
    const headers = { cookie, 'x-business-id': businessId };
    const read = async (path: string) => (await byNetwork(origin + path, { headers })).arrayBuffer();
    await Promise.allSettled(reads.map(read)); // what fails shows in the calls that are measured
  };
  tabs.forEach((tab, index) => {
    let lostAt: number | undefined;
    const listener = {
      open: () => {
        report.open += 1;
        report.opened += 1;
        if (lostAt !== undefined) {
          report.gaps.push(Math.round(performance.now() - lostAt));
          void readAgain(tab);
        }
      },
      data: () => undefined,
      lost: () => {
        report.open -= 1;
        lostAt = performance.now();
      },
    };
    setTimeout(
      () => {
        void holdStream(tab.businessId, new AbortController().signal, listener);
      },
      (index / tabs.length) * rampMs,
    );
  });
  setInterval(() => {
    process.send?.(report satisfies TabsReport);
    report = { ...report, opened: 0, refused: 0, gaps: [] };
  }, REPORT_EVERY_MS);
}

import { DataSource } from 'typeorm';

/** The database past every rule: what a test needs to see and to break. */
export interface BehindTheScenes {
  query<R extends object = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<{ rows: R[] }>;
  close(): Promise<void>;
}

export async function behindTheScenes(adminUrl: string): Promise<BehindTheScenes> {
  const source = await new DataSource({ type: 'postgres', url: adminUrl, installExtensions: false }).initialize();
  return {
    query: async <R extends object>(sql: string, params: unknown[] = []) => {
      const found: unknown = await source.query(sql, params);
      return { rows: Array.isArray(found) ? (found as R[]) : [] };
    },
    close: () => source.destroy(),
  };
}

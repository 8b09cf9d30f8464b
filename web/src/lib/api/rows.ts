import type { InfiniteData } from '@tanstack/react-query';
import type { Page } from './pages.ts';

/** The rows of what is kept of a read: of a list, of a page of one, of several pages; a single answer is a row of its own. */
export function rowsIn<T>(answer: unknown): readonly T[] {
  if (Array.isArray(answer)) {
    return answer as readonly T[];
  }
  if (typeof answer !== 'object' || answer === null) {
    return [];
  }
  if ('pages' in answer) {
    return (answer as InfiniteData<Page<T>>).pages.flatMap(({ data }) => data);
  }
  return 'data' in answer ? (answer as Page<T>).data : [answer as T];
}

/** The same with other rows in their places; one that `change` gives null for is gone, and counted no more. */
export function withRows<T>(answer: unknown, change: (row: T) => T | null): unknown {
  const changed = (rows: readonly T[]) => rows.map(change).filter((row) => row !== null);
  if (Array.isArray(answer)) {
    return changed(answer as readonly T[]);
  }
  if (typeof answer !== 'object' || answer === null) {
    return answer;
  }
  if ('pages' in answer) {
    const before = (answer as InfiniteData<Page<T>>).pages;
    const pages = before.map((page) => ({ ...page, data: changed(page.data) }));
    const gone = countIn(before) - countIn(pages);
    return { ...answer, pages: pages.map((page) => ({ ...page, total: page.total - gone })) };
  }
  if (!('data' in answer)) {
    return change(answer as T);
  }
  const page = answer as Page<T>;
  const data = changed(page.data);
  return { ...page, data, total: page.total - (page.data.length - data.length) };
}

function countIn(pages: readonly { data: readonly unknown[] }[]): number {
  return pages.reduce((count, { data }) => count + data.length, 0);
}

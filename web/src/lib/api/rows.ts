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

/** The same with other rows in their places. */
export function withRows<T>(answer: unknown, change: (row: T) => T): unknown {
  if (Array.isArray(answer)) {
    return (answer as readonly T[]).map(change);
  }
  if (typeof answer !== 'object' || answer === null) {
    return answer;
  }
  if ('pages' in answer) {
    const { pages } = answer as InfiniteData<Page<T>>;
    return { ...answer, pages: pages.map((page) => ({ ...page, data: page.data.map(change) })) };
  }
  return 'data' in answer ? { ...answer, data: (answer as Page<T>).data.map(change) } : change(answer as T);
}

import { rowsOf } from '@postloom/contracts';

/** A page of a list that an export reads to its end. */
export interface Page<T> {
  readonly rows: readonly T[];
  /** Null: there is no other. */
  readonly next: string | null;
}

export function paged(limit: number, cursor: string | null): { limit: number; cursor?: string } {
  return { limit, ...(cursor !== null && { cursor }) };
}

export function pageOf<T>(list: T[] | { data: T[]; nextCursor: string | null }): Page<T> {
  return { rows: rowsOf(list), next: Array.isArray(list) ? null : list.nextCursor };
}

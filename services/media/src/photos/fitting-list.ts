import { fitting, MOST_ANSWER_BYTES } from '@postloom/messaging';
import { TruncatedList } from '@postloom/persistence';
import type { List } from '@postloom/persistence';

/** A plain array as far as one answer carries it: a thousand photos with long descriptions are more than that. */
export function fittingList<T>(list: List<T>): List<T> {
  if (!Array.isArray(list)) {
    return list;
  }
  const shown = fitting(list, (item) => Buffer.byteLength(JSON.stringify(item)) + 1, MOST_ANSWER_BYTES);
  return shown.length < list.length ? TruncatedList.from(shown) : list;
}

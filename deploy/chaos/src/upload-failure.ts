import { errorTable, isErrorCode } from '../../../libs/contracts/src/kernel/errors.ts';
import type { ErrorCode } from '../../../libs/contracts/src/kernel/errors.ts';
import { uploadTexts } from '../../../web/src/features/media/upload-texts.ts';

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** Why a file did not arrive: an answer that refused it, or none. */
export type Failure = { readonly by: 'connection' } | ({ readonly by: 'product' | 'storage' } & Answered);

/** A request that was not taken, by the product or by the storage. */
export class NotTaken extends Error {
  readonly by: 'product' | 'storage';
  readonly answer: Answered;

  constructor(by: NotTaken['by'], { status, body }: Answered) {
    super(`${by} answered ${status}`);
    this.by = by;
    this.answer = { status, body };
  }
}

/** What a connection that broke, was refused or fell silent gives, of `node:http` and of fetch. */
const BROKEN: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ABORT_ERR']);
const BROKEN_FETCH: ReadonlySet<string> = new Set(['fetch failed', 'terminated']);

/** @throws what it is given when it is neither an answer nor a broken connection: then this program is wrong */
export function failureOf(error: unknown): Failure {
  if (error instanceof NotTaken) {
    return { by: error.by, ...error.answer };
  }
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (BROKEN.has(code) || name === 'TimeoutError' || (name === 'TypeError' && BROKEN_FETCH.has(message))) {
    return { by: 'connection' };
  }
  throw error;
}

/**
 * All that the product may say of a good file that broke off. Other codes may not be answered: nothing is wrong with the file, the plan or
 * the person, and `internal` is only said of a bug.
 */
const sentences: Partial<Record<ErrorCode, readonly string[]>> = {
  validation_failed: ['The upload broke off or is not a proper multipart body.'],
  invalid_object: [errorTable.invalid_object.message],
  request_timeout: [errorTable.request_timeout.message],
  conflict: [errorTable.conflict.message, 'This upload has expired. Please upload the file again.'],
  rate_limited: ['Too many uploads are under way. Please wait until some have finished.'],
  dependency_failed: [
    errorTable.dependency_failed.message,
    'The photo storage did not answer. Please try again.',
    'The photo storage did not give the whole file. Please try again.',
    'The photo could not be stored. Please try again.',
    'The answer got lost on the way. Please try again.',
  ],
  unavailable: [
    errorTable.unavailable.message,
    'Postloom is starting or being updated. Please try again in a moment.',
    // The queues on the way: to receive, for room on the disk, to decode and store, for a decoder.
    ...['uploads', 'files', 'photos', 'pictures'].map(
      (queue) => `Too many ${queue} are waiting at this moment. Please try again in 10 seconds.`,
    ),
    'This picture took too long to read. Please try again in a moment, or use a smaller one.',
  ],
  deadline: [errorTable.deadline.message],
};

/** What a person reads of a failure; null when it is nothing that the contract or the specification has. */
export function wordsFor(failure: Failure): string | null {
  if (failure.by !== 'product') {
    return uploadTexts.noConnection; // the web says nothing else of a connection or of what storage answered
  }
  const { error, message } = (failure.body ?? {}) as { error?: unknown; message?: unknown };
  const known = isErrorCode(error) ? sentences[error] : undefined;
  return known?.find((sentence) => sentence === message) ?? null;
}

/** What is wrong with what was said of failures, in sentences; none when all of them have words. */
export function wrongWords(failures: readonly Failure[]): string[] {
  const counts = counted(failures.filter((failure) => wordsFor(failure) === null).map(inShort));
  return Object.entries(counts).map(([said, count]) => `${count} failures in other words than ours: ${said}`);
}

/** How often each is there. */
export function counted(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) {
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

/** A failure by who failed, and what it says. */
export function inShort(failure: Failure): string {
  if (failure.by !== 'product') {
    return `${failure.by}: ${uploadTexts.noConnection}`;
  }
  const { error, message } = (failure.body ?? {}) as { error?: unknown; message?: unknown };
  return `${failure.status} ${typeof error === 'string' && typeof message === 'string' ? `${error}: ${message}` : 'without a word'}`;
}

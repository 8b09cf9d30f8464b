import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { isApiError, messageOr } from './api/index.ts';

/** What a form says when no answer came or the answer was not the contract's. */
export const unreachable = 'Postloom could not be reached. Please check your connection and try again.';

/**
 * Puts the server's refusals on their fields (by path) and returns the sentence for the whole form, or null when every
 * refusal found its field.
 */
export function applyServerErrors<T extends FieldValues>(error: unknown, fields: readonly Path<T>[], setError: UseFormSetError<T>): string | null {
  if (isApiError(error) && error.details.length > 0) {
    const known = error.details.filter((detail) => fields.includes(detail.path as Path<T>));
    for (const detail of known) setError(detail.path as Path<T>, { type: 'server', message: detail.message });
    if (known.length === error.details.length) return null;
  }
  return messageOr(error, unreachable);
}

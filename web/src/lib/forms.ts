import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form';
import type { z } from 'zod';
import { isApiError, messageOr } from './api/index.ts';

/** What a form says when no answer came or the answer was not the contract's. */
export const unreachable = 'Postloom could not be reached. Please check your connection and try again.';

/**
 * Puts the server's refusals on their fields (by path) and returns the sentence for the whole form, or null when every
 * refusal found its field.
 */
export function applyServerErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): string | null {
  if (isApiError(error) && error.details.length > 0) {
    const known = error.details.filter((detail) => fields.includes(detail.path as Path<T>));
    for (const detail of known) {
      setError(detail.path as Path<T>, { type: 'server', message: detail.message });
    }
    if (known.length === error.details.length) {
      return null;
    }
  }
  return messageOr(error, unreachable);
}

/**
 * Validates with a contract's schema that is fetched when it is first needed: the form is on screen before the validator is
 * here. Start the fetch early with `resolver.prefetch()`. When it cannot be fetched, the server's check decides alone.
 */
export function lazyResolver<T extends FieldValues>(
  load: () => Promise<z.ZodType<unknown, T>>,
): Resolver<T> & { prefetch(): void } {
  let schema: Promise<z.ZodType<unknown, T> | null> | undefined;
  const get = () =>
    (schema ??= load().catch(() => {
      schema = undefined; // Offline: the next validation tries again.
      return null;
    }));
  const resolver: Resolver<T> = async (values, context, options) => {
    const loaded = await get();
    // `raw`: the form keeps what was typed, defaults and transformations are the server's.
    return loaded
      ? standardSchemaResolver<T, unknown, T>(loaded as z.ZodType<T, T>, undefined, { raw: true })(
          values,
          context,
          options,
        )
      : { values, errors: {} };
  };
  return Object.assign(resolver, { prefetch: () => void get() });
}

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  useController,
  type Control,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type RefCallBack,
  type Resolver,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form';
import type { z } from 'zod';
import { isApiError, messageOr, unreachable } from './api/index.ts';
import { forgo } from './lazily.ts';

/** The field of a form that a part of the request belongs to, by its dotted path; null: it concerns the whole form. */
type FieldOfPath<T extends FieldValues> = (path: string) => Path<T> | null;

/**
 * Puts the server's refusals on their fields, focuses the first of them, and returns the sentence for the whole form, or null
 * when every refusal found its field. A list of fields stands for requests that have the same names.
 */
export function applyServerErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[] | FieldOfPath<T>,
  setError: UseFormSetError<T>,
  fallback = unreachable,
): string | null {
  const fieldOf: FieldOfPath<T> =
    typeof fields === 'function' ? fields : (path) => fields.find((field) => field === path.split('.')[0]) ?? null;
  const details = isApiError(error) ? error.details : [];
  const placed = details.map(({ path, message }) => ({ field: fieldOf(path), message }));
  const known = placed.flatMap(({ field, message }) => (field === null ? [] : [{ field, message }]));
  known.forEach(({ field, message }, index) => {
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (known.length === 0) {
    return messageOr(error, fallback);
  }
  const rest = placed.flatMap(({ field, message }) => (field === null ? [message] : []));
  return rest.length > 0 ? rest.join(' ') : null;
}

type LazySchema<S> = { (): Promise<S | null>; prefetch(): void };

/**
 * A schema of the contract that is fetched when a form first validates: the form is on screen before the validator is here.
 * Null when it cannot be fetched: the server's check decides alone.
 */
export function lazySchema<S extends z.ZodType>(load: () => Promise<S>): LazySchema<S> {
  let schema: Promise<S | null> | undefined;
  const get = () =>
    (schema ??= load().catch((error: Error) => {
      schema = undefined; // Offline: the next validation tries again.
      return forgo(error);
    }));
  return Object.assign(get, { prefetch: () => void get() });
}

/** Validates with a contract's schema, whose fields have the form's names. Start its fetch early with `resolver.prefetch()`. */
export function lazyResolver<T extends FieldValues>(
  load: () => Promise<z.ZodType<unknown, T>>,
): Resolver<T> & { prefetch(): void } {
  const schema = lazySchema(load);
  const resolver: Resolver<T> = async (values, context, options) => {
    const loaded = await schema();
    // `raw`: the form keeps what was typed, defaults and transformations are the server's.
    return loaded
      ? standardSchemaResolver<T, unknown, T>(loaded as z.ZodType<T, T>, undefined, { raw: true })(
          values,
          context,
          options,
        )
      : { values, errors: {} };
  };
  return Object.assign(resolver, { prefetch: schema.prefetch });
}

/** What a screen knows beyond the contract, as messages by field. */
type Problems<T extends FieldValues> = { readonly [Field in keyof T]?: string | undefined };

/**
 * Validates a form whose request has another shape than its fields: with what only the screen knows, and with the contract's
 * schema on the request that would be sent.
 */
export function requestResolver<T extends FieldValues, Context>(parts: {
  schema: LazySchema<z.ZodType>;
  problemsOf(values: T, context: Context): Problems<T>;
  bodyOf(values: T, context: Context): unknown;
  fieldOf: FieldOfPath<T>;
}): Resolver<T, Context> {
  return async (values, context) => {
    const known = context as Context;
    const problems: Partial<Record<string, string>> = { ...parts.problemsOf(values, known) };
    const result = (await parts.schema())?.safeParse(parts.bodyOf(values, known));
    for (const { path, message } of result?.error?.issues ?? []) {
      const field = parts.fieldOf(path.join('.'));
      // What concerns no field is left to the server, which answers for the whole form.
      if (field !== null) {
        problems[field] ??= message;
      }
    }
    const errors = Object.fromEntries(
      Object.entries(problems).flatMap(([field, message]) =>
        message === undefined ? [] : [[field, { type: 'validate', message }]],
      ),
    );
    return Object.keys(errors).length > 0 ? { values: {}, errors: errors as FieldErrors<T> } : { values, errors: {} };
  };
}

/**
 * Takes changes of fields over. What was wrong with them no longer holds, nor what was wrong with those that each of them
 * settles.
 */
export function applyChange<T extends FieldValues, Context>(
  { setValue, clearErrors }: Pick<UseFormReturn<T, Context>, 'setValue' | 'clearErrors'>,
  changes: Partial<T>,
  settles: { readonly [Field in keyof T]?: readonly Path<T>[] } = {},
): void {
  for (const field of Object.keys(changes) as Path<T>[]) {
    setValue(field, changes[field] as PathValue<T, Path<T>>, { shouldDirty: true });
    clearErrors([field, ...(settles[field] ?? [])]);
  }
}

/** A field that its form's owner shows and changes: where its focus goes, what is wrong with it, and its value. */
export function useOwnField<T extends FieldValues, Context, Name extends Path<T>>(
  control: Control<T, Context>,
  name: Name,
): readonly [ref: RefCallBack, error: string | undefined, value: PathValue<T, Name>] {
  const {
    field: { ref, value },
    fieldState: { error },
  } = useController({ control, name });
  return [ref, error?.message, value];
}

/** A group of controls as one field: its first one that can be used gets the focus. */
export function focusesFirst(ref: (target: { focus(): void } | null) => void) {
  return (group: HTMLElement | null): void => {
    ref(
      group && {
        focus: () =>
          group.querySelector<HTMLElement>('input:enabled, button:enabled, select:enabled, textarea:enabled')?.focus(),
      },
    );
  };
}

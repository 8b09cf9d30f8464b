type Json = Record<string, unknown>;

/** Existing things in the fuzzed business, by the path segment or the field that refers to them. */
export interface KnownIds {
  readonly businessId: string;
  /** Collection in the path (`posts` of `/api/posts/{id}`) to the id of one thing in it. */
  readonly byCollection: Readonly<Record<string, string>>;
  /** Field of a body or a query (`photoId`) to the id of one thing. */
  readonly byField: Readonly<Record<string, string>>;
}

/** An id that does not exist: the other branch of every call that takes one. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/**
 * The OpenAPI document with the ids that a valid request may carry: a generated id would never exist, and every call would end at its first
 * look-up. Only requests are narrowed; answers are validated against the document as published.
 */
export function withKnownIds(document: Json, known: KnownIds): Json {
  const copy = structuredClone(document) as { paths: Record<string, Record<string, Operation>> };
  for (const [path, operations] of Object.entries(copy.paths)) {
    for (const operation of Object.values(operations)) {
      for (const parameter of operation.parameters ?? []) {
        const ids = idsOf(parameter, path, known);
        if (ids !== undefined) {
          parameter.schema = { ...parameter.schema, enum: ids };
        }
      }
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
        narrowFields(schema, known);
      }
    }
  }
  return copy;
}

interface Operation {
  parameters?: { name: string; in: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
}

function idsOf(parameter: { name: string; in: string }, path: string, known: KnownIds): string[] | undefined {
  if (parameter.name === 'X-Business-Id') {
    return [known.businessId];
  }
  const collection = /\/([^/]+)\/\{id\}/.exec(path)?.[1];
  const id =
    parameter.in === 'path' && parameter.name === 'id'
      ? known.byCollection[collection ?? '']
      : known.byField[parameter.name];
  return id === undefined ? undefined : [id, UNKNOWN_ID];
}

/** Every field of these names at any depth, single or in a list. */
function narrowFields(schema: unknown, known: KnownIds): void {
  if (typeof schema !== 'object' || schema === null) {
    return;
  }
  const { properties } = schema as { properties?: Record<string, Json> };
  for (const [name, property] of Object.entries(properties ?? {})) {
    const id = known.byField[name];
    if (id !== undefined) {
      allow(property, [id, UNKNOWN_ID]);
    }
  }
  Object.values(schema).forEach((inner) => narrowFields(inner, known));
}

/** @param schema of a string, of null or a string, or of a list of strings */
function allow(schema: Json, ids: readonly string[]): void {
  if (schema['type'] === 'string') {
    schema['enum'] = ids;
    return;
  }
  const branches = (schema['anyOf'] ?? (schema['items'] === undefined ? [] : [schema['items']])) as Json[];
  branches.forEach((branch) => allow(branch, ids));
}

import { AppError } from '@postloom/contracts';
import type { ErrorCode, ErrorDetail, RouteContract } from '@postloom/contracts';
import type { z } from 'zod';
import type { GatewayRequest } from './request.ts';

/** Fields whose refusal has a code of its own. */
const codeByField: Readonly<Record<string, ErrorCode>> = { scheduledFor: 'invalid_date' };
/** Fields that hold a picture: a text that is too long means a picture that is too large. */
const PICTURE_FIELD = 'imageBase64';

/** Decodes path, query and body by the contract. Nothing is validated again in the gateway. */
export function parseRequest(
  contract: RouteContract,
  request: GatewayRequest,
): { params: unknown; query: unknown; body: unknown } {
  return {
    params: contract.params && decode(contract.params, pathParameters(request), 'invalid_id'),
    query: contract.query && decode(contract.query, request.query ?? {}, 'validation_failed'),
    body: contract.body && decode(contract.body, request.body === undefined ? {} : request.body, 'validation_failed'),
  };
}

/** Fastify names a wildcard `*`; our contracts call it `key`. */
function pathParameters(request: GatewayRequest): unknown {
  const { '*': key, ...named } = request.params as Record<string, unknown>;
  return key === undefined ? named : { ...named, key };
}

function decode(schema: z.ZodType, value: unknown, code: ErrorCode): unknown {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  if (result.error.issues.some((issue) => issue.code === 'too_big' && issue.path[0] === PICTURE_FIELD)) {
    throw new AppError('payload_too_large');
  }
  const details = result.error.issues.flatMap(detailsOf);
  const first = details[0];
  const isPlatform = first?.path === 'platform' && code === 'invalid_id';
  // An unknown platform in a path is an address that does not exist, not a malformed id.
  if (isPlatform) {
    throw new AppError('not_found');
  }
  const specific = codeByField[first?.path ?? ''];
  throw new AppError(specific ?? code, code === 'invalid_id' || specific ? undefined : first?.message, { details });
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: `Unknown field '${key}'.` }));
  }
  if (issue.code === 'invalid_union') {
    const branch = issue.errors.toSorted((a, b) => a.length - b.length)[0];
    return (
      branch?.flatMap((inner) => detailsOf({ ...inner, path: [...issue.path, ...inner.path] })) ?? [
        { path, message: issue.message },
      ]
    );
  }
  return [{ path, message: issue.message }];
}

import { errorMeaning, routeList, routes } from '@postloom/contracts';
import type { ErrorCode, RouteContract } from '@postloom/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the HTTP contract, made from the same schemas that decode the requests. */
export function openApiDocument(serverUrl: string, contracts: readonly RouteContract[] = routeList): Json {
  const paths: Record<string, Json> = {};
  for (const route of contracts) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Postloom', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'postloom_session' } },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string' },
    message: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
};

function operation(route: RouteContract): Json {
  return {
    summary: route.summary,
    tags: [route.tag],
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    security: route.access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.access === 'session'
        ? [{ name: 'X-Business-Id', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }]
        : []),
      ...(route.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
        : []),
    ],
    ...requestBody(route),
    responses: responses(route),
  };
}

/** The file of an upload; it is streamed, so the contract has no schema for it. */
const fileForm = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

function requestBody(route: RouteContract): Json {
  if (route === routes.uploadPhoto) {
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: fileForm } } } };
  }
  if (route === routes.importPart) {
    const bytes = { schema: { type: 'string', format: 'binary' } };
    return { requestBody: { required: true, content: { 'application/octet-stream': bytes } } };
  }
  return route.body
    ? {
        requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(route.body, 'input') } } },
      }
    : {};
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) {
    return [];
  }
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function responses(route: RouteContract): Json {
  const answers: Json = {
    [route.status]: {
      description: route.status === 302 ? 'Redirect' : 'Success',
      ...(route.answer && { content: { 'application/json': { schema: toJsonSchema(route.answer, 'output') } } }),
    },
    ...(route.popup && { 200: { description: 'Page', content: htmlPage } }),
  };
  const codes = refusals(route);
  for (const status of new Set(codes.map((code) => errorMeaning(code).status))) {
    const meanings = codes.filter((code) => errorMeaning(code).status === status);
    answers[status] = {
      description: meanings.join(', '),
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        ...(route.popup && htmlPage),
      },
    };
  }
  return answers;
}

const htmlPage = { 'text/html': { schema: { type: 'string' } } };

/** The route's own codes, and those that every route of its kind can answer before its code runs. */
function refusals(route: RouteContract): ErrorCode[] {
  const isRead = route.method === 'GET';
  return [
    ...new Set<ErrorCode>([
      ...route.errors,
      'validation_failed',
      'rate_limited',
      // A body is checked for type and size even where the route ignores it.
      'unsupported_media_type',
      'payload_too_large',
      ...(isRead ? [] : (['csrf_rejected'] as const)),
      // The business header may name a business that is not the caller's.
      ...(route.access === 'session' ? (['unauthorized', 'not_found', 'no_business'] as const) : []),
      ...(route.idempotent ? (['idempotency_mismatch', 'conflict'] as const) : []),
    ]),
  ];
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

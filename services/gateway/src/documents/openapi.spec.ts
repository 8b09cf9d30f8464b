import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorTable, routeList, routes } from '@postloom/contracts';
import { openApiDocument } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly security: unknown[];
  readonly parameters: {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: unknown;
  }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: unknown }> };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: unknown }> }>;
}

const document = openApiDocument('https://postloom.example');
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const web = join(import.meta.dirname, '../../../../web/src');

describe('the OpenAPI document', () => {
  it('has every route of the contract and nothing else', () => {
    expect(operations.map(({ path, method }) => `${method} ${path}`).toSorted()).toEqual(
      routeList.map(({ path, method }) => `${method} ${path}`).toSorted(),
    );
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(routeList.length);
  });

  it('has every call the web client makes, and the web client makes none beside the contract', () => {
    const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
      .map((file) => readFileSync(join(web, file), 'utf8'));
    const named = sources
      .flatMap((source) => [...source.matchAll(/\broutes\.(\w+)\b(?!\.)/g)].map(([, name]) => name ?? ''))
      .filter((name) => name !== 'ts');
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !Object.hasOwn(routes, name))).toEqual([]);
    // Lists of query keys to refetch after a change are not calls.
    const written = sources.flatMap((source) =>
      [...source.matchAll(/['"`](\/(?:api|objects)\/[^'"`?\s]*)[^'"`]*['"`](?!\s*[,\]])/g)].map(
        ([, path]) => path ?? '',
      ),
    );
    expect(written.length).toBeGreaterThan(5);
    const known = routeList.map(({ path }) => path);
    const strangers = written.filter((path) => !known.some((one) => matches(one, path)));
    expect(strangers).toEqual([]);
  });

  it('refers to nothing that is not there, and its patterns can be read', () => {
    const references: string[] = [];
    walk(document, (key, value) => {
      if (key === '$ref') {
        references.push(String(value));
      }
      if (key === 'pattern') {
        expect(() => new RegExp(String(value), 'u')).not.toThrow();
      }
    });
    expect(references.length).toBeGreaterThan(routeList.length);
    for (const reference of new Set(references)) {
      expect([reference, at(reference)]).toEqual([reference, expect.any(Object)]);
    }
  });

  it('is JSON as it stands', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('names every path parameter, the business header and the idempotency key where they belong', () => {
    for (const { path, method, operation } of operations) {
      const contract = routeList.find((route) => route.path === path && route.method === method);
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect([path, inPath]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]);
      const headers = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
      expect(headers.includes('X-Business-Id')).toBe(contract?.access === 'session');
      expect(headers.includes('Idempotency-Key')).toBe(contract?.idempotent);
      expect(operation.security).toEqual(contract?.access === 'session' ? [{ session: [] }] : []);
      expect(Object.hasOwn(operation.responses, '401')).toBe(
        contract?.access === 'session' || contract?.errors.some((code) => errorTable[code].status === 401),
      );
    }
  });

  it('describes bodies, the upload as multipart', () => {
    for (const contract of routeList.filter(({ body }) => body !== undefined)) {
      const body = paths[contract.path]?.[contract.method.toLowerCase()]?.requestBody;
      expect(body?.content['application/json']?.schema).toMatchObject({ type: 'object' });
    }
    const upload = paths['/api/photos/direct-upload/{randomId}']?.['post'];
    expect(upload?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    });
  });

  it('says which answers come', () => {
    for (const contract of routeList) {
      const responses = paths[contract.path]?.[contract.method.toLowerCase()]?.responses ?? {};
      expect(Object.hasOwn(responses, String(contract.status))).toBe(true);
      expect(responses[contract.status]?.content?.['application/json'] !== undefined).toBe(
        contract.answer !== undefined,
      );
    }
  });

  it('names the refusals that come before a route of its kind runs', () => {
    const statuses = (method: string, path: string) => Object.keys(paths[path]?.[method]?.responses ?? {});
    expect(statuses('get', '/api/albums')).toEqual(
      expect.arrayContaining(['400', '401', '404', '409', '413', '415', '429']),
    );
    expect(statuses('get', '/api/albums')).not.toContain('403');
    expect(statuses('post', '/api/albums')).toEqual(expect.arrayContaining(['403', '422']));
    expect(statuses('get', '/api/auth/provider')).not.toContain('404');
  });

  it('says that a popup answers with pages', () => {
    const callback = paths['/api/social/{platform}/callback']?.['get']?.responses;
    expect(Object.keys(callback?.['400']?.content ?? {})).toEqual(['application/json', 'text/html']);
    expect(Object.keys(callback?.['200']?.content ?? {})).toEqual(['text/html']);
    const list = paths['/api/posts']?.['get']?.responses;
    expect(Object.keys(list?.['400']?.content ?? {})).toEqual(['application/json']);
  });
});

function matches(template: string, path: string): boolean {
  const pattern = template.replace('{key}', '.+').replaceAll(/\{\w+\}/g, '[^/]+');
  // Paths that are concatenated or name a family of queries end early.
  return (
    new RegExp(`^${pattern}$`).test(path.replaceAll(/\$\{[^}]*\}/g, 'x')) ||
    template.startsWith(path.replace(/\$\{.*$/, ''))
  );
}

function walk(value: unknown, visit: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    visit(key, inner);
    walk(inner, visit);
  }
}

function at(reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

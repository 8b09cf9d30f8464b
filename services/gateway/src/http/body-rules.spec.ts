import { describe, expect, it } from '@jest/globals';
import { routeList, routes } from '@postloom/contracts';
import { bodyLimitOf, bodyRefusal } from './body-rules.ts';
import { contractOf, fastifyPath } from './route-table.ts';

const refusal = (type: string | undefined, length = '2') =>
  bodyRefusal(routes.createPost, { 'content-length': length, ...(type !== undefined && { 'content-type': type }) })
    ?.code;

describe('bodies', () => {
  it('are JSON (S08)', () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
      expect(refusal(type)).toBeUndefined();
    }
    const others = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json, text/plain',
      '',
    ];
    for (const type of [...others, undefined]) {
      expect(refusal(type)).toBe('unsupported_media_type');
    }
    expect(
      bodyRefusal(routes.publishPost, { 'transfer-encoding': 'chunked', 'content-type': 'text/plain' })?.code,
    ).toBe('unsupported_media_type');
  });

  it('may be absent', () => {
    expect(refusal(undefined, '0')).toBeUndefined();
    expect(bodyRefusal(routes.publishPost, {})).toBeNull();
  });

  it('of an upload are streamed on, whatever they are called', () => {
    expect(
      bodyRefusal(routes.uploadPhoto, { 'content-length': '9', 'content-type': 'multipart/form-data' }),
    ).toBeNull();
    expect(
      bodyRefusal(routes.importPart, { 'content-length': '9', 'content-type': 'application/octet-stream' }),
    ).toBeNull();
  });

  it('are small, but for inline pictures', () => {
    const large = routeList.filter((contract) => bodyLimitOf(contract) > 1_048_576);
    expect(large).toEqual([routes.generateCaption]);
    expect(bodyLimitOf(undefined)).toBe(1_048_576);
  });
});

describe('contractOf', () => {
  it('finds every route by the path that Fastify was given', () => {
    for (const contract of routeList) {
      expect(contractOf(contract.method, fastifyPath(contract))).toBe(contract);
    }
    expect(contractOf('HEAD', '/api/posts')).toBe(routes.posts);
    expect(contractOf('GET', undefined)).toBeUndefined();
    expect(contractOf('GET', '/api/posts/')).toBeUndefined();
  });
});

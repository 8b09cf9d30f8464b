import { describe, expect, it } from '@jest/globals';
import { unversionedGraph } from '../platforms/graph.ts';
import { json } from './reply.ts';
import { Router } from './router.ts';
import type { Service } from './router.ts';

const route = (method: string, path: string): Service['routes'][number] => ({ method, path, handle: () => json(path) });
const service: Service = {
  target: 'facebook',
  prefix: '/facebook',
  unversioned: unversionedGraph,
  routes: [
    route('GET', '/facebook/graph/:id'),
    route('GET', '/facebook/graph/:user/accounts'),
    route('GET', '/facebook/graph/me/accounts'),
    route('POST', '/facebook/graph/:id'),
    route('GET', '/facebook/files/*'),
  ],
};
const pages: Service = { target: null, prefix: '/sandbox', routes: [route('GET', '/'), route('GET', '/sandbox/:id')] };
const router = new Router([service, pages]);
const found = (method: string, path: string): string | undefined => router.find(method, path)?.route.path;

describe('routes', () => {
  it('take literal segments before names, whatever the order, with and without a version', () => {
    expect(found('GET', '/facebook/graph/v25.0/me/accounts')).toBe('/facebook/graph/me/accounts');
    expect(found('GET', '/facebook/graph/12/accounts/')).toBe('/facebook/graph/:user/accounts');
    expect(router.find('GET', '/facebook/graph/urn%3Ali%3A1')?.params).toEqual({ id: 'urn:li:1' });
    expect(router.find('GET', '/facebook/files/a/b')?.params).toEqual({ rest: 'a/b' });
  });

  it('go by method, HEAD as GET, and know their owner', () => {
    expect(found('POST', '/facebook/graph/12')).toBe('/facebook/graph/:id');
    expect(found('HEAD', '/')).toBe('/');
    expect(found('DELETE', '/facebook/graph/12')).toBeUndefined();
    expect(found('GET', '/elsewhere')).toBeUndefined();
    expect(router.owner('/facebook/nowhere')).toBe(service);
  });
});

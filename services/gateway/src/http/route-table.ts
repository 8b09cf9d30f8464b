import { routeList } from '@postloom/contracts';
import type { RouteContract } from '@postloom/contracts';

/** The path in Fastify's notation: `{id}` becomes `:id`, and an object's key is a wildcard. */
export function fastifyPath(contract: RouteContract): string {
  return contract.path.replace('{key}', '*').replaceAll(/\{(\w+)\}/g, ':$1');
}

const table = new Map(
  routeList.map((contract) => [`${contract.method} ${fastifyPath(contract)}`, contract as RouteContract]),
);

/** The contract of the route that Fastify matched; HEAD is GET without a body. */
export function contractOf(method: string, routeUrl: string | undefined): RouteContract | undefined {
  return table.get(`${method === 'HEAD' ? 'GET' : method} ${routeUrl ?? ''}`);
}

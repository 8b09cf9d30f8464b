import type { CallKind, Fault, FaultTarget } from '../control/faults.ts';
import type { Call } from './call.ts';
import type { Reply } from './reply.ts';

/** A route of one platform, provider or part of the sandbox. */
export interface Route {
  readonly method: string;
  /** Path with `:name` segments; `*` at the end takes the rest as `rest`. */
  readonly path: string;
  /**
   * What the call does, for the faults; a function where that depends on the arguments. Absent: no fault strikes it
   * (pages, authorize forms, control calls).
   */
  readonly kind?: CallKind | ((call: Call) => CallKind);
  /** The call carries a picture, so `media_rejected` and `processing_forever` apply. */
  readonly media?: boolean;
  /**
   * The platform accepts the picture and rejects it afterwards (its state says so): the handler checks `call.fault` for
   * `media_rejected` itself.
   */
  readonly rejectsLater?: boolean | (() => boolean);
  readonly handle: (call: Call) => Promise<Reply> | Reply;
}

/** A target of faults with its routes and its own error format. */
export interface Service {
  readonly target: FaultTarget | null;
  readonly routes: readonly Route[];
  /** The platform's own body for a fault that refuses the call. */
  readonly refuse?: (fault: Fault, call: Call) => Reply;
  /** Invalidates the token of this call for good, as when the person removes the app. */
  readonly revoke?: (call: Call) => Promise<void>;
  /** Headers on every answer. */
  readonly decorate?: (call: Call, reply: Reply) => Readonly<Record<string, string>>;
  /** Answer for a path under the prefix that no route knows. */
  readonly notFound?: (call: Call) => Reply;
  /** The path as routes define it, for platforms whose callers may put a version into it. */
  readonly unversioned?: (path: string) => string;
  /** First segment of the paths, for example `/instagram`. */
  readonly prefix: string;
}

export interface Match {
  readonly service: Service;
  readonly route: Route;
  readonly params: Record<string, string>;
}

interface Compiled {
  readonly service: Service;
  readonly route: Route;
  readonly segments: readonly string[];
}

/** Finds routes by method and path. Literal segments win over `:name`, in the order in which the routes were given. */
export class Router {
  /** By method and first segment, so that a request looks at its own platform's routes alone. */
  readonly #routes = new Map<string, Compiled[]>();
  readonly #services: readonly Service[];

  constructor(services: readonly Service[]) {
    this.#services = services;
    for (const service of services) {
      for (const route of service.routes) {
        const segments = split(route.path);
        const key = `${route.method} ${segments[0] ?? ''}`;
        const routes = this.#routes.get(key);
        if (routes) {
          routes.push({ service, route, segments });
        } else {
          this.#routes.set(key, [{ service, route, segments }]);
        }
      }
    }
    const wildness = (compiled: Compiled): number =>
      compiled.segments.filter((s) => s.startsWith(':') || s === '*').length;
    for (const routes of this.#routes.values()) {
      routes.sort((a, b) => wildness(a) - wildness(b));
    }
  }

  find(method: string, path: string): Match | null {
    const segments = split(this.owner(path)?.unversioned?.(path) ?? path);
    const key = `${method === 'HEAD' ? 'GET' : method} ${segments[0] ?? ''}`;
    for (const { service, route, segments: pattern } of this.#routes.get(key) ?? []) {
      const params = match(pattern, segments);
      if (params) {
        return { service, route, params };
      }
    }
    return null;
  }

  /** The service under whose prefix the path lies. */
  owner(path: string): Service | undefined {
    return this.#services.find((service) => path === service.prefix || path.startsWith(`${service.prefix}/`));
  }
}

function split(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (part === '*') {
      params['rest'] = segments.slice(index).join('/');
      return params;
    }
    const segment = segments[index];
    if (segment === undefined) {
      return null;
    }
    if (part.startsWith(':')) {
      params[part.slice(1)] = decode(segment);
    } else if (part !== segment) {
      return null;
    }
  }
  return pattern.length === segments.length ? params : null;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) {
      return segment;
    }
    throw error;
  }
}

import { join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import type { SchemaName } from '../postgres/roles.ts';

/** A service process of the product. */
export interface ServiceEntry {
  /** Short name: in subjects, schema, role, logs. */
  readonly name: 'gateway' | SchemaName;
  readonly folder: string;
  /** True when it listens for requests beside its internal port. */
  readonly listens: boolean;
  readonly schema: SchemaName | undefined;
}

/** The seven services. Their program is the production build. */
export const services: readonly ServiceEntry[] = [
  { name: 'gateway', folder: 'services/gateway', listens: true, schema: undefined },
  { name: 'identity', folder: 'services/identity', listens: false, schema: 'identity' },
  { name: 'media', folder: 'services/media', listens: true, schema: 'media' },
  { name: 'captions', folder: 'services/captions', listens: false, schema: 'captions' },
  { name: 'scheduling', folder: 'services/scheduling', listens: false, schema: 'scheduling' },
  { name: 'publisher', folder: 'services/social-publisher', listens: false, schema: 'publisher' },
  { name: 'analytics', folder: 'services/analytics', listens: false, schema: 'analytics' },
];

/** Path of a service's built program. */
export const programOf = (service: ServiceEntry): string => join(repositoryRoot, service.folder, 'dist', 'main.js');

/**
 * Small heaps and one helper thread of V8: seven processes share a laptop with a browser. Measured per idle service:
 * 87 MB PSS with Node's defaults, 58 MB with these.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=1', '--v8-pool-size=1', '--max-old-space-size=72'];

/** The gateway turns over a month's calendar per request: with the small young space a sixth of its time was collection. */
const gatewayFlags: readonly string[] = ['--max-semi-space-size=2', '--v8-pool-size=1', '--max-old-space-size=72'];

/** The web origin and the supervisor hold nothing but connections. */
export const webFlags: readonly string[] = ['--max-semi-space-size=1', '--v8-pool-size=1', '--max-old-space-size=64'];

export const flagsOf = ({ name }: ServiceEntry): readonly string[] => (name === 'gateway' ? gatewayFlags : nodeFlags);

/**
 * glibc gives blocks above the threshold back when they are freed. Left to itself it raises the threshold to the largest
 * block it has seen (19 MB for a password's hash) and keeps what the heap once needed.
 */
export const mallocSettings = {
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
} as const;

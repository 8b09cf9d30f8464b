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

/** One process of a service: `publisher`, and beside it `publisher-2` and so on. */
export interface Replica {
  readonly name: string;
  readonly service: ServiceEntry;
}

export const replicasOf = (count: (service: string) => number): readonly Replica[] =>
  services.flatMap((service) =>
    Array.from({ length: count(service.name) }, (_, index) => ({
      name: index === 0 ? service.name : `${service.name}-${index + 1}`,
      service,
    })),
  );

/** Path of a service's built program. */
export const programOf = (service: ServiceEntry): string =>
  join(repositoryRoot, service.folder, 'dist', 'bundle', 'main.js');

/**
 * One helper thread of V8 and so many MB of young and old space. An idle service, one bundle (ADR 21), has 46 MB PSS so; from its
 * modules and with Node's defaults it had 87 MB.
 */
const smallHeap = (youngMb: number, oldMb: number): readonly string[] => [
  `--max-semi-space-size=${youngMb}`,
  '--v8-pool-size=1',
  `--max-old-space-size=${oldMb}`,
];

/** Seven processes share a laptop with a browser. */
export const nodeFlags = smallHeap(1, 72);

/**
 * Megabytes of young and of old heap of those that do the work of every request, post and photo: with the small young space a sixth of
 * their time and more was collection. Media handles each file several times, and V8 also collects when its bytes are half of what the heap
 * may have.
 */
const heaps: Partial<Record<ServiceEntry['name'], readonly [youngMb: number, oldMb: number]>> = {
  gateway: [8, 72],
  media: [8, 192],
  scheduling: [8, 72],
  publisher: [8, 72],
};

/**
 * Files pass through those that listen, and V8 counts their bytes like what is on its heap: it collects when there are 10 MB more than
 * were in use, once or twice for a photo of 5 MB. With this it waits for three times of what is in use. The chart and docker-compose.yml
 * say so, too.
 */
const growing = '--heap-growing-percent=200';
/** The embedded object store. */
export const objectFlags = [...nodeFlags, growing];

/** The web origin and the supervisor hold nothing but connections; 2,000 open pages take 80 MB of it. */
export const webFlags = smallHeap(1, 192);

export const flagsOf = ({ name, listens }: ServiceEntry): readonly string[] => {
  const heap = heaps[name];
  return [...(heap ? smallHeap(...heap) : nodeFlags), ...(listens ? [growing] : [])];
};

/**
 * glibc gives blocks above the threshold back when they are freed. Left to itself it raises the threshold to the largest
 * block it has seen (19 MB for a password's hash) and keeps what the heap once needed.
 */
export const mallocSettings = {
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
} as const;

import type { Cluster } from './cluster.ts';

/** What the steps are told. */
export interface StepSettings {
  /** Requests of the rolling upgrade. */
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly postsPerSecond: number;
}

/** Something that must hold on the cluster. Gives its figures. @throws Error that says what does not hold */
export type Step = (cluster: Cluster, settings: StepSettings) => Promise<Readonly<Record<string, unknown>>>;

/** Seconds since a moment of `performance.now()`, to a tenth. */
export const secondsSince = (from: number): number => Math.round((performance.now() - from) / 100) / 10;

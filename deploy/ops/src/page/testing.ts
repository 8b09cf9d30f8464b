import type { Snapshot } from './snapshot.ts';

/** A morning on which all is well. */
export const wellSnapshot = (at: number): Snapshot => ({
  at,
  dataAge: 4,
  alerts: [],
  promise: { fiveMinutes: 1, hour: 1, month: 0.9997, monthDue: 10_000, monthLate: 3, budgetLeft: 0.7 },
  dueOldest: 0.4,
  lagMiddle: 0.2,
  lagSlow: 0.9,
  outbox: { service: 'media', seconds: 0.1 },
  parked: [],
  platforms: [
    {
      ...{ name: 'twitter', label: 'X', calls: 40, published: 40, failed: 0, unclear: 0 },
      ...{ slow: 0.8, open: 0, openOldest: 0, reconnects: 0 },
    },
  ],
  providers: [{ name: 'openai', label: 'OpenAI GPT-4o', calls: 9, failed: 0, slow: 2.1, tokens: 12_000, cost: 0.31 }],
  services: [{ name: 'media', up: 2, processes: 2, requests: 3.2, failedShare: 0, slow: 0.08 }],
  queues: [
    { service: 'media', worker: 'renditions', waiting: 3, oldest: 2 },
    { service: 'identity', worker: 'mail', waiting: 0, oldest: 0 },
  ],
});

import { days, defineConfig } from '@postloom/chassis';

/** Settings of scheduling, in addition to those of every service. */
export const config = defineConfig({
  /** Days of retention (deploy/docs/retention.md). */
  keepOccurrencesDays: days(400),
});

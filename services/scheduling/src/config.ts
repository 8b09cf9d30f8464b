import { days, defineConfig } from '@postloom/chassis';

/** Settings of scheduling, in addition to those of every service. */
export const config = defineConfig({
  /** Days of retention (deploy/docs/retention.md). */
  keepOccurrencesDays: days(400),
  /** The same setting as media's: for so long a deleted photo can be brought back, and comes back into its posts. */
  keepDeletedPhotosDays: days(30),
});

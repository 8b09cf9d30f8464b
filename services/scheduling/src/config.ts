import { days, defineConfig } from '@postloom/chassis';

/** Settings of scheduling; the base ones come with every service. */
export const config = defineConfig({
  /** Days of retention (deploy/docs/retention.md). */
  keepOccurrencesDays: days(400),
});

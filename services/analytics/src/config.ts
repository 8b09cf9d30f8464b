import { days, defineConfig } from '@postloom/chassis';
import type { ConfigOf } from '@postloom/chassis';
import { z } from 'zod';

const shape = {
  /** Months of retention of single readings (deploy/docs/retention.md); the figures made of them stay. */
  keepSamplesMonths: z.coerce.number().int().min(2).max(120).default(14),
  /** Days for which a link to a report works at most: those of the contract that are longer are not offered. */
  longestShareDays: z.coerce.number().int().min(7).max(90).default(90),
  /** Links to reports that a business may have at a time; each keeps what it shows. */
  mostReportShares: z.coerce.number().int().min(1).max(1_000).default(20),
  /** Days of retention of a link to a report after its end (deploy/docs/retention.md). */
  keepExpiredSharesDays: days(1),
};

export const config = defineConfig<typeof shape>(shape);
export type AnalyticsConfig = ConfigOf<typeof shape>;

import { billingPeriod, MEGABYTE, Metric, planCatalogue, UNLIMITED } from '@postloom/contracts';
import type { Entitlement, MetricUsage, UserLimits } from '@postloom/contracts';

/** Shapes the owners' figures into the contract's answer. An owner without an answer blocks nothing and is named. */
export function limitsAnswer(plan: Entitlement, usages: readonly MetricUsage[], now: Date): UserLimits {
  const limits = planCatalogue[plan.tier].limits;
  const used = (metric: Metric): number => usages.find((usage) => usage.metric === metric)?.used ?? 0;
  const hasRoom = (metric: Metric): boolean => limits[metric] === UNLIMITED || used(metric) < limits[metric];
  const missing = Metric.options.filter((metric) => !usages.some((usage) => usage.metric === metric));
  const period = billingPeriod(new Date(plan.periodAnchor), now);
  return {
    subscriptionTier: plan.tier,
    postsUsed: String(used('posts')),
    postsLimit: limits.posts,
    captionsUsed: used('captions'),
    captionsLimit: limits.captions,
    storageUsed: megabytes(used('storage')),
    storageLimit: limits.storage === UNLIMITED ? UNLIMITED : megabytes(limits.storage),
    accountsUsed: used('accounts'),
    accountsLimit: limits.accounts,
    canCreatePost: hasRoom('posts'),
    canUpload: hasRoom('storage'),
    periodStart: period.start.toISOString(),
    periodEnd: period.end.toISOString(),
    ...(missing.length > 0 && { unavailable: missing }),
  };
}

/** Two decimals. */
function megabytes(bytes: number): number {
  return Math.round((bytes / MEGABYTE) * 100) / 100;
}

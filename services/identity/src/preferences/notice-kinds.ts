import type { NotificationKind } from '@postloom/contracts';

/** To which of the kinds that people choose among each notice belongs. */
export const kindOfNotice = {
  post_failed: 'posts_failed',
  needs_attention: 'posts_failed',
  at_risk: 'posts_at_risk',
  delayed: 'posts_at_risk',
  post_published: 'posts_published',
  occurrence_skipped: 'recurring',
  occurrence_drafted: 'recurring',
  round_restarted: 'recurring',
  account_broken: 'connections',
  account_expiring: 'connections',
  usage_80: 'plan',
  usage_90: 'plan',
  payment_failed: 'plan',
  payment_succeeded: 'plan',
  plan_changed: 'plan',
  plan_canceled: 'plan',
  plan_ended: 'plan',
  plan_lost: 'plan',
  export_ready: 'plan',
  export_failed: 'plan',
  report_failed: 'plan',
} as const satisfies Record<string, NotificationKind>;

export type NoticeKind = keyof typeof kindOfNotice;

/** All notices of the kinds for which this holds. */
export function noticesOf(isChosen: (kind: NotificationKind) => boolean): NoticeKind[] {
  return (Object.keys(kindOfNotice) as NoticeKind[]).filter((notice) => isChosen(kindOfNotice[notice]));
}

import type { Notice } from '../notifications/index.ts';

/** A report that was given up. It is no mail again: the last one could not be delivered. */
export function reportNotice(scheduleId: string): Notice {
  return {
    ...{ key: `report ${scheduleId}`, about: scheduleId, kind: 'report_failed', type: 'error' },
    title: 'Your report could not be sent',
    message:
      'The email with your report did not get through. Download the report on Analytics; the next one comes as planned.',
    ...{ actionable: true, link: '/analytics', isWorthAMail: false },
  };
}

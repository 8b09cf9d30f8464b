import type { NotificationPreferences } from '@postloom/contracts';

/**
 * What holds until somebody chooses. A mail at once only for what a person has to mend; quiet hours are off, because a mail is quiet by
 * itself and one that waits unasked looks like one that was lost.
 */
export const defaultPreferences: NotificationPreferences = {
  kinds: {
    posts_failed: { page: true, mail: true, weekly: true },
    posts_at_risk: { page: true, mail: true, weekly: true },
    posts_published: { page: true, mail: false, weekly: true },
    recurring: { page: true, mail: false, weekly: true },
    connections: { page: true, mail: true, weekly: true },
    plan: { page: true, mail: true, weekly: false },
  },
  quietHours: { on: false, from: '21:00', to: '07:00', failuresPass: true },
};

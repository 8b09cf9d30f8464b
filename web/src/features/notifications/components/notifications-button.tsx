import { Bell } from 'lucide-react';
import { lazily, prefetch } from '#lib/lazily.ts';
import { plural } from '#lib/words.ts';
import { Button, DeferredMenu } from '#ui/index.ts';
import { useNotifications } from '../api/notifications.ts';
import { badgeText } from '../badge.ts';

const load = () => import('./notifications-panel.tsx');
const NotificationsPanel = lazily(load);

/** The bell of the header with the number of unread notifications; the list's code comes with its first use. */
export function NotificationsButton() {
  const { data: notifications = [] } = useNotifications();
  const unread = notifications.filter((one) => !one.read).length;
  const badge = badgeText(unread);
  return (
    <>
      <DeferredMenu
        popup="dialog"
        prefetch={() => prefetch(load)}
        trigger={
          <Button variant="ghost" size="icon" className="relative text-muted">
            <Bell aria-hidden="true" />
            <span className="sr-only">Notifications{unread > 0 ? `, ${unread} unread` : ''}</span>
            {badge ? (
              <span
                aria-hidden="true"
                className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-madder px-1 text-xs leading-none font-bold text-on-madder tabular"
              >
                {badge}
              </span>
            ) : null}
          </Button>
        }
      >
        {(trigger) => <NotificationsPanel trigger={trigger} />}
      </DeferredMenu>
      <span role="status" className="sr-only">
        {unread > 0 ? plural(unread, 'unread notification') : ''}
      </span>
    </>
  );
}

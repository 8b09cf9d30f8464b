import type { Notification, Photo, Post } from '@postloom/contracts';
import { CheckCheck, CircleAlert, CircleCheck, Info, Mail, MailOpen, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { Async } from '#components/async.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { knownCaption } from '#data/post-state.ts';
import { usePhotosById } from '#data/photos.ts';
import { usePostsById } from '#data/posts.ts';
import { cn } from '#lib/cn.ts';
import { useNow } from '#lib/use-now.ts';
import { Button, Popover, PopoverContent, PopoverTrigger, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { ageLabel } from '../age.ts';
import { useDeleteNotification, useNotifications, useReadAll, useSetNotification } from '../api/notifications.ts';
import { postOf, safeLink } from '../links.ts';
import { notificationTexts } from '../texts.ts';

const looks = {
  success: { icon: CircleCheck, tone: 'text-moss', word: 'Success' },
  info: { icon: Info, tone: 'text-woad', word: 'Information' },
  warning: { icon: TriangleAlert, tone: 'text-weld', word: 'Warning' },
  error: { icon: CircleAlert, tone: 'text-madder', word: 'Problem' },
} as const;

/** What happened, newest first: read it, follow it, put it away. */
export default function NotificationsPanel({ trigger }: { trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  const [, navigate] = useLocation();
  const query = useNotifications();
  const set = useSetNotification();
  const readAll = useReadAll();
  const remove = useDeleteNotification();
  const hasUnread = query.data?.some((one) => !one.read);

  const follow = (one: Notification) => {
    if (!one.read) {
      set.mutate({ id: one.id, read: true });
    }
    const link = safeLink(one.link);
    if (link === null) {
      return;
    }
    setOpen(false);
    navigate(link);
  };

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" aria-label="Notifications" className="w-96 p-0">
        <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
          <h2 className="text-base font-bold">Notifications</h2>
          {hasUnread ? (
            <Button variant="ghost" size="sm" className="-mr-2 text-woad" onClick={() => readAll.mutate()}>
              <CheckCheck aria-hidden="true" />
              Mark all as read
            </Button>
          ) : null}
        </div>
        <Async
          query={query}
          className="border-0 py-8"
          skeleton={
            <SkeletonGroup text="Loading your notifications" className="grid gap-3 p-4">
              <SkeletonRows count={3} className="h-14" />
            </SkeletonGroup>
          }
          empty={
            <div className="px-6 py-10 text-center">
              <p className="font-semibold">No notifications yet</p>
              <p className="mt-1 text-sm text-muted">{notificationTexts.none}</p>
            </div>
          }
        >
          {(notifications) => (
            <NotificationList
              notifications={notifications}
              onOpen={follow}
              onRead={(one) => set.mutate({ id: one.id, read: !one.read })}
              onDelete={(one) => remove.mutate(one.id)}
            />
          )}
        </Async>
      </PopoverContent>
    </Popover>
  );
}

/** Mounted while the list is open, so that the ages are worked out only then. */
function NotificationList({
  notifications,
  onOpen,
  onRead,
  onDelete,
}: {
  notifications: readonly Notification[];
  onOpen(one: Notification): void;
  onRead(one: Notification): void;
  onDelete(one: Notification): void;
}) {
  const now = useNow();
  const posts = usePostsById(useMemo(() => notifications.flatMap((one) => postOf(one.link) ?? []), [notifications]));
  const photos = usePhotosById(useMemo(() => [...posts.values()].flatMap(({ photoId }) => photoId ?? []), [posts]));
  return (
    <ul
      aria-label="Notifications, newest first"
      className="max-h-[min(28rem,70dvh)] divide-y divide-line overflow-y-auto overscroll-contain"
    >
      {notifications.map((one) => {
        const post = posts.get(postOf(one.link) ?? '');
        return (
          <Row
            key={one.id}
            one={one}
            post={post}
            photo={photos.get(post?.photoId ?? '')}
            now={now}
            onOpen={() => onOpen(one)}
            onRead={() => onRead(one)}
            onDelete={() => onDelete(one)}
          />
        );
      })}
    </ul>
  );
}

function Row({
  one,
  post,
  photo,
  now,
  onOpen,
  onRead,
  onDelete,
}: {
  one: Notification;
  /** The post it is about, with its cover. */
  post: Post | undefined;
  photo: Photo | undefined;
  now: Date;
  onOpen(): void;
  onRead(): void;
  onDelete(): void;
}) {
  const { icon: Icon, tone, word } = looks[one.type];
  const markLabel = one.read ? 'Mark as unread' : 'Mark as read';
  const linked = safeLink(one.link) !== null;
  return (
    <li className={cn('relative flex gap-3 py-3 pr-2 pl-4', !one.read && 'bg-woad-soft/60')}>
      <Icon className={cn('mt-0.5 size-4.5 shrink-0', tone)} aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className={cn('text-sm break-words', one.read ? 'font-medium' : 'font-bold')}>
          <span className="sr-only">
            {one.read ? '' : 'Unread. '}
            {word}:{' '}
          </span>
          {one.title}
        </p>
        {post?.caption ? (
          <p className="my-1 flex min-w-0 items-center gap-2 text-sm">
            {photo ? (
              <PhotoImage
                photo={photo}
                width={64}
                decorative
                className="size-8 shrink-0 rounded-sm border border-line"
              />
            ) : null}
            <span className="truncate font-medium">{knownCaption(post)}</span>
          </p>
        ) : null}
        <p className="text-sm break-words text-muted">{one.message}</p>
        <div className="flex flex-wrap items-center gap-x-3 pt-0.5">
          <time dateTime={one.timestamp} className="text-xs text-muted tabular">
            {ageLabel(one.timestamp, now)}
          </time>
          {linked ? (
            <Button variant="link" size="sm" className="min-h-6 text-xs" onClick={onOpen}>
              {one.actionable ? 'See what to do' : 'Show'}
              <span className="sr-only">: {one.title}</span>
            </Button>
          ) : null}
        </div>
      </div>
      <div className="flex shrink-0 flex-col">
        <Button
          variant="ghost"
          size="icon-sm"
          className="text-muted"
          aria-label={`${markLabel}: ${one.title}`}
          title={markLabel}
          onClick={onRead}
        >
          {one.read ? <Mail aria-hidden="true" /> : <MailOpen aria-hidden="true" />}
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          className="text-muted"
          aria-label={`Delete: ${one.title}`}
          title="Delete"
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}

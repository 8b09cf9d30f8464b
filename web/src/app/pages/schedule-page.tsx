import type { Occurrence } from '@postloom/contracts';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ScheduleView } from '#features/calendar/components/schedule-view.tsx';
import { AccountWarnings } from '#features/social/components/account-warnings.tsx';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { lazily } from '#lib/lazily.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { NeedsBusiness } from '../needs-business.tsx';
import { PostDialogs } from '../post-dialogs.tsx';
import { useShellActions } from '../shell-actions.ts';
import { prefetchComposer } from '../main-job.tsx';

const CalendarOccurrence = lazily(() => import('./calendar-occurrence.tsx'));

export default function SchedulePage() {
  const { business } = usePageContext();
  if (!business) {
    return <NeedsBusiness title="Content Calendar" />;
  }
  return <Schedule key={business.id} />;
}

function Schedule() {
  const { user } = usePageContext();
  const timeZone = usePageTimeZone();
  const { composePost, editPost, planWeek, uploadPhotos, connectAccount, connecting } = useShellActions();
  const address = useSearchState();
  const [, navigate] = useLocation();
  const [occurrence, setOccurrence] = useState<Occurrence | null>(null);
  const asked = address.get('new') !== null;
  const askedPhoto = address.get('photo');
  useEffect(() => {
    if (!asked) {
      return;
    }
    address.set({ new: null, photo: null });
    composePost(askedPhoto ? { photoIds: [askedPhoto] } : {});
  }, [asked, askedPhoto, address, composePost]);
  const { set } = address;
  const openPost = useCallback((id: string) => set({ post: id }, 'push'), [set]);
  const openSchedules = useCallback(() => navigate('/automation'), [navigate]);
  return (
    <>
      <AccountWarnings connecting={connecting} onConnect={connectAccount} />
      <ScheduleView
        userId={user.id}
        timeZone={timeZone}
        onCompose={composePost}
        onComposeHover={prefetchComposer}
        onPost={openPost}
        onOccurrence={setOccurrence}
        onAutomation={openSchedules}
        onPlanWeek={planWeek}
        onUpload={() => uploadPhotos()}
      />
      <PostDialogs timeZone={timeZone} onEdit={editPost} />
      <Suspense fallback={null}>
        {occurrence ? <CalendarOccurrence occurrence={occurrence} onClose={() => setOccurrence(null)} /> : null}
      </Suspense>
    </>
  );
}

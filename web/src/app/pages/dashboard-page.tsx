import { ActiveBusinessCard, AiCustomizationBanner } from '#features/businesses/components/business-cards.tsx';
import { RecentPhotosCard } from '#features/media/components/recent-photos-card.tsx';
import {
  GettingStartedCard,
  NextSevenDaysCard,
  QuickScheduleCard,
} from '#features/calendar/components/dashboard-cards.tsx';
import { StatsCard } from '#features/posts/components/stats-card.tsx';
import { AccountWarnings } from '#features/social/components/account-warnings.tsx';
import { usePhotos } from '#data/photos.ts';
import { connectedPlatforms, useSocialStatus } from '#data/social.ts';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { Button, PageHeader, Skeleton, SkeletonGroup, toast } from '#ui/index.ts';
import { Images, ImageUp, PencilLine } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { NeedsBusiness } from '../needs-business.tsx';
import { SectionBoundary } from '../boundaries.tsx';
import { useShellActions } from '../shell-actions.ts';
import { prefetchComposer, prefetchUploader } from '../use-work.tsx';

const DashboardPanels = lazy(() => import('./dashboard-panels.tsx'));

export default function DashboardPage() {
  const { user, business } = usePageContext();
  const title = user.firstName ? `Hello, ${user.firstName}` : 'Dashboard';
  return business ? <Dashboard key={business.id} title={title} /> : <NeedsBusiness title={title} />;
}

function Dashboard({ title }: { title: string }) {
  const { business } = usePageContext();
  const timeZone = usePageTimeZone();
  const status = useSocialStatus();
  const { composePost, uploadPhotos, connectAccount, connecting } = useShellActions();
  const { photos, isSuccess } = usePhotos();
  const [chosen, setChosen] = useState<string | null>(null);
  const photoId = chosen ?? photos[0]?.id ?? null;
  // The rest of the page is on its way while the first part is read.
  useEffect(() => {
    prefetchComposer();
  }, []);
  if (!business) {
    return null;
  }

  const createPost = () => {
    if (isSuccess && photos.length === 0) {
      toast({
        title: 'Upload photos first',
        description: 'Upload some photos to create your first post.',
        tone: 'error',
      });
      return;
    }
    composePost(photoId ? { photoId } : {});
  };
  return (
    <>
      <PageHeader
        title={title}
        description={`This is where ${business.name} stands.`}
        actions={
          <div role="group" aria-label="Quick actions" className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              onClick={() => uploadPhotos()}
              onPointerEnter={prefetchUploader}
              onFocus={prefetchUploader}
            >
              <ImageUp aria-hidden="true" />
              Upload Photos
            </Button>
            <Button asChild variant="secondary">
              <Link href="/media">
                <Images aria-hidden="true" />
                Browse Library
              </Link>
            </Button>
            <Button onClick={createPost}>
              <PencilLine aria-hidden="true" />
              Create Post
            </Button>
          </div>
        }
      />
      <AccountWarnings connecting={connecting} onConnect={connectAccount} />
      <div className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          <ActiveBusinessCard business={business} />
          <AiCustomizationBanner business={business} />
        </div>
        <SectionBoundary>
          <StatsCard />
        </SectionBoundary>
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <div className="grid grid-cols-1 gap-5">
            <SectionBoundary>
              <GettingStartedCard
                connected={connectedPlatforms(status.data).size > 0}
                uploaded={photos.length > 0}
                onConnect={() => connectAccount('instagram')}
                onUpload={() => uploadPhotos()}
                onCreate={createPost}
              />
            </SectionBoundary>
            <Suspense
              fallback={
                <SkeletonGroup text="Loading your dashboard" className="grid grid-cols-1 gap-5">
                  <Skeleton className="h-72 rounded-card" />
                  <Skeleton className="h-56 rounded-card" />
                  <Skeleton className="h-80 rounded-card" />
                </SkeletonGroup>
              }
            >
              <DashboardPanels photoId={photoId} />
            </Suspense>
          </div>
          <div className="grid grid-cols-1 gap-5">
            <SectionBoundary>
              <RecentPhotosCard selected={photoId} onSelect={setChosen} onUpload={() => uploadPhotos()} />
            </SectionBoundary>
            <SectionBoundary>
              <QuickScheduleCard timeZone={timeZone} onCreate={createPost} />
            </SectionBoundary>
            <SectionBoundary>
              <NextSevenDaysCard timeZone={timeZone} />
            </SectionBoundary>
          </div>
        </div>
      </div>
    </>
  );
}

import type { Business } from '@postloom/contracts';
import { AttentionCard } from '#features/dashboard/components/attention-card.tsx';
import { GettingStartedCard } from '#features/dashboard/components/getting-started-card.tsx';
import { QuickScheduleCard } from '#features/dashboard/components/quick-schedule-card.tsx';
import { StatsCard } from '#features/dashboard/components/stats-card.tsx';
import { UpcomingCard } from '#features/dashboard/components/upcoming-card.tsx';
import { AccountWarnings } from '#features/social/components/account-warnings.tsx';
import { WhenNear } from '#components/when-near.tsx';
import { usePhotoCount, useRecentPhotos } from '#data/photos.ts';
import { useSocialAccounts } from '#data/social.ts';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { knownOf } from '#lib/api/index.ts';
import { industries } from '#lib/contract-data.ts';
import { lazily } from '#lib/lazily.ts';
import { Button, PageHeader, Skeleton, SkeletonGroup, toast } from '#ui/index.ts';
import { Images, ImageUp, PencilLine } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { NeedsBusiness } from '../needs-business.tsx';
import { SectionBoundary } from '../boundaries.tsx';
import { PostDialogs } from '../post-dialogs.tsx';
import { useShellActions } from '../shell-actions.ts';
import { prefetchComposer, prefetchUploader } from '../main-job.tsx';

const DashboardPanels = lazily(() => import('./dashboard-panels.tsx'));

export default function DashboardPage() {
  const { user, business } = usePageContext();
  const title = user.firstName ? `Hello, ${user.firstName}` : 'Dashboard';
  return business ? <Dashboard key={business.id} business={business} title={title} /> : <NeedsBusiness title={title} />;
}

/** What goes out next, what failed and what to do now come first; then the figures, then the tools. */
function Dashboard({ business, title }: { business: Business; title: string }) {
  const [, navigate] = useLocation();
  const timeZone = usePageTimeZone();
  const accounts = knownOf(useSocialAccounts());
  const { composePost, editPost, uploadPhotos, planWeek, connectAccount, connecting } = useShellActions();
  const { photos, isSuccess } = useRecentPhotos();
  const photoCount = usePhotoCount();

  const createPost = () => {
    if (isSuccess && photos.length === 0) {
      toast({
        title: 'Upload photos first',
        description: 'Upload some photos to create your first post.',
        tone: 'error',
        action: { label: 'Upload Photos', onSelect: () => uploadPhotos() },
      });
      return;
    }
    composePost({ photoIds: photos.slice(0, 1).map(({ id }) => id) });
  };
  const industry =
    business.customIndustryName || industries.find(({ key }) => key === business.industryType)?.shortLabel;
  return (
    <>
      <PageHeader
        title={title}
        description={[business.name, industry, business.businessLocation].filter(Boolean).join(' · ')}
        actions={
          <div role="group" aria-label="Quick actions" className="flex flex-wrap gap-2 max-sm:*:flex-1">
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
            <Button onClick={createPost} onPointerEnter={prefetchComposer} onFocus={prefetchComposer}>
              <PencilLine aria-hidden="true" />
              Create Post
            </Button>
          </div>
        }
      />
      <AccountWarnings connecting={connecting} onConnect={connectAccount} />
      <div className="grid grid-cols-1 gap-5">
        <SectionBoundary>
          <GettingStartedCard
            timeZone={timeZone}
            connected={accounts && accounts.length > 0}
            uploaded={typeof photoCount === 'number' ? photoCount > 0 : photoCount}
            onConnect={() => connectAccount('instagram')}
            onUpload={() => uploadPhotos()}
            onCreate={createPost}
            onDrafts={() => navigate('/schedule')}
            onPlanWeek={planWeek}
          />
        </SectionBoundary>
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid grid-cols-1 gap-5 lg:order-last">
            <SectionBoundary>
              <AttentionCard />
            </SectionBoundary>
            <SectionBoundary>
              <QuickScheduleCard timeZone={timeZone} onCreate={createPost} />
            </SectionBoundary>
          </div>
          <SectionBoundary>
            <UpcomingCard timeZone={timeZone} onPlanWeek={planWeek} />
          </SectionBoundary>
        </div>
        <SectionBoundary>
          <StatsCard timeZone={timeZone} />
        </SectionBoundary>
        <WhenNear className="h-152">
          <Suspense
            fallback={
              <SkeletonGroup text="Loading your dashboard" className="grid grid-cols-1 gap-5 lg:grid-cols-2">
                <Skeleton className="h-72 rounded-card" />
                <Skeleton className="h-72 rounded-card" />
              </SkeletonGroup>
            }
          >
            <DashboardPanels key={business.id} business={business} />
          </Suspense>
        </WhenNear>
      </div>
      <PostDialogs timeZone={timeZone} onEdit={editPost} />
    </>
  );
}

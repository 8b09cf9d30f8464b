import { CaptionGenerator } from '../../features/captions/components/caption-generator.tsx';
import { DashboardUploadCard } from '../../features/media/components/dashboard-upload-card.tsx';
import { PhotoImage } from '../../features/media/components/photo-image.tsx';
import { RecentPhotosCard } from '../../features/media/components/recent-photos-card.tsx';
import { GettingStartedCard, NextSevenDaysCard, QuickScheduleCard } from '../../features/posts/components/dashboard-cards.tsx';
import { SocialAccountsCard } from '../../features/social/components/social-accounts-card.tsx';
import { usePhotos } from '../../lib/data/photos.ts';
import { connectedPlatforms, useSocialStatus } from '../../lib/data/social.ts';
import { usePageContext, usePageTimeZone } from '../../lib/page-context.tsx';
import { SectionBoundary } from '../section-boundary.tsx';
import { useShellActions } from '../shell-actions.ts';

export type DashboardPanelsProps = {
  /** The photo the caption panel works on. */
  photoId: string | null;
  onPhoto(id: string): void;
  onCreatePost(): void;
};

/** What lies below the figures, fetched after them. */
export default function DashboardPanels({ photoId, onPhoto, onCreatePost }: DashboardPanelsProps) {
  const { business } = usePageContext();
  const timeZone = usePageTimeZone();
  const { uploadPhotos, composePost, connectAccount, connecting, choosePlan } = useShellActions();
  const { photos } = usePhotos();
  const status = useSocialStatus();
  const photo = photos.find((one) => one.id === photoId);
  if (!business) return null;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <SectionBoundary>
          <GettingStartedCard
            connected={connectedPlatforms(status.data).size > 0}
            uploaded={photos.length > 0}
            onConnect={() => connectAccount('instagram')}
            onUpload={() => uploadPhotos()}
            onCreate={onCreatePost}
          />
        </SectionBoundary>
        <SectionBoundary>
          <DashboardUploadCard businessId={business.id} />
        </SectionBoundary>
        <SectionBoundary>
          <CaptionGenerator
            key={photo?.id ?? 'none'}
            photoId={photo?.id ?? null}
            picture={
              photo ? (
                <PhotoImage
                  photo={photo}
                  width={400}
                  className="aspect-square w-full max-w-40 rounded-control border border-line"
                />
              ) : (
                <p className="grid aspect-square w-full max-w-40 place-items-center rounded-control border border-dashed border-line bg-sunken p-3 text-center text-sm text-muted">
                  Please select a photo first
                </p>
              )
            }
            onUpgrade={choosePlan}
            onCreatePost={(caption) => composePost({ caption, ...(photo ? { photoId: photo.id } : {}) })}
          />
        </SectionBoundary>
        <SectionBoundary>
          <SocialAccountsCard
            title="Social Connections"
            variant="dashboard"
            connecting={connecting}
            onConnect={connectAccount}
          />
        </SectionBoundary>
      </div>
      <div className="grid gap-5">
        <SectionBoundary>
          <RecentPhotosCard selected={photoId} onSelect={onPhoto} onUpload={() => uploadPhotos()} />
        </SectionBoundary>
        <SectionBoundary>
          <QuickScheduleCard timeZone={timeZone} onCreate={onCreatePost} />
        </SectionBoundary>
        <SectionBoundary>
          <NextSevenDaysCard timeZone={timeZone} />
        </SectionBoundary>
      </div>
    </div>
  );
}

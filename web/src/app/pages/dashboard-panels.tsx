import { CaptionGenerator } from '#features/captions/components/caption-generator.tsx';
import { DashboardUploadCard } from '#features/media/components/dashboard-upload-card.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { SocialAccountsCard } from '#features/social/components/social-accounts-card.tsx';
import { usePhotos } from '#data/photos.ts';
import { usePageContext } from '#data/page-context.tsx';
import { SectionBoundary } from '../boundaries.tsx';
import { useShellActions } from '../shell-actions.ts';

/** The working panels of the dashboard, fetched after its figures. `photoId` is what the caption panel works on. */
export default function DashboardPanels({ photoId }: { photoId: string | null }) {
  const { business } = usePageContext();
  const { composePost, connectAccount, connecting, choosePlan } = useShellActions();
  const { photos } = usePhotos();
  const photo = photos.find((one) => one.id === photoId);
  if (!business) {
    return null;
  }
  return (
    <>
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
    </>
  );
}

import type { Business, Photo } from '@postloom/contracts';
import { ActiveBusinessCard, AiCustomizationBanner } from '#features/businesses/components/business-cards.tsx';
import { CaptionGenerator } from '#features/captions/components/caption-generator.tsx';
import { DashboardUploadCard } from '#features/media/components/dashboard-upload-card.tsx';
import { RecentPhotosCard } from '#features/media/components/recent-photos-card.tsx';
import { SocialAccountsCard } from '#features/social/components/social-accounts-card.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { usePhoto, usePhotoCount, useRecentPhotos } from '#data/photos.ts';
import { Button } from '#ui/index.ts';
import { SectionBoundary } from '../boundaries.tsx';
import { useState } from 'react';
import { useShellActions } from '../shell-actions.ts';

/**
 * The tools of the dashboard, fetched after what is read first. The caption panel works on the newest photo, until one is chosen or a
 * caption begun: that one it keeps, whatever arrives or drops out of the list meanwhile. When it is deleted, what was written stays, beside
 * the photo that is the newest then.
 */
export default function DashboardPanels({ business }: { business: Business }) {
  const { composePost, connectAccount, connecting, choosePlan, uploadPhotos } = useShellActions();
  const { photos } = useRecentPhotos();
  const photoCount = usePhotoCount();
  const [taken, setTaken] = useState<Photo>();
  const [turn, setTurn] = useState(0);
  const listed = photos.find(({ id }) => id === taken?.id);
  const unlisted = usePhoto(taken && !listed ? taken.id : null);
  const photo = listed ?? (unlisted === undefined ? taken : unlisted) ?? photos[0];
  if (unlisted === null && photo) {
    setTaken(photo);
  }
  const choose = (chosen: Photo) => {
    setTaken(chosen);
    if (chosen.id !== photo?.id) {
      setTurn(turn + 1);
    }
  };
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <SectionBoundary>
            <RecentPhotosCard selected={photo?.id ?? null} onSelect={choose} onUpload={() => uploadPhotos()} />
          </SectionBoundary>
          <SectionBoundary>
            <DashboardUploadCard businessId={business.id} />
          </SectionBoundary>
        </div>
        <div className="grid grid-cols-1 gap-5">
          <SectionBoundary>
            <CaptionGenerator
              key={turn}
              photoId={photo?.id ?? null}
              picture={
                photo ? (
                  <PhotoImage
                    photo={photo}
                    width={400}
                    className="aspect-square w-full max-w-40 rounded-control border border-line"
                  />
                ) : (
                  <div className="grid aspect-square w-full max-w-40 place-content-center justify-items-center gap-2 rounded-control border border-dashed border-line bg-sunken p-3 text-center text-sm text-muted">
                    Please select a photo first
                    {photoCount === 0 ? (
                      <Button variant="link" size="sm" onClick={() => uploadPhotos()}>
                        Upload one
                      </Button>
                    ) : null}
                  </div>
                )
              }
              onBegin={() => setTaken(photo)}
              onUpgrade={choosePlan}
              onCreatePost={(caption) => composePost({ caption, photoIds: photo ? [photo.id] : [] })}
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
      </div>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <ActiveBusinessCard business={business} />
        <AiCustomizationBanner business={business} />
      </div>
    </>
  );
}

import { Suspense, useEffect } from 'react';
import { MediaLibrary } from '#features/media/components/media-library.tsx';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { lazily } from '#lib/lazily.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { Skeleton } from '#ui/index.ts';
import { NeedsBusiness } from '../needs-business.tsx';
import { useShellActions } from '../shell-actions.ts';
import { prefetchUploader } from '../main-job.tsx';

const AltTextTool = lazily(() => import('#features/captions/components/alt-text-tool.tsx'));

export default function MediaPage() {
  const { business } = usePageContext();
  const timeZone = usePageTimeZone();
  const { uploadPhotos, composePost, choosePlan } = useShellActions();
  const address = useSearchState();
  const asked = address.get('upload') !== null;
  // A link may open the dialog; the address then forgets it, so that a reload does not.
  useEffect(() => {
    if (!asked) {
      return;
    }
    address.set({ upload: null });
    uploadPhotos();
  }, [asked, address, uploadPhotos]);
  if (!business) {
    return <NeedsBusiness title="Media Library" />;
  }
  return (
    <MediaLibrary
      key={business.id}
      businessId={business.id}
      timeZone={timeZone}
      onUpload={() => uploadPhotos()}
      onUploadHover={prefetchUploader}
      onCreatePost={(photoIds, onMade) => composePost({ photoIds, fromLibrary: true }, onMade)}
      altTextTool={(slot) => (
        <Suspense fallback={<Skeleton className="h-8" />}>
          <AltTextTool {...slot} onUpgrade={choosePlan} />
        </Suspense>
      )}
    />
  );
}

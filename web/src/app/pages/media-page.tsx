import { useEffect } from 'react';
import { MediaLibrary } from '#features/media/components/media-library.tsx';
import { usePageContext, usePageTimeZone } from '#data/page-context.tsx';
import { useSearchState } from '#lib/use-search-state.ts';
import { NeedsBusiness } from '../needs-business.tsx';
import { useShellActions } from '../shell-actions.ts';
import { prefetchUploader } from '../main-job.tsx';

export default function MediaPage() {
  const { business } = usePageContext();
  const timeZone = usePageTimeZone();
  const { uploadPhotos, composePost } = useShellActions();
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
      onUpload={uploadPhotos}
      onUploadHover={prefetchUploader}
      onCreatePost={(photoIds) => composePost({ photoIds })}
    />
  );
}

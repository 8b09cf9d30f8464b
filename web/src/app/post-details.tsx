import { useCropPhoto } from '#features/media/api/photo-copies.ts';
import { PostDetailsDialog, type PostDetailsProps } from '#features/posts/components/post-details-dialog.tsx';
import { usePageContext } from '#data/page-context.tsx';
import { OnePhotoPicker } from './one-photo-picker.tsx';

/** One post, with the library to replace and to crop its pictures. */
export default function PostDetails(props: Omit<PostDetailsProps, 'onCrop' | 'photoPicker'>) {
  const { business } = usePageContext();
  const crop = useCropPhoto();
  return (
    <PostDetailsDialog
      {...props}
      onCrop={(photoId, area) => crop.mutateAsync({ id: photoId, crop: area })}
      photoPicker={(slot) => (business ? <OnePhotoPicker {...slot} businessId={business.id} /> : null)}
    />
  );
}

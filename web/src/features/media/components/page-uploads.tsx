import { useUnfinishedUploads } from '../use-unfinished-uploads.ts';
import DropAnywhere, { type DropAnywhereProps } from './drop-anywhere.tsx';

export type PageUploadsProps = Pick<DropAnywhereProps, 'businessId' | 'onComing'> & {
  /** Opens the upload dialog, with these files. */
  onUpload(files?: readonly File[]): void;
};

/** What every page does for uploads, once it has nothing else to fetch. */
export default function PageUploads({ businessId, onComing, onUpload }: PageUploadsProps) {
  useUnfinishedUploads(businessId, () => onUpload());
  return <DropAnywhere businessId={businessId} onComing={onComing} onFiles={onUpload} />;
}

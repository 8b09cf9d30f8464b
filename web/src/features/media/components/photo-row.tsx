import type { Photo } from '@postloom/contracts';
import { Eye } from 'lucide-react';
import { memo } from 'react';
import { PhotoImage } from '#components/photo-image.tsx';
import { cn } from '#lib/cn.ts';
import { formatBytes, formatDate } from '#lib/format.ts';
import { dimensionsOf } from '#lib/photos.ts';
import { plural } from '#lib/words.ts';
import { Badge } from '#ui/index.ts';
import { carryPhoto } from '../photo-drag.ts';
import { DetailsButton, Mark, PhotoWords, SelectButton, similarMark, type PhotoItemProps } from './photo-item.tsx';
import { TileItem } from './tile-item.tsx';

function UsedBadge({ photo }: { photo: Photo }) {
  if (photo.usedInPosts === 0) {
    return null;
  }
  return <Badge tone="woad">{plural(photo.usedInPosts, 'post')}</Badge>;
}

export default memo(function PhotoRow(props: PhotoItemProps) {
  const { photo, place, total, x, y, width, height, timeZone, isOn } = props;
  return (
    <TileItem
      {...{ place, total, x, y, width, height }}
      onDrag={(data) => carryPhoto(data, photo)}
      className="flex items-center gap-3 border-b border-line last:border-b-0"
    >
      <SelectButton
        item={props}
        className={cn(
          'flex min-w-0 flex-1 items-center gap-4 rounded-control px-2 py-1 text-left transition-colors',
          isOn ? 'bg-woad-soft' : 'hover:bg-sunken',
        )}
      >
        <Mark on={isOn} />
        <PhotoImage photo={photo} width={64} decorative className="size-14 shrink-0 rounded-control" />
        <PhotoWords
          photo={photo}
          facts={[
            similarMark(photo),
            formatBytes(photo.fileSize),
            dimensionsOf(photo),
            formatDate(photo.createdAt, timeZone),
          ]
            .filter(Boolean)
            .join(' · ')}
          className="min-w-0 flex-1"
        />
        <span className="hidden sm:block">
          <UsedBadge photo={photo} />
        </span>
      </SelectButton>
      <DetailsButton item={props} variant="ghost" size="icon">
        <Eye aria-hidden="true" />
      </DetailsButton>
    </TileItem>
  );
});

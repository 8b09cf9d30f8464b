import { Eye } from 'lucide-react';
import { memo, useState } from 'react';
import { PhotoImage } from '#components/photo-image.tsx';
import { cn } from '#lib/cn.ts';
import { formatBytes } from '#lib/format.ts';
import { carryPhoto } from '../photo-drag.ts';
import { DetailsButton, Mark, PhotoWords, SelectButton, similarMark, type PhotoItemProps } from './photo-item.tsx';
import { TileItem } from './tile-item.tsx';

/** A finger, which comes to a tile unannounced. */
const coarsePointer = matchMedia('(pointer: coarse)');

export const PhotoTile = memo(function PhotoTile(props: PhotoItemProps) {
  const { photo, place, total, x, y, width, height, isOn } = props;
  // It shows under a pointer or with the focus alone, and is drawn for these: in a gallery that is flung, icons were half of the painting.
  const [hasEye, setHasEye] = useState(coarsePointer.matches);
  return (
    <TileItem
      {...{ place, total, x, y, width, height }}
      onDrag={(data) => carryPhoto(data, photo)}
      onNear={() => setHasEye(true)}
      className="group"
    >
      <SelectButton
        item={props}
        className={cn(
          'flex size-full flex-col overflow-hidden rounded-card border bg-cloth text-left transition-shadow',
          isOn ? 'border-woad ring-2 ring-woad' : 'border-line hover:shadow-soft',
        )}
      >
        <PhotoImage
          photo={photo}
          width={200}
          sizes={`${Math.ceil(width)}px`}
          decorative
          className="min-h-0 w-full flex-1"
        />
        <PhotoWords
          photo={photo}
          facts={[formatBytes(photo.fileSize), similarMark(photo)].filter(Boolean).join(' · ')}
          className="h-14 shrink-0 px-3"
        />
        <span className="absolute top-2 left-2">
          <Mark on={isOn} />
        </span>
      </SelectButton>
      <DetailsButton
        item={props}
        variant="secondary"
        size="icon-sm"
        className="absolute top-2 right-2 opacity-0 shadow-soft group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 touch:top-0 touch:right-0 touch:border-transparent touch:bg-transparent touch:opacity-100 touch:shadow-none touch:[&_svg]:size-8 touch:[&_svg]:rounded-full touch:[&_svg]:border touch:[&_svg]:border-line-strong touch:[&_svg]:bg-cloth/85 touch:[&_svg]:p-1.5"
      >
        {hasEye ? <Eye aria-hidden="true" /> : null}
      </DetailsButton>
    </TileItem>
  );
});

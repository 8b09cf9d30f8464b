import type { Photo } from '@postloom/contracts';
import { cn } from '#lib/cn.ts';
import { LinkCard } from './frame.tsx';
import { Picture, shapeOf } from './picture.tsx';

/** Where each of up to five pictures lies in a grid of six columns. */
type Layout = { shape: number; cells: readonly string[] };

export type CollageProps = {
  photos: readonly Photo[];
  /** The first address in it has a card of its own while there is no picture. */
  caption: string;
  /** Shapes of a single picture. */
  single: { min: number; max: number };
  /** By the number of pictures; the last one is for all above. */
  layouts: readonly Layout[];
  collageClass?: string;
  linkClass: string;
};

/** The pictures beside each other in one frame, as feeds without a carousel show them. */
export function CollageOrLink({ photos, caption, single, layouts, collageClass, linkClass }: CollageProps) {
  const [first] = photos;
  if (!first) {
    return <LinkCard caption={caption} className={linkClass} />;
  }
  if (photos.length === 1) {
    return (
      <div className={cn('w-full overflow-hidden', collageClass)} style={{ aspectRatio: shapeOf(first, single) }}>
        <Picture photo={first} />
      </div>
    );
  }
  const layout = layouts[Math.min(photos.length - 2, layouts.length - 1)];
  if (!layout) {
    return null;
  }
  const shown = photos.slice(0, layout.cells.length);
  const hidden = photos.length - shown.length;
  return (
    <div
      className={cn('grid w-full auto-rows-fr grid-cols-6 gap-0.5 overflow-hidden', collageClass)}
      style={{ aspectRatio: layout.shape }}
    >
      {shown.map((photo, index) => (
        <div key={photo.id} className={cn('relative min-h-0 min-w-0', layout.cells[index])}>
          <Picture photo={photo} />
          {hidden > 0 && index === shown.length - 1 ? (
            <span className="absolute inset-0 grid place-items-center bg-screen/60 text-xl font-bold text-on-screen">
              +{hidden}
            </span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

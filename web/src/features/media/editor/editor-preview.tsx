import type { Crop } from '@postloom/contracts';
import { useEffect, useRef, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { lookFrame } from '#lib/contract-data.ts';
import { editorTexts as texts } from './texts.ts';
import type { Draft } from './changes.ts';
import { isWhole, moved, resized, type Corner } from './crop-box.ts';
import { drawFrame } from './draw.ts';
import { textSafeInsets } from './shapes.ts';

/** Pixels of the drawn picture; more cost time on every move of a slider. */
const LONG_EDGE = 1_000;
/** Share of the picture by which one press of an arrow key moves. */
const STEP = 0.01;
const LARGE_STEP = 0.05;

const corners: readonly { corner: Corner; className: string }[] = [
  { corner: 'top-left', className: '-top-3 -left-3 cursor-nwse-resize' },
  { corner: 'top-right', className: '-top-3 -right-3 cursor-nesw-resize' },
  { corner: 'bottom-left', className: '-bottom-3 -left-3 cursor-nesw-resize' },
  { corner: 'bottom-right', className: '-right-3 -bottom-3 cursor-nwse-resize' },
];

type Point = { x: number; y: number };

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export type EditorPreviewProps = {
  picture: HTMLImageElement;
  /** Of the original. */
  size: { width: number; height: number };
  draft: Draft;
  ratio: number | null;
  showsSafeArea: boolean;
  onCrop(crop: Crop): void;
};

/** The changed picture, and on it the part that is kept: dragged, or moved by the arrow keys. */
export function EditorPreview({ picture, size, draft, ratio, showsSafeArea, onCrop }: EditorPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = lookFrame(size, draft);
  const { mirrored, turn, degrees, brightness, contrast, saturation, crop } = draft;
  useEffect(() => {
    // Once for each picture on screen, however fast a slider moves.
    const request = requestAnimationFrame(() => {
      if (canvas.current) {
        const changes = { mirrored, turn, degrees, brightness, contrast, saturation };
        drawFrame(canvas.current, picture, size, changes, LONG_EDGE);
      }
    });
    return () => cancelAnimationFrame(request);
  }, [picture, size, mirrored, turn, degrees, brightness, contrast, saturation]);

  const changedBy = (from: Crop, corner: Corner | null, by: Point) =>
    corner ? resized(from, frame, corner, by, ratio) : moved(from, frame, by);
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  const insets = textSafeInsets(crop);
  return (
    <div className="photo-editor-ground grid place-items-center overflow-hidden rounded-card border border-line bg-sunken p-4">
      <div data-frame="" className="relative max-w-full">
        <div role="img" aria-label={texts.preview}>
          <canvas ref={canvas} className="block max-w-full" />
        </div>
        <div
          className="absolute"
          style={{
            // What is cut off is darkened.
            boxShadow: '0 0 0 100vmax var(--color-overlay)',
            left: percent(crop.x, frame.width),
            top: percent(crop.y, frame.height),
            width: percent(crop.width, frame.width),
            height: percent(crop.height, frame.height),
          }}
        >
          <Grip
            label={texts.moveCrop}
            frame={frame}
            crop={crop}
            // With nothing to move, a finger on the picture scrolls.
            className={cn(
              'absolute inset-0 cursor-move border-2 border-on-band',
              !isWhole(crop, frame) && 'touch-none',
            )}
            onMove={(from, by) => onCrop(changedBy(from, null, by))}
          />
          {showsSafeArea ? (
            <div
              data-safe-area=""
              aria-hidden="true"
              className="pointer-events-none absolute border border-dashed border-on-band"
              style={{
                top: `${insets.top * 100}%`,
                right: `${insets.right * 100}%`,
                bottom: `${insets.bottom * 100}%`,
                left: `${insets.left * 100}%`,
              }}
            />
          ) : null}
          {corners.map(({ corner, className }) => (
            <Grip
              key={corner}
              label={texts.resizeCrop[corner]}
              frame={frame}
              crop={crop}
              className={cn(
                'photo-editor-corner absolute grid size-6 touch-none place-items-center rounded-full',
                className,
              )}
              onMove={(from, by) => onCrop(changedBy(from, corner, by))}
            >
              <span className="size-3 rounded-full border-2 border-woad bg-cloth" />
            </Grip>
          ))}
        </div>
      </div>
    </div>
  );
}

type GripProps = {
  label: string;
  frame: { width: number; height: number };
  crop: Crop;
  className: string;
  /** By so many pixels of the frame, since the crop was as given. */
  onMove(from: Crop, by: Point): void;
  children?: ReactNode;
};

/** What the part is dragged by, or moved with the arrow keys. */
function Grip({ label, frame, crop, className, onMove, children }: GripProps) {
  const from = useRef<{ crop: Crop; x: number; y: number } | null>(null);
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby="photo-editor-keeps"
      className={cn('focus-visible:outline-3 focus-visible:outline-woad', className)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { crop, x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        const shown = event.currentTarget.closest('[data-frame]')?.getBoundingClientRect();
        if (from.current && shown && shown.width > 0) {
          const scale = frame.width / shown.width;
          const by = { x: (event.clientX - from.current.x) * scale, y: (event.clientY - from.current.y) * scale };
          onMove(from.current.crop, by);
        }
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
      onKeyDown={(event) => {
        const arrow = arrows[event.key];
        if (!arrow) {
          return;
        }
        event.preventDefault();
        const share = (event.shiftKey ? LARGE_STEP : STEP) * Math.max(frame.width, frame.height);
        const step = Math.max(1, Math.round(share));
        onMove(crop, { x: arrow.x * step, y: arrow.y * step });
      }}
    >
      {children}
    </button>
  );
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { Ellipsis, Folder, FolderPlus, FolderX, Images, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { albumFullName, type LevelledAlbum } from '#data/albums.ts';
import { cn } from '#lib/cn.ts';
import { formatNumber } from '#lib/format.ts';
import { lazily, prefetch } from '#lib/lazily.ts';
import { useOnline } from '#lib/use-online.ts';
import { plural } from '#lib/words.ts';
import { Button, DeferredMenu, ErrorState, OfflineState, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { albumPanelTexts } from '../album-panel-texts.ts';
import { mediaTexts } from '../texts.ts';
import { useTabStop } from '../tiles.ts';
import { useAlbumDrop } from '../use-album-drop.ts';
import type { AlbumQuestion } from './album-questions.tsx';

const loadMenu = () => import('./album-menu.tsx');
const AlbumMenu = lazily(loadMenu);

export type AlbumPanelProps = {
  albums: readonly LevelledAlbum[];
  state: 'loading' | 'failed' | 'read';
  onRetry(): void;
  /** The id of the album that is shown, 'none' for the photos in no album, empty for all. */
  albumId: string;
  onAlbum(id: string): void;
  /** A photo of this page is dragged. */
  isDragged: boolean;
  onDrop(photoId: string, albumId: string | null): void;
  onAsk(question: AlbumQuestion): void;
};

/** Pixels of a row. */
const ROW = 48;

/** The albums beside the photos: a click shows one, a second click all photos again, and photos are dropped on them. */
export default function AlbumPanel(props: AlbumPanelProps) {
  const { albums, state, onRetry, albumId, onAlbum, isDragged, onDrop, onAsk } = props;
  const online = useOnline();
  const { over, targetOf } = useAlbumDrop(onDrop);
  const choose = (id: string) => onAlbum(id === albumId ? '' : id);
  return (
    <section
      aria-label={albumPanelTexts.panel}
      className={cn(
        'sticky top-30 flex max-h-[calc(100dvh-8.5rem)] flex-col rounded-card border bg-cloth p-2 transition-colors',
        isDragged ? 'border-woad' : 'border-line',
      )}
    >
      <div className="flex items-center justify-between gap-2 pb-1 pl-2">
        <h2 className="font-bold">{albumPanelTexts.panel}</h2>
        <Button variant="ghost" size="sm" onClick={() => onAsk({ kind: 'new' })}>
          <FolderPlus aria-hidden="true" />
          New Album
        </Button>
      </div>
      {state === 'loading' && !online ? (
        <OfflineState className="border-0 px-2 py-4" />
      ) : state === 'loading' ? (
        <SkeletonGroup text={albumPanelTexts.loading} className="grid gap-2 p-1">
          <SkeletonRows count={5} className="h-11" />
        </SkeletonGroup>
      ) : state === 'failed' ? (
        <ErrorState className="border-0 px-2 py-4" onRetry={onRetry} />
      ) : albums.length === 0 && albumId === '' ? (
        <p className="px-2 pt-1 pb-2 text-sm text-muted">{albumPanelTexts.none}</p>
      ) : (
        <>
          <ul className="grid">
            <Fixed label="All Photos" Icon={Images} isShown={albumId === ''} onClick={() => onAlbum('')} />
            <Fixed
              label="No Album"
              Icon={FolderX}
              isShown={albumId === 'none'}
              isOver={over === 'none'}
              target={targetOf('none')}
              onClick={() => choose('none')}
            />
          </ul>
          <Rows {...{ albums, albumId, over, targetOf, onAsk }} onChoose={choose} />
          {isDragged ? (
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs text-muted">
              {mediaTexts.drag.hint}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}

type Target = ReturnType<ReturnType<typeof useAlbumDrop>['targetOf']>;

const row =
  'flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-control py-1 pr-2 text-left text-sm transition-colors focus-visible:-outline-offset-2';
const looks = (isShown: boolean, isOver: boolean) =>
  cn(
    isOver
      ? 'bg-woad-soft ring-2 ring-woad ring-inset'
      : isShown
        ? 'bg-woad-soft font-semibold text-woad'
        : 'hover:bg-sunken',
  );

type FixedProps = {
  label: string;
  Icon: LucideIcon;
  isShown: boolean;
  isOver?: boolean;
  target?: Target;
  onClick(): void;
};

/** A row that is always in view. */
function Fixed({ label, Icon, isShown, isOver = false, target, onClick }: FixedProps) {
  return (
    <li {...target} className="flex items-center" style={{ height: ROW }}>
      <button
        type="button"
        aria-pressed={isShown}
        onClick={onClick}
        className={cn(row, 'pl-2', looks(isShown, isOver))}
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-sm bg-sunken text-muted">
          <Icon className="size-4.5" aria-hidden="true" />
        </span>
        <span className="truncate">{label}</span>
      </button>
    </li>
  );
}

type RowsProps = Pick<AlbumPanelProps, 'albums' | 'albumId' | 'onAsk'> & {
  over: string | null;
  targetOf(id: string): Target;
  onChoose(id: string): void;
};

/** There may be 1,000 albums: only those in view are in the document. */
function Rows({ albums, albumId, over, targetOf, onAsk, onChoose }: RowsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const virtualizer = useVirtualizer({
    count: albums.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 4,
    // It also measures while React renders, when nothing can be flushed.
    useFlushSync: false,
  });
  const { place: stop, hold, follow } = useTabStop(list, { items: albums, before: 0, reach: albums.length, of: null });
  const reveal = useEffectEvent((id: string) => {
    const place = albums.findIndex((album) => album.id === id);
    if (place >= 0) {
      virtualizer.scrollToIndex(place);
    }
  });
  useEffect(() => reveal(albumId), [albumId]);
  return (
    <div ref={frame} className="min-h-0 overflow-y-auto overscroll-contain">
      <ul
        ref={list}
        aria-label={albumPanelTexts.panel}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={(event) => follow(event, 1, (place) => virtualizer.scrollToIndex(place))}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const album = albums[index];
          return album ? (
            <Row
              key={album.id}
              album={album}
              inside={album.photoCount === 0 ? photosInside(albums, index) : 0}
              place={index}
              total={albums.length}
              y={start}
              isShown={album.id === albumId}
              isOver={over === album.id}
              isStop={index === stop}
              target={targetOf(album.id)}
              onFocus={() => hold(album, index)}
              onClick={() => onChoose(album.id)}
              onAsk={onAsk}
            />
          ) : null;
        })}
      </ul>
    </div>
  );
}

/** How many photos the albums inside this one have, of all by their names, each before those inside it. */
function photosInside(albums: readonly LevelledAlbum[], place: number): number {
  const { level = 0 } = albums[place] ?? {};
  const rest = albums.slice(place + 1);
  const end = rest.findIndex((album) => album.level <= level);
  return (end < 0 ? rest : rest.slice(0, end)).reduce((sum, { photoCount }) => sum + photoCount, 0);
}

type RowProps = Omit<FixedProps, 'label' | 'Icon' | 'target'> & {
  album: LevelledAlbum;
  /** Photos of the albums inside it, where it has none of its own. */
  inside: number;
  place: number;
  total: number;
  y: number;
  isStop: boolean;
  target: Target;
  onFocus(): void;
  onAsk(question: AlbumQuestion): void;
};

function Row(props: RowProps) {
  const { album, inside, place, total, y, isShown, isOver = false, isStop, target, onFocus, onClick, onAsk } = props;
  const { id, name, level, photoCount, cover } = album;
  const path = albumFullName(album);
  return (
    <li
      {...target}
      className="group/row absolute inset-x-0 flex items-center"
      style={{ top: y, height: ROW }}
      aria-setsize={total}
      aria-posinset={place + 1}
    >
      <button
        type="button"
        data-tile={id}
        tabIndex={isStop ? 0 : -1}
        aria-pressed={isShown}
        title={path}
        onFocus={onFocus}
        onClick={onClick}
        className={cn(row, 'touch:pr-12', looks(isShown, isOver))}
        style={{ paddingLeft: 8 + 16 * (level - 1) }}
      >
        <Cover src={cover} />
        <span className="sr-only">
          {`${path}, ${inside > 0 ? albumPanelTexts.inside(inside) : plural(photoCount, 'photo')}`}
        </span>
        <span aria-hidden="true" className="min-w-0 flex-1 truncate">
          {name}
        </span>
        <span
          aria-hidden="true"
          className="text-xs text-muted tabular group-focus-within/row:invisible group-hover/row:invisible touch:visible!"
        >
          {formatNumber(photoCount || inside)}
        </span>
      </button>
      <DeferredMenu
        prefetch={() => prefetch(loadMenu)}
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            tabIndex={isStop ? 0 : -1}
            aria-label={albumPanelTexts.actionsFor(name)}
            className="absolute right-1 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100 touch:opacity-100"
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        {(trigger) => <AlbumMenu trigger={trigger} album={album} onAsk={onAsk} />}
      </DeferredMenu>
    </li>
  );
}

/** A small picture of what is inside; a folder while there is none. */
function Cover({ src }: { src: string | null | undefined }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-muted">
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
          className="size-full object-cover"
        />
      ) : (
        <Folder className="size-4.5" aria-hidden="true" />
      )}
    </span>
  );
}

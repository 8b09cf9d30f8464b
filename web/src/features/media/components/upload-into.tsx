import { albumOption, useAlbums } from '#data/albums.ts';
import { NativeSelect } from '#ui/index.ts';

export type UploadIntoProps = {
  /** The album that photos go to; null: none. */
  albumId: string | null;
  onChange(albumId: string | null): void;
};

/** Into which album the photos go that are uploaded next; nothing to choose where there is none. */
export function UploadInto({ albumId, onChange }: UploadIntoProps) {
  const { albums } = useAlbums();
  return albums.length === 0 ? null : (
    <label className="mb-3 flex items-center gap-3 text-sm">
      <span className="shrink-0 font-semibold">Into album</span>
      <div className="min-w-0 flex-1 sm:max-w-72">
        <NativeSelect value={albumId ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">No Album</option>
          {albums.map((album) => (
            <option key={album.id} value={album.id}>
              {albumOption(album)}
            </option>
          ))}
        </NativeSelect>
      </div>
    </label>
  );
}

import { FolderInput, FolderPlus, PencilLine, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { LevelledAlbum } from '#data/albums.ts';
import { MOST_ALBUM_LEVELS } from '#lib/contract-data.ts';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#ui/index.ts';
import { albumTexts } from '../album-texts.ts';
import type { AlbumQuestion } from './album-questions.tsx';

export type AlbumMenuProps = {
  trigger: ReactElement;
  album: LevelledAlbum;
  onAsk(question: AlbumQuestion): void;
};

/** What can be done with an album of the panel. */
export default function AlbumMenu({ trigger, album, onAsk }: AlbumMenuProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent>
        {album.level < MOST_ALBUM_LEVELS ? (
          <MenuItem onSelect={() => onAsk({ kind: 'new', parent: album })}>
            <FolderPlus aria-hidden="true" />
            {albumTexts.newInside}
          </MenuItem>
        ) : null}
        <MenuItem onSelect={() => onAsk({ kind: 'edit', album })}>
          <PencilLine aria-hidden="true" />
          Edit
        </MenuItem>
        <MenuItem onSelect={() => onAsk({ kind: 'move', album })}>
          <FolderInput aria-hidden="true" />
          Move
        </MenuItem>
        <MenuItem destructive onSelect={() => onAsk({ kind: 'delete', album })}>
          <Trash2 aria-hidden="true" />
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

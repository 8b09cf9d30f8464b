import type { LevelledAlbum } from '#data/albums.ts';
import { AlbumDialog, DeleteAlbumDialog } from './album-dialogs.tsx';
import { MoveAlbumDialog } from './move-album-dialog.tsx';

/** What is asked before an album is made or changed. */
export type AlbumQuestion =
  { kind: 'new'; parent?: LevelledAlbum | undefined } | { kind: 'edit' | 'move' | 'delete'; album: LevelledAlbum };

export type AlbumQuestionsProps = {
  question: AlbumQuestion;
  albums: readonly LevelledAlbum[];
  onClose(): void;
  onCreated(id: string): void;
  onDeleted(album: LevelledAlbum): void;
};

/** The dialog of one question about an album, wherever it was asked. */
export function AlbumQuestions({ question, albums, onClose, onCreated, onDeleted }: AlbumQuestionsProps) {
  switch (question.kind) {
    case 'new':
      return (
        <AlbumDialog album={null} parent={question.parent} onClose={onClose} onSaved={({ id }) => onCreated(id)} />
      );
    case 'edit':
      return <AlbumDialog album={question.album} onClose={onClose} onSaved={onClose} />;
    case 'move':
      return <MoveAlbumDialog album={question.album} albums={albums} onClose={onClose} />;
    case 'delete':
      return <DeleteAlbumDialog album={question.album} onClose={onClose} onDeleted={() => onDeleted(question.album)} />;
  }
}

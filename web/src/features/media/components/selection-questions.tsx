import type { Photo } from '@postloom/contracts';
import { ConfirmDialog } from '#ui/index.ts';
import { deletionTexts } from '../deletion-texts.ts';
import { DeletePhotoDialog } from './delete-photo-dialog.tsx';
import { OrganizeDialog } from './organize-dialog.tsx';
import { TagSelectionDialog, type TagSelectionDialogProps } from './tag-selection-dialog.tsx';

export type SelectionQuestion = 'delete' | 'move' | 'tag';

export type SelectionQuestionsProps = {
  question: SelectionQuestion;
  count: number;
  /** The photo, where a single one is selected. */
  only: Photo | undefined;
  timeZone: string;
  onClose(): void;
  onDelete(): void;
  /** The single one is gone. */
  onDeleted(): void;
  onMove(albumId: string | null): void;
  onTag: TagSelectionDialogProps['onSave'];
};

/** Asks what is to become of the photos that are selected; closes before that is done. */
export function SelectionQuestions(props: SelectionQuestionsProps) {
  const { question, count, only, timeZone, onClose, onDelete, onDeleted, onMove, onTag } = props;
  const after =
    <T extends unknown[]>(act: (...what: T) => void) =>
    (...what: T) => {
      onClose();
      act(...what);
    };
  switch (question) {
    case 'move':
      return <OrganizeDialog count={count} albumId={only?.albumId} onClose={onClose} onSave={after(onMove)} />;
    case 'tag':
      return <TagSelectionDialog count={count} onClose={onClose} onSave={after(onTag)} />;
    case 'delete':
      return only ? (
        <DeletePhotoDialog
          photo={only}
          timeZone={timeZone}
          onClose={(isDeleted) => {
            onClose();
            if (isDeleted) {
              onDeleted();
            }
          }}
        />
      ) : (
        <ConfirmDialog
          open
          onOpenChange={(open) => (open ? undefined : onClose())}
          title={deletionTexts.question(count)}
          description={deletionTexts.manyWarning}
          confirmLabel="Delete"
          destructive
          onConfirm={after(onDelete)}
        />
      );
  }
}

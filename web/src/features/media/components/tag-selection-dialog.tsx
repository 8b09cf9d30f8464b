import { useState } from 'react';
import { plural } from '#lib/words.ts';
import { FormDialog } from '#ui/index.ts';
import { TagsField } from './tags-field.tsx';

export type TagSelectionDialogProps = {
  count: number;
  onClose(): void;
  onSave(tags: { addTags: string[]; removeTags: string[] }): void;
};

/** Puts tags on the selected photos, and takes others off. */
export function TagSelectionDialog({ count, onClose, onSave }: TagSelectionDialogProps) {
  const [addTags, setAddTags] = useState<string[]>([]);
  const [removeTags, setRemoveTags] = useState<string[]>([]);
  return (
    <FormDialog
      title={`Tag ${plural(count, 'Photo')}`}
      width="sm"
      submitLabel="Save"
      pending={false}
      disabled={addTags.length + removeTags.length === 0}
      onSubmit={() => onSave({ addTags, removeTags })}
      onClose={onClose}
    >
      <TagsField label="Tags to add" hint="Separate tags with commas." value={addTags} onChange={setAddTags} />
      <TagsField label="Tags to remove" placeholder="Remove a tag" value={removeTags} onChange={setRemoveTags} />
    </FormDialog>
  );
}

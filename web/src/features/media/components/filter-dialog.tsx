import { useState } from 'react';
import { photoTypes } from '#lib/contract-data.ts';
import { dayIn } from '#lib/month-grid.ts';
import { Button, DateField, Field, FormDialog, NativeSelect } from '#ui/index.ts';
import { usePhotoTags } from '../api/tags.ts';
import { filterDialogTexts as texts } from '../filter-dialog-texts.ts';
import { filterNames, shapes, sorts, uses, type LibraryFilter } from '../filter.ts';

export type FilterDialogProps = {
  filter: LibraryFilter;
  timeZone: string;
  onClose(): void;
  onFilter(filter: LibraryFilter): void;
};

/** Which photos the library shows and in which order. */
export function FilterDialog({ filter, timeZone, onClose, onFilter }: FilterDialogProps) {
  const [draft, setDraft] = useState(filter);
  const tags = usePhotoTags();
  const today = dayIn(timeZone, new Date());
  const set = (changes: { [name in keyof LibraryFilter]: LibraryFilter[name] | '' }) =>
    setDraft((before) => {
      const next = { ...before, ...changes };
      return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
    });
  const isBackwards = draft.from !== undefined && draft.to !== undefined && draft.to < draft.from;
  return (
    <FormDialog
      title={texts.title}
      width="sm"
      submitLabel={texts.show}
      pending={false}
      disabled={isBackwards}
      onSubmit={() => onFilter(draft)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Uploaded from">
          <DateField clearable value={draft.from ?? ''} max={today} today={today} onChange={(from) => set({ from })} />
        </Field>
        <Field label="Uploaded to" error={isBackwards ? texts.backwards : undefined}>
          <DateField clearable value={draft.to ?? ''} max={today} today={today} onChange={(to) => set({ to })} />
        </Field>
        <Choice
          label="Shape"
          none={texts.any}
          values={shapes}
          wordsOf={(shape) => texts.shapes[shape]}
          value={draft.orientation}
          onChange={(orientation) => set({ orientation })}
        />
        <Choice
          label="File type"
          none={texts.any}
          values={photoTypes}
          wordsOf={(type) => texts.types[type]}
          value={draft.type}
          onChange={(type) => set({ type })}
        />
        <Choice
          label="Used in posts"
          none={texts.any}
          values={uses}
          wordsOf={(use) => texts.uses[use]}
          value={draft.used}
          onChange={(used) => set({ used })}
        />
        <Choice
          label="Tag"
          hint={tags.length === 0 ? texts.noTags : undefined}
          none={texts.any}
          values={[...new Set([...tags, ...(draft.tag ? [draft.tag] : [])])]}
          wordsOf={(tag) => tag}
          value={draft.tag}
          onChange={(tag) => set({ tag })}
        />
        <Choice
          label="Sort by"
          none={texts.usualOrder}
          values={sorts}
          wordsOf={(sort) => texts.sorts[sort]}
          value={draft.sort}
          onChange={(sort) => set({ sort })}
        />
        {filterNames.some((name) => draft[name] !== undefined) ? (
          <Button variant="ghost" size="sm" className="place-self-end" onClick={() => setDraft({})}>
            {texts.clear}
          </Button>
        ) : null}
      </div>
    </FormDialog>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  hint?: string | undefined;
  /** What it says without a choice. */
  none: string;
  values: readonly T[];
  wordsOf(value: T): string;
  value: T | undefined;
  onChange(value: T | ''): void;
};

function Choice<T extends string>({ label, hint, none, values, wordsOf, value, onChange }: ChoiceProps<T>) {
  return (
    <Field label={label} hint={hint}>
      <NativeSelect
        value={value ?? ''}
        onChange={({ target }) => onChange(values.find((one) => one === target.value) ?? '')}
      >
        <option value="">{none}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {wordsOf(one)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Field, Input } from '#ui/index.ts';
import { usePhotoTags } from '../api/tags.ts';
import { tagsIn } from '../tags.ts';

export type TagsFieldProps = {
  label: string;
  hint?: string;
  value: readonly string[];
  onChange(tags: string[]): void;
  disabled?: boolean;
};

/** Tags as chips above a box: Enter or a comma adds what was typed, Backspace in the empty box takes the last one off. */
export function TagsField({ label, hint, value, onChange, disabled = false }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const known = usePhotoTags();
  const list = useId();
  const add = (text: string) => {
    onChange([...new Set([...value, ...tagsIn(text)])]);
    setTyped('');
  };
  return (
    <div className="grid gap-2">
      {value.length > 0 ? (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <li
              key={tag}
              className="flex max-w-full items-center gap-1 rounded-full bg-woad-soft py-0.5 pr-1 pl-2.5 text-xs font-semibold text-woad"
            >
              <span className="truncate">{tag}</span>
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                disabled={disabled}
                className="grid size-5 shrink-0 place-items-center rounded-full hover:bg-cloth touch:size-9"
                onClick={() => onChange(value.filter((one) => one !== tag))}
              >
                <X aria-hidden="true" className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Field label={label} hint={hint}>
        <Input
          value={typed}
          list={list}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          disabled={disabled}
          placeholder="Add a tag"
          onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed.trim() !== '') {
              // This Enter is the tag's, not the form's.
              event.preventDefault();
              add(typed);
            } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
              onChange(value.slice(0, -1));
            }
          }}
          onBlur={() => add(typed)}
        />
      </Field>
      <datalist id={list}>
        {known
          .filter((tag) => !value.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}

import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Field, Input } from '#ui/index.ts';
import { usePhotoTags } from '../api/tags.ts';
import { tagsIn } from '../tags.ts';

export type TagsFieldProps = {
  label: string;
  hint?: string;
  placeholder?: string;
  value: readonly string[];
  onChange(tags: string[]): void;
  disabled?: boolean;
};

/** What stands in the box, and the tags that it adds to those that have a chip. */
type Typing = { text: string; tags: readonly string[] };

const nothing: Typing = { text: '', tags: [] };

/**
 * Tags as chips below a box, which stays where it is while they become more: Enter or a comma makes a chip of what was typed, Backspace in
 * the empty box takes the last one off. What stands in the box is among the tags already, and becomes a chip when they are saved; not when
 * the box is left, since that would move the button which the pointer is just pressing.
 */
export function TagsField({
  label,
  hint,
  placeholder = 'Add a tag',
  value,
  onChange,
  disabled = false,
}: TagsFieldProps) {
  const [typing, setTyping] = useState(nothing);
  const known = usePhotoTags();
  const list = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = box.current?.form;
    const becomeChips = () => setTyping(nothing);
    form?.addEventListener('submit', becomeChips);
    return () => form?.removeEventListener('submit', becomeChips);
  }, []);
  const chips = value.filter((tag) => !typing.tags.includes(tag));
  const type = (text: string, isWhole = text.includes(',')) => {
    const tags = tagsIn(text).filter((tag) => !chips.includes(tag));
    onChange([...chips, ...tags]);
    setTyping(isWhole ? nothing : { text, tags });
  };
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint}>
        <Input
          ref={box}
          value={typing.text}
          list={list}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          // Unlike a disabled one, it keeps the focus.
          readOnly={disabled}
          placeholder={placeholder}
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typing.text.trim() !== '') {
              // This Enter is the tag's, not the form's.
              event.preventDefault();
              type(typing.text, true);
            } else if (event.key === 'Backspace' && typing.text === '' && chips.length > 0 && !disabled) {
              onChange(chips.slice(0, -1));
            }
          }}
        />
      </Field>
      {chips.length > 0 ? (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {chips.map((tag) => (
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
      <datalist id={list}>
        {known
          .filter((tag) => !chips.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}

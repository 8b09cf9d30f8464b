import { X } from 'lucide-react';
import { Button } from '#ui/index.ts';
import { filterWords, type FilterName, type LibraryFilter } from '../filter.ts';
import { mediaTexts } from '../texts.ts';

export type FilterChipsProps = {
  filter: LibraryFilter;
  onRemove(names: readonly FilterName[]): void;
};

/** The filters that hide photos now, each with a way to take it off. */
export function FilterChips({ filter, onRemove }: FilterChipsProps) {
  const words = filterWords(filter);
  return (
    <div role="group" aria-label="Filters" className="-mt-2 mb-4 flex flex-wrap items-center gap-2">
      {words.map(({ name, words: text }) => (
        <Button
          key={name}
          size="sm"
          variant="secondary"
          aria-label={mediaTexts.filters.remove(text)}
          className="max-w-full rounded-full"
          onClick={() => onRemove([name])}
        >
          <span className="truncate">{text}</span>
          <X aria-hidden="true" />
        </Button>
      ))}
      {words.length > 1 ? (
        <Button size="sm" variant="link" onClick={() => onRemove(words.map(({ name }) => name))}>
          {mediaTexts.filters.clear}
        </Button>
      ) : null}
    </div>
  );
}

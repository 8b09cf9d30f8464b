import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { Input } from '#ui/index.ts';
import { hasCoarsePointer } from '#ui/touch.ts';

/** Milliseconds without a key after which a search is asked. */
const SEARCH_AFTER_MS = 300;

export type PhotoSearchProps = {
  /** What is searched for now. */
  value: string;
  onSearch(text: string): void;
  className?: string;
};

/** The search box of the library. Typing is shown at once and asked when it rests; Enter and the cross ask at once. */
export function PhotoSearch({ value, onSearch, className }: PhotoSearchProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [latest, setLatest] = useState(value);
  if (latest !== value) {
    setLatest(value);
    // It came from elsewhere, by Back for example: what was being typed gives way.
    if (typed?.trim() !== value) {
      setTyped(null);
    }
  }
  const search = (text: string) => {
    setTyped(null);
    if (text.trim() !== value) {
      onSearch(text.trim());
    }
  };
  useEffect(() => {
    if (typed === null) {
      return undefined;
    }
    const timer = setTimeout(() => {
      if (typed.trim() !== value) {
        onSearch(typed.trim());
      }
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);
  return (
    <div role="search" className={cn('relative min-w-0 flex-1', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label="Search photos"
        placeholder="Search photos..."
        enterKeyHint="search"
        maxLength={200}
        className="pl-9"
        value={typed ?? value}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // The box may lie in a form; this Enter is not for the form.
            event.preventDefault();
            search(typed ?? value);
            if (hasCoarsePointer()) {
              event.currentTarget.blur(); // The keyboard would stay above what was found.
            }
          }
        }}
        onChange={(event) => (event.target.value === '' ? search('') : setTyped(event.target.value))}
      />
    </div>
  );
}

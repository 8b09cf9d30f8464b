import { Search } from 'lucide-react';
import { cn } from '#lib/cn.ts';
import { Input } from '#ui/index.ts';

export type PhotoSearchProps = { value: string; onChange(text: string): void; className?: string };

/** The search box of the library. */
export function PhotoSearch({ value, onChange, className }: PhotoSearchProps) {
  return (
    <div className={cn('relative min-w-0 flex-1', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label="Search photos"
        placeholder="Search photos..."
        className="pl-9"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

import { Keyboard, Search } from 'lucide-react';
import { useLocation } from 'wouter';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNamedBusiness, usePageContext } from '#data/page-context.tsx';
import { cn } from '#lib/cn.ts';
import { Button, Dialog, DialogContent, Spinner } from '#ui/index.ts';
import { filterCommands, groupTogether, type Command } from './commands.ts';
import { LONGEST_SEARCH, useSearch } from './search.ts';
import { settingsCommands, withPageWords } from './settings-commands.ts';
import { texts } from './texts.ts';

type CommandPaletteProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  commands: readonly Command[];
  /** Opens the list of keys, for whom '?' does not. */
  onShortcuts(open: true): void;
};

/** Pages, actions and what the business has, by their words. Arrow keys move, Enter runs, Escape closes; the focus stays in the search box. */
export default function CommandPalette({ open, onOpenChange, commands: given, onShortcuts }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [, navigate] = useLocation();
  const hasBusiness = usePageContext().business !== null;
  const business = useNamedBusiness();
  const isSearching = query.trim() !== '';
  const commands = useMemo<readonly Command[]>(() => {
    const run = () => onShortcuts(true);
    return groupTogether([
      ...withPageWords(given),
      { id: 'shortcuts', group: 'Actions', label: texts.shortcuts, icon: Keyboard, words: 'keys help', run },
      // Found by their words alone: all of them would bury what is done more often.
      ...(isSearching ? settingsCommands(hasBusiness, navigate) : []),
    ]);
  }, [given, onShortcuts, isSearching, hasBusiness, navigate]);
  const own = useMemo(() => filterCommands(commands, query), [commands, query]);
  const search = useSearch(query, commands, navigate);
  // What is there already stays first: results that arrive must not move what Enter runs.
  const found = groupTogether([...new Set([...own, ...search.commands])]);
  const marked = Math.min(active, found.length - 1);
  const groups = [...new Set(found.map((command) => command.group))];

  const close = () => {
    setQuery('');
    setActive(0);
    onOpenChange(false);
  };
  const run = (command: Command | undefined) => {
    if (!command) {
      return;
    }
    close();
    command.run();
  };
  const move = (index: number) => {
    const next = (index + found.length) % found.length;
    setActive(next);
    list.current?.querySelector(`[data-index="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0) {
      return;
    }
    const steps: Record<string, number> = {
      ArrowDown: marked + 1,
      ArrowUp: marked - 1,
      Home: 0,
      End: found.length - 1,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      move(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[marked]);
    }
  };

  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <DialogContent title="Search" titleHidden width="md" flush className="sm:mt-[12vh] sm:mb-auto">
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Search className="size-5 shrink-0 text-muted" aria-hidden="true" />
          <input
            autoFocus
            role="combobox"
            aria-label="Search posts, photos, and actions"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={found[marked] ? `${id}-${marked}` : undefined}
            aria-autocomplete="list"
            placeholder={business ? texts.searchIn(business) : 'Search posts, photos, and actions'}
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST_SEARCH}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
            className="h-14 w-full bg-transparent text-base outline-none placeholder:text-muted"
          />
        </div>
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Results"
          className="max-h-[min(24rem,60dvh)] overflow-y-auto p-2"
        >
          {groups.map((group) => (
            <div key={group} role="group" aria-label={group}>
              <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
                {group}
              </p>
              {found.map((command, index) =>
                command.group === group ? (
                  <div
                    key={command.id}
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={index === marked}
                    data-index={index}
                    onPointerMove={() => setActive(index)}
                    onClick={() => run(command)}
                    className={cn(
                      'flex min-h-10 cursor-default items-center gap-3 rounded-control px-3 text-sm touch:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted',
                      index === marked && 'bg-woad-soft',
                    )}
                  >
                    {command.picture ? (
                      <img src={command.picture} alt="" className="size-8 shrink-0 rounded-sm object-cover" />
                    ) : (
                      <command.icon aria-hidden="true" />
                    )}
                    <span className="min-w-0 truncate py-1">{command.label}</span>
                    {command.hint ? <span className="ml-auto shrink-0 text-xs text-muted">{command.hint}</span> : null}
                  </div>
                ) : null,
              )}
            </div>
          ))}
        </div>
        <div role="status" className="empty:hidden">
          {search.searching ? (
            <p className="flex items-center gap-2 px-5 pt-1 pb-4 text-sm text-muted">
              <Spinner />
              Searching...
            </p>
          ) : search.offline ? (
            <p className="px-5 pt-1 pb-4 text-sm text-muted">{texts.offline}</p>
          ) : found.length === 0 && !search.failed ? (
            <p className="px-6 pt-2 pb-8 text-center text-sm text-muted">
              Nothing found for '{query.trim()}'. Try a word of the post, the name of a photo, or the name of a page.
              {commands.some(({ group }) => group === texts.groups.businesses) ? ` ${texts.oneBusiness}` : null}
            </p>
          ) : null}
        </div>
        {search.failed && !search.searching ? (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-between gap-3 px-5 pt-1 pb-4 text-sm text-muted"
          >
            {search.failed}
            <Button variant="secondary" size="sm" onClick={search.retry}>
              Retry
            </Button>
          </div>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

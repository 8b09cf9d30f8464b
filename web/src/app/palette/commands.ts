import type { LucideIcon } from 'lucide-react';

export type Command = {
  id: string;
  group: string;
  label: string;
  icon: LucideIcon;
  /** Other words that find it. */
  words?: string;
  hint?: string;
  /** Address of a small picture, shown instead of the icon. */
  picture?: string;
  run(): void;
};

/** A shorter word is near to too many others. */
const SHORTEST_MISTYPED = 5;
/** Share of the letter triples of a typed word that a word must have to be meant by it. */
const LEAST_LIKENESS = 0.42;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The triples of letters of a word, its beginning and its end among them. */
function triplesOf(word: string): ReadonlySet<string> {
  const framed = `  ${word} `;
  return new Set(Array.from({ length: framed.length - 2 }, (_, at) => framed.slice(at, at + 3)));
}

/** Whether one of the words can be meant by what was typed, as the server's search forgives a mistyped word. */
function isNear(typed: string, words: readonly string[]): boolean {
  if (typed.length < SHORTEST_MISTYPED) {
    return false;
  }
  const triples = triplesOf(typed);
  return words.some((word) => {
    const shared = [...triplesOf(word)].filter((triple) => triples.has(triple));
    return shared.length >= triples.size * LEAST_LIKENESS;
  });
}

/**
 * Commands whose label or words contain every word of the query, or, when there are none, a word near to each; label beginnings first,
 * otherwise the given order.
 */
export function filterCommands(commands: readonly Command[], query: string): readonly Command[] {
  const words = wordsOf(query);
  if (words.length === 0) {
    return commands;
  }
  const textOf = (command: Command): string => `${command.label} ${command.words ?? ''}`.toLowerCase();
  const exact = commands.filter((command) => words.every((word) => textOf(command).includes(word)));
  const hits =
    exact.length > 0
      ? exact
      : commands.filter((command) => {
          const own = wordsOf(textOf(command));
          return words.every((word) => textOf(command).includes(word) || isNear(word, own));
        });
  const starts = (command: Command) => (command.label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  const ordered = hits
    .map((command, index) => ({ command, index }))
    .sort((a, b) => starts(a.command) - starts(b.command) || a.index - b.index);
  return groupTogether(ordered.map(({ command }) => command));
}

/** Keeps commands of one group beside each other, groups in the order of their best hit. */
export function groupTogether(commands: readonly Command[]): readonly Command[] {
  const groups = [...new Set(commands.map((command) => command.group))];
  return groups.flatMap((group) => commands.filter((command) => command.group === group));
}

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

/** Commands whose label or words contain every word of the query; label beginnings first, otherwise the given order. */
export function filterCommands(commands: readonly Command[], query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return commands;
  }
  const hits = commands.filter((command) => {
    const text = `${command.label} ${command.words ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
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

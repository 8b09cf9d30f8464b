import { Moon } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { filterCommands, type Command } from './commands.ts';

describe('palette', () => {
  const ran: string[] = [];
  const command = (id: string, group: string, label: string, words = ''): Command => ({
    id,
    group,
    label,
    words,
    icon: Moon,
    run: () => void ran.push(id),
  });
  const commands = [
    command('media', 'Pages', 'Media'),
    command('settings', 'Pages', 'Settings'),
    command('theme', 'Actions', 'Switch between light and dark', 'theme'),
  ];

  it('finds by every word, beginnings first', () => {
    expect(filterCommands(commands, '').map(({ id }) => id)).toEqual(['media', 'settings', 'theme']);
    expect(filterCommands(commands, 'dark light').map(({ id }) => id)).toEqual(['theme']);
    expect(filterCommands(commands, 's').map(({ id }) => id)).toEqual(['settings', 'theme']);
    expect(filterCommands(commands, 'xyz')).toEqual([]);
  });

  it('does not take a short word for the long one that was mistyped', () => {
    const some = [
      command('automation', 'Pages', 'Automation'),
      command('system', 'Actions', 'Follow the system’s theme', 'light dark auto appearance'),
    ];
    expect(filterCommands(some, 'automaton').map(({ id }) => id)).toEqual(['automation']);
  });

  it.each([
    ['setings', ['settings']],
    ['settigns', ['settings']],
    ['swich between', ['theme']],
    ['light drak', []],
    ['mda', []],
    ['invoices', []],
    ['media', ['media']],
  ])('forgives a mistyped word where nothing has it as typed: %s', (typed, found) => {
    expect(filterCommands(commands, typed).map(({ id }) => id)).toEqual(found);
  });
});

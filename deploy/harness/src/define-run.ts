import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs, types } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';

/** One setting of a program: how its text is read, and what `--help` says about it. */
export interface Setting<T> {
  readonly about: string;
  /** How a value is written in `--help`. */
  readonly shape: string;
  /** The value when nothing is said, as `--help` shows it; absent when there is none. */
  readonly usual?: string;
  /** @throws {Misuse} that says what is wrong with the text; `name` is the setting as it was given */
  read(text: string | undefined, name: string): T;
}

/** The command line or a setting makes no sense. The program ends with 64 (EX_USAGE) before it does anything. */
export class Misuse extends Error {}

/** A number above 0. */
export function number(usual: number, about: string, shown = String(usual)): Setting<number> {
  return {
    about,
    shape: 'NUMBER',
    usual: shown,
    read: (text, name) => {
      const value = text === undefined ? usual : Number(text);
      if (Number.isFinite(value) && value > 0 && text?.trim() !== '') {
        return value;
      }
      throw new Misuse(`${name} must be a number above 0, not '${text}'.`);
    },
  };
}

/** A text, or undefined when there is none. */
export function text(shape: string, about: string): Setting<string | undefined>;
/** A text. */
export function text(shape: string, about: string, usual: string): Setting<string>;
export function text(shape: string, about: string, usual?: string): Setting<string | undefined> {
  return {
    about,
    shape,
    ...(usual !== undefined && { usual }),
    read: (said, name) => {
      if (said === '') {
        throw new Misuse(`${name} is empty.`);
      }
      return said ?? usual;
    },
  };
}

/** One of these words, the first one when nothing is said. */
export function choice<T extends string>(words: readonly [T, ...T[]], about: string): Setting<T> {
  return {
    about,
    shape: words.join('|'),
    usual: words[0],
    read: (said, name) => {
      const found = words.find((word) => word === (said ?? words[0]));
      if (found !== undefined) {
        return found;
      }
      throw new Misuse(`${name} must be one of ${words.join(', ')}, not '${said}'.`);
    },
  };
}

/** Some of these words, separated by commas; all of them when nothing is said. */
export function choices<T extends string>(words: readonly [T, ...T[]], about: string): Setting<T[]> {
  return {
    about,
    shape: 'NAME,NAME...',
    usual: words.join(','),
    read: (said, name) => {
      const asked = said?.split(',') ?? words;
      const unknown = asked.find((word) => !words.some((known) => known === word));
      if (unknown === undefined) {
        return words.filter((word) => asked.includes(word));
      }
      throw new Misuse(`${name} must be some of ${words.join(', ')}, not '${unknown}'.`);
    },
  };
}

/** The words of the command line that belong to no option. */
export interface Positional<P> {
  /** As usage shows it: '<id>', '[fault...]'. */
  readonly shape: string;
  readonly about: string;
  /** @throws {Misuse} */
  read(words: readonly string[]): P;
}

type Settings = Readonly<Record<string, Setting<unknown>>>;
type ValuesOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

export interface Definition<S extends Settings, P> {
  /** The npm script; figures go to `.cache/<name>/`. */
  readonly name: string;
  /** What the program finds out or does, and how long it takes. */
  readonly summary: string;
  /** In camel case: `dataDir` is `--data-dir`, and with the prefix `YEAR_` also YEAR_DATA_DIR of the environment. */
  readonly settings?: S;
  /** Prefix of the settings in the environment; absent: they are options of the command line alone. */
  readonly prefix?: string;
  readonly positional?: Positional<P>;
  /** True when the program has figures to keep: it then has a setting for their file and must call `save`. */
  readonly figures?: boolean;
  /** Ready-made command lines, each with what it is for. */
  readonly examples?: readonly (readonly [line: string, about: string])[];
  /** Settings of the environment that belong to somebody else and matter here. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Reading<S extends Settings, P> {
  readonly settings: ValuesOf<S>;
  readonly positional: P;
  readonly resultPath: string;
}

const root = join(import.meta.dirname, '../../..');
const WIDTH = 110;
const RESULT: Setting<string | undefined> = text('FILE', 'where the figures are written, as JSON');
const BASE_FLAGS = { help: { type: 'boolean', short: 'h' } } as const;

const spoken = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const shouted = (key: string): string => spoken(key).replaceAll('-', '_').toUpperCase();

function tableOf<S extends Settings, P>({ name, settings, figures }: Definition<S, P>): [string, Setting<unknown>][] {
  const usual = join('.cache', name, 'result.json');
  return [...Object.entries(settings ?? {}), ...(figures ? [['result', { ...RESULT, usual }] as const] : [])].map(
    ([key, setting]) => [key, setting],
  );
}

/** What the command line and the environment say; the command line wins. Null: only help is asked for. @throws {Misuse} */
export function readRun<S extends Settings, P>(
  definition: Definition<S, P>,
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Reading<S, P> | null {
  const { name, prefix, positional } = definition;
  const table = tableOf(definition);
  const flags = Object.fromEntries(table.map(([key]) => [spoken(key), { type: 'string' } as const]));
  const line = parsed(words, { ...flags, ...BASE_FLAGS });
  if (line.values['help'] === true) {
    return null;
  }
  const known = new Set(table.map(([key]) => `${prefix}${shouted(key)}`));
  const unknown = Object.keys(environment).find(
    (each) => prefix !== undefined && each.startsWith(prefix) && !known.has(each),
  );
  if (unknown !== undefined) {
    throw new Misuse(`${unknown} is no setting of ${name}.`);
  }
  if (positional === undefined && line.positionals.length > 0) {
    throw new Misuse(`${name} takes no '${line.positionals[0]}'.`);
  }
  const values = Object.fromEntries(
    table.map(([key, setting]) => {
      const flag = line.values[spoken(key)];
      const variable = `${prefix}${shouted(key)}`;
      const said = typeof flag === 'string' ? flag : prefix === undefined ? undefined : environment[variable];
      return [key, setting.read(said, typeof flag === 'string' ? `--${spoken(key)}` : variable)];
    }),
  );
  return {
    settings: values as ValuesOf<S>,
    positional: positional?.read(line.positionals) as P,
    resultPath: (values['result'] as string | undefined) ?? join(root, '.cache', name, 'result.json'),
  };
}

function parsed(words: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    if (types.isNativeError(error) && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')) {
      // The rest of the message explains how a file called like an option would be passed.
      throw new Misuse(error.message.split('. ')[0]?.replace(/\.?$/, '.') ?? error.message, { cause: error });
    }
    throw error;
  }
}

/** What `--help` prints. */
export function helpOf<S extends Settings, P>(definition: Definition<S, P>): string {
  const { name, summary, prefix, positional, examples = [], environment = {} } = definition;
  const options = tableOf(definition).map(([key, { shape, about, usual }]): readonly [string, string] => {
    const facts = [usual, prefix && prefix + shouted(key)].filter((fact) => fact !== undefined && fact !== '');
    return [`--${spoken(key)} ${shape}`, facts.length === 0 ? about : `${about} (${facts.join('; ')})`];
  });
  const parts = [
    ['Usage: npm run', name, '--', '[options]', positional?.shape ?? ''].join(' ').trimEnd(),
    folded(summary, ''),
    positional ? columns([[positional.shape, positional.about]]) : '',
    columns([...options, ['-h, --help', 'print this']]),
    Object.keys(environment).length > 0
      ? `Also read from the environment:\n${columns(Object.entries(environment))}`
      : '',
    examples.length > 0 ? `Examples:\n${columns(examples)}` : '',
    `Exit codes: 0 when all is as it should be, 1 when not, 64 when the command line or a setting makes no sense.`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const first = Math.min(38, Math.max(...rows.map(([left]) => left.length)));
  const indent = ' '.repeat(first + 4);
  return rows
    .map(([left, right]) => {
      const body = folded(right, indent).slice(indent.length);
      return left.length > first ? `  ${left}\n${indent}${body}` : `  ${left.padEnd(first)}  ${body}`;
    })
    .join('\n');
}

function folded(paragraph: string, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, indent + line].join('\n');
}

export interface Run<S extends Settings, P> extends Reading<S, P> {
  readonly name: string;
  /** Where the program keeps its logs and figures: `.cache/<name>`. */
  readonly folder: string;
  /** For a stack or a database of its own, removed afterwards: `.cache/<name>-data`. */
  readonly dataDir: string;
  /** Writes the figures with the time and the settings they belong to; the path it wrote to. */
  save(figures: Readonly<Record<string, unknown>>): string;
}

/**
 * The beginning of every program of this folder: reads the command line and the environment, prints `--help`, ends with 64 when
 * something makes no sense. Gives back what the program needs.
 */
export function defineRun<const S extends Settings, P = undefined>(definition: Definition<S, P>): Run<S, P> {
  const reading = orEnd(definition, () => readRun(definition, process.argv.slice(2), process.env));
  if (reading === null) {
    process.stdout.write(helpOf(definition));
    process.exit(0);
  }
  const folder = join(root, '.cache', definition.name);
  return {
    ...reading,
    name: definition.name,
    folder,
    dataDir: `${folder}-data`,
    save: (figures) => {
      const { result: _path, ...settings } = reading.settings as Record<string, unknown>;
      mkdirSync(dirname(reading.resultPath), { recursive: true });
      const whole = { at: new Date().toISOString(), settings, ...figures };
      writeFileSync(reading.resultPath, `${JSON.stringify(whole, null, 2)}\n`);
      return reading.resultPath;
    },
  };
}

/** What `work` gives, or the end of the program with the sentence of a misuse. */
export function orEnd<T>({ name }: { readonly name: string }, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Misuse)) {
      throw error;
    }
    process.stderr.write(`${error.message}\nnpm run ${name} -- --help says what there is.\n`);
    process.exit(64);
  }
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Documents may name only what exists: files, scripts, settings, metrics, events. What a rule cannot decide it lets pass. */
const root = join(import.meta.dirname, '../../..');
const files = globSync('**/*', { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|\.[a-z]+)$/.test(path) });
const paths = new Set([...files, ...files.map((file) => posix.dirname(file))]);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const documents = files.filter((file) => /\.md$/.test(file) && !/fixtures\/|docs\/walks\//.test(file));
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('documents.spec.ts'));
const words = new Set(sources.flatMap((file) => read(file).match(/[A-Za-z_]\w*/g) ?? []));
const scripts = ['package.json', 'web/package.json'].flatMap((file) =>
  Object.keys((JSON.parse(read(file)) as { scripts?: Record<string, string> }).scripts ?? {}),
);
const subjects = new Set(
  globSync('libs/contracts/published/*.json', { cwd: root }).map((file) =>
    posix.basename(file).replace(/\.v\d+\.json$/, ''),
  ),
);

const camel = (text: string): string =>
  text.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A file or folder, from the root or by the end of its path; `{a,b}` and `*` as in a shell. */
function isFile(named: string): boolean {
  const alternatives = /^(.*?)\{([^{}]*)\}(.*)$/.exec(named);
  if (alternatives !== null) {
    const [, before = '', inner = '', after = ''] = alternatives;
    return inner.split(',').every((each) => isFile(before + each + after));
  }
  if (existsSync(join(root, named))) {
    return true;
  }
  const pattern = named
    .replace(/^\.\/|\/$/g, '')
    .replace(/[.+?^$()[\]|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*');
  const end = new RegExp(`(^|/)${pattern}$`);
  return [...paths].some((path) => end.test(path));
}

/** `KEEP_MAILS_DAYS` is read as `keepMailsDays`, a platform's `X_CLIENT_ID` as its `clientId`, any of them also from a file. */
function isSetting(name: string): boolean {
  const plain = name.replace(/_FILE$/, '');
  return [name, plain, camel(plain), camel(plain.replace(/^[A-Z0-9]+_/, ''))].some((each) => words.has(each));
}

/** `postloom_<service>_due_lag_seconds` is the key `dueLagSeconds` of `defineMetrics`; counters and histograms may add a suffix. */
function isMetric(name: string): boolean {
  const key = name.replace(/^postloom_[a-z0-9]+_/, '');
  return [key, key.replace(/_(total|bucket|sum|count)$/, '')].some((each) => words.has(camel(each)));
}

const rules: [what: string, expression: RegExp, isThere: (named: string, document: string) => boolean][] = [
  [
    'link',
    /\]\((?![a-z]+:)([^)#]+)/g,
    (target, document) => paths.has(posix.join(posix.dirname(document), target).replace(/\/$/, '')),
  ],
  ['file', /`(?:[^`]*\s)?([\w./{},*-]+\.(?:ts|tsx|mjs|sql|md))(?:\s[^`]*)?`/g, isFile],
  ['script', /\bnpm run ([\w:-]+)/g, (name) => scripts.includes(name)],
  ['setting', /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g, isSetting],
  ['metric', /\b(postloom_[a-z0-9_]*[a-z0-9])\b(?!_)/g, isMetric],
  [
    'event',
    /`((?:identity|media|captions|scheduling|publisher)\.[a-z-]+\.[a-z-]+(?:\/[a-z-]+)*)`/g,
    (named) => {
      const start = named.slice(0, named.lastIndexOf('.') + 1);
      return named
        .slice(start.length)
        .split('/')
        .every((verb) => subjects.has(start + verb));
    },
  ],
];

describe('documents', () => {
  it.each(rules)('name no %s that does not exist', (_, expression, isThere) => {
    const found = documents.flatMap((document) =>
      [...read(document).matchAll(expression)].map(([, named = '']) => ({ document, named })),
    );
    expect(found).not.toEqual([]);
    expect(found.filter(({ named, document }) => !isThere(named, document))).toEqual([]);
  });
});

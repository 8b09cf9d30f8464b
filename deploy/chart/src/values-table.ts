import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, parseDocument } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';
import { chart } from './rendered.ts';

/** One setting of the chart. */
export interface ValueEntry {
  /** `image.tag`; a setting that every service has is `services.<name>.replicas`. */
  readonly path: string;
  /** As the table shows it. */
  readonly usual: string;
  /** The comment above it in values.yaml; empty without one. */
  readonly about: string;
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as Schema;

const resolved = (one: Schema): Schema =>
  one.$ref === undefined ? one : (schema.definitions?.[one.$ref.replace('#/definitions/', '')] ?? {});

/** Settings that are one value to whoever writes them, whatever is in them. */
const wholes = new Set(['resources']);

const isGroup = (name: string, one: Schema): boolean => one.properties !== undefined && !wholes.has(name);

/** The paths that the schema allows. */
export function pathsOfSchema(one: Schema = schema, before = ''): readonly string[] {
  return Object.entries(resolved(one).properties ?? {})
    .filter(([name]) => before !== '' || name !== 'global') // Helm's own, for charts that have this one as a part
    .flatMap(([name, inner]) => {
      const path = generalized(`${before}${name}`);
      return isGroup(name, resolved(inner)) ? pathsOfSchema(inner, `${path}.`) : [path];
    })
    .filter((path, index, all) => all.indexOf(path) === index);
}

const generalized = (path: string): string => path.replace(/^services\.\w+/, 'services.<name>');

/** The settings of values.yaml with their descriptions. What every service has is described at the first of them, the gateway. */
export function valueEntries(): readonly ValueEntry[] {
  const document = parseDocument(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  const all = entriesOf(document.contents as YAMLMap, schema, '');
  return all
    .filter(({ path }, index) => all.findIndex((one) => one.path === path) === index)
    .map((entry) =>
      all.some(({ path, usual }) => path === entry.path && usual !== entry.usual)
        ? { ...entry, usual: 'by service' }
        : entry,
    );
}

function entriesOf(map: YAMLMap, one: Schema, before: string): readonly ValueEntry[] {
  return map.items.flatMap((pair, index) => {
    const name = String(isScalar(pair.key) ? pair.key.value : pair.key);
    const inner = resolved(resolved(one).properties?.[name] ?? {});
    const path = generalized(`${before}${name}`);
    if (isMap(pair.value) && isGroup(name, inner)) {
      return entriesOf(pair.value, inner, `${path}.`);
    }
    return [{ path, usual: shown((pair.value as Node).toJSON()), about: aboutOf(map, pair, index) }];
  });
}

/** The first comment of a map belongs to the map in the parser's eyes. */
function aboutOf(map: YAMLMap, { key }: Pair, index: number): string {
  const own = (isScalar(key) ? key.commentBefore : undefined) ?? (index === 0 ? map.commentBefore : undefined) ?? '';
  return (own.split('\n\n').at(-1) ?? '').replaceAll(/\s*\n\s*/g, ' ').trim();
}

const shown = (value: unknown): string => (value === '' ? '' : `\`${JSON.stringify(value).replaceAll('"', '')}\``);

/** The table of helm/README.md. */
export const valuesTable = (): string =>
  [
    '| Value | Default | |',
    '|---|---|---|',
    ...valueEntries().map(({ path, usual, about }) => `| \`${path}\` | ${usual} | ${about} |`),
  ].join('\n');

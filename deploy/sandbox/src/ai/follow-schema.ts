import { platformNamed, platformNames } from '../platforms/definitions.ts';
import type { Written } from './write.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * A value that satisfies a JSON Schema, filled with what was written: members are recognised by their names (`caption`,
 * `hashtags`, `altText`, `analysis`, ...), everything else by its type.
 */
export function followSchema(schema: unknown, written: Written): unknown {
  return value(asSchema(schema), '', written, asSchema(schema), 0);
}

function asSchema(schema: unknown): Schema {
  return typeof schema === 'object' && schema !== null ? (schema as Schema) : {};
}

function value(given: Schema, name: string, written: Written, root: Schema, depth: number): unknown {
  if (depth > 12) {
    return null;
  }
  const schema = resolve(given, root);
  if ('const' in schema) {
    return schema['const'];
  }
  const choices = schema['enum'];
  if (Array.isArray(choices)) {
    return matchingChoice(choices, written);
  }
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) {
    const option = options.map(asSchema).find((item) => resolve(item, root)['type'] !== 'null');
    return option ? value(option, name, written, root, depth + 1) : null;
  }
  const parts = schema['allOf'];
  if (Array.isArray(parts)) {
    return value(
      Object.assign({}, schema, { allOf: undefined }, ...parts.map((part) => resolve(asSchema(part), root))) as Schema,
      name,
      written,
      root,
      depth + 1,
    );
  }
  switch (typeOf(schema)) {
    case 'object': {
      const result: Record<string, unknown> = {};
      for (const [key, member] of Object.entries(asSchema(schema['properties']))) {
        result[key] = value(asSchema(member), key, writtenFor(key, written), root, depth + 1);
      }
      return result;
    }
    case 'array':
      return list(schema, name, written, root, depth);
    case 'number':
    case 'integer':
      return number(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return text(schema, name, written);
  }
}

/** Each of several samples, and each platform's text, is another one. */
function writtenFor(name: string, written: Written): Written {
  const [, number] = /^sample_(\d)$/.exec(name) ?? [];
  const at =
    number === undefined ? platformNames.findIndex((one) => one === platformNamed(name)) + 1 : Number(number) - 1;
  const caption = [written.caption, ...written.others][at % (written.others.length + 1)];
  return caption === undefined ? written : { ...written, caption };
}

function resolve(schema: Schema, root: Schema): Schema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) {
    return schema;
  }
  let found: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    found = asSchema(found)[step.replace(/~1/g, '/').replace(/~0/g, '~')];
  }
  return asSchema(found);
}

function typeOf(schema: Schema): string {
  const type = schema['type'];
  if (Array.isArray(type)) {
    return String(type.find((one) => one !== 'null') ?? 'null');
  }
  if (typeof type === 'string') {
    return type;
  }
  return 'properties' in schema ? 'object' : 'items' in schema ? 'array' : 'string';
}

function list(schema: Schema, name: string, written: Written, root: Schema, depth: number): unknown[] {
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : 30;
  const items = resolve(asSchema(schema['items']), root);
  if (/tag/i.test(name) && typeOf(items) === 'string') {
    // "with #" in the member's own words, or a pattern that begins with it, asks for the sign.
    const words = `${String(schema['description'] ?? '')} ${String(items['description'] ?? '')} ${String(items['pattern'] ?? '')}`;
    const sign = /#/.test(words) && !/without/i.test(words) ? '#' : '';
    return written.hashtags.slice(0, most).map((tag) => `${sign}${tag}`);
  }
  if (/colou?r/i.test(name) && typeOf(items) === 'string') {
    return written.colours.slice(0, most);
  }
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 1;
  return Array.from({ length: Math.min(Math.max(least, 1), most) }, () => value(items, name, written, root, depth + 1));
}

function number(schema: Schema): number {
  const least = typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
  const most = typeof schema['maximum'] === 'number' ? schema['maximum'] : Math.max(least, 1);
  return schema['type'] === 'integer' ? Math.round((least + most) / 2) : (least + most) / 2;
}

function text(schema: Schema, name: string, written: Written): string {
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 10_000;
  return [...byName(name, written)].slice(0, most).join('');
}

function byName(name: string, written: Written): string {
  const key = name.toLowerCase().replace(/[^a-z]/g, '');
  if (/alt/.test(key)) {
    return written.altText;
  }
  if (/hashtag/.test(key)) {
    return written.hashtags.map((tag) => `#${tag}`).join(' ');
  }
  if (/analysis|description|reason|summary|seen|scene|image|photo|picture/.test(key)) {
    return written.analysis;
  }
  if (/mood|tone|feeling/.test(key)) {
    return written.mood;
  }
  if (/subject|title|headline/.test(key)) {
    return written.subject;
  }
  if (/colou?r/.test(key)) {
    return written.colours.join(', ');
  }
  if (/language|lang/.test(key)) {
    return 'en';
  }
  return written.caption;
}

function matchingChoice(choices: readonly unknown[], written: Written): unknown {
  return choices.find((choice) => typeof choice === 'string' && written.mood.includes(choice)) ?? choices[0];
}

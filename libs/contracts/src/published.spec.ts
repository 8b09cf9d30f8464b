import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { breakingChanges, publishedSchemas } from './published.ts';

type Json = Record<string, unknown>;
const folder = join(import.meta.dirname, '../published');

/** `UPDATE_PUBLISHED=on` writes additions; it never writes over a breaking change. */
const update = process.env['UPDATE_PUBLISHED'] === 'on';

const readPublished = (subject: string): Json | null => {
  const file = `${subject}.json`;
  return readdirSync(folder).includes(file) ? (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json) : null;
};

describe('published schemas', () => {
  const current = publishedSchemas();

  it.each(Object.keys(current))('%s changed by addition only', (subject) => {
    const published = readPublished(subject);
    for (const [part, schema] of Object.entries(published ?? {})) {
      expect(
        breakingChanges(schema as Json, current[subject]?.[part] as Json, part === 'input' ? 'input' : 'output'),
      ).toEqual([]);
    }
    if (update) {
      writeFileSync(join(folder, `${subject}.json`), `${JSON.stringify(current[subject], null, 2)}\n`);
    }
    expect(readPublished(subject)).toEqual(current[subject]);
  });

  it('no subject disappeared', () => {
    const subjects = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.replace(/\.json$/, ''));
    expect(subjects.filter((subject) => current[subject] === undefined)).toEqual([]);
  });
});

describe('breakingChanges', () => {
  const schema = (type: z.ZodType): Json => z.toJSONSchema(type) as Json;
  const before = schema(z.object({ id: z.string(), tone: z.enum(['a', 'b']), note: z.string().optional() }));

  it('an added optional field is none', () => {
    const after = schema(
      z.object({
        id: z.string(),
        tone: z.enum(['a', 'b', 'c']),
        note: z.string().optional(),
        more: z.number().optional(),
      }),
    );
    expect(breakingChanges(before, after, 'input')).toEqual([]);
  });

  it('an alternative beside the shape of before is none, one instead of it is', () => {
    const rows = z.array(z.object({ id: z.string() }));
    const page = z.object({ data: rows });
    expect(breakingChanges(schema(rows), schema(z.union([rows, page])), 'output')).toEqual([]);
    expect(breakingChanges(schema(rows), schema(z.union([z.array(z.string()), page])), 'output')).not.toEqual([]);
  });

  it('an added enum value of an event or answer is none: readers retry what an older build can’t read', () => {
    const after = schema(z.object({ id: z.string(), tone: z.enum(['a', 'b', 'c']), note: z.string().optional() }));
    expect(breakingChanges(before, after, 'output')).toEqual([]);
  });

  it.each<[string, z.ZodType, 'input' | 'output']>([
    ['$.note is gone', z.object({ id: z.string(), tone: z.enum(['a', 'b']) }), 'output'],
    [
      '$.more became required',
      z.object({ id: z.string(), tone: z.enum(['a', 'b']), note: z.string().optional(), more: z.number() }),
      'input',
    ],
    [
      '$.id may now be absent',
      z.object({ id: z.string().optional(), tone: z.enum(['a', 'b']), note: z.string().optional() }),
      'output',
    ],
    [
      '$.tone: "b" is no longer a value',
      z.object({ id: z.string(), tone: z.enum(['a']), note: z.string().optional() }),
      'output',
    ],
    [
      '$.id: type was "string", is "number"',
      z.object({ id: z.number(), tone: z.enum(['a', 'b']), note: z.string().optional() }),
      'output',
    ],
  ])('%s', (problem, type, io) => {
    expect(breakingChanges(before, schema(type), io)).toContain(problem);
  });
});

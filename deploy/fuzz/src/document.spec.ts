import { describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, withKnownIds } from './document.ts';

const known = { businessId: 'the-business', byCollection: { posts: 'a-post' }, byField: { photoId: 'a-photo' } };

function narrowed(path: string, operation: unknown): unknown {
  const document = withKnownIds({ paths: { [path]: { post: operation } } }, known);
  return (document['paths'] as Record<string, Record<string, unknown>>)[path]?.['post'];
}

describe('the document with the ids of what exists', () => {
  it('names the business, and a known and an unknown thing in the path', () => {
    const id = { name: 'id', in: 'path', schema: { type: 'string' } };
    const business = { name: 'X-Business-Id', in: 'header', schema: { type: 'string' } };
    const platform = { name: 'platform', in: 'path', schema: { type: 'string' } };
    expect(narrowed('/api/posts/{id}/targets/{platform}', { parameters: [id, business, platform] })).toEqual({
      parameters: [
        { ...id, schema: { type: 'string', enum: ['a-post', UNKNOWN_ID] } },
        { ...business, schema: { type: 'string', enum: ['the-business'] } },
        platform,
      ],
    });
    expect(narrowed('/api/unheard-of/{id}', { parameters: [id] })).toEqual({ parameters: [id] });
  });

  it('narrows fields at any depth, nullable and in lists, and leaves answers alone', () => {
    const answer = {
      200: { content: { 'application/json': { schema: { properties: { photoId: { type: 'string' } } } } } },
    };
    const body = (photoId: unknown): unknown => ({
      requestBody: {
        content: { 'application/json': { schema: { properties: { item: { properties: { photoId } } } } } },
      },
      responses: answer,
    });
    const one = { type: 'string', enum: ['a-photo', UNKNOWN_ID] };
    expect(narrowed('/api/posts', body({ type: 'string' }))).toEqual(body(one));
    expect(narrowed('/api/posts', body({ anyOf: [{ type: 'string' }, { type: 'null' }] }))).toEqual(
      body({ anyOf: [one, { type: 'null' }] }),
    );
    expect(narrowed('/api/posts', body({ type: 'array', items: { type: 'string' } }))).toEqual(
      body({ type: 'array', items: one }),
    );
  });
});

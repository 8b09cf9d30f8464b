import { describe, expect, it } from '@jest/globals';
import { AppError, captionImage, routeList, routes } from '@postloom/contracts';
import type { RouteContract } from '@postloom/contracts';
import { parseRequest } from './parse-request.ts';
import type { GatewayRequest } from './request.ts';

const id = '01a1fb0c-57a0-732d-aa8c-f73be91c5907';

function refused(contract: RouteContract, parts: { params?: unknown; query?: unknown; body?: unknown }): AppError {
  try {
    parseRequest(contract, parts as GatewayRequest);
  } catch (error) {
    if (error instanceof AppError) {
      return error;
    }
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('parseRequest', () => {
  it('gives the three parts as the contract decodes them', () => {
    const parts = { params: { id }, body: { caption: 'New', version: 3 } };
    expect(parseRequest(routes.updatePost, parts as unknown as GatewayRequest)).toMatchObject(parts);
    expect(parseRequest(routes.photos, { query: { limit: '7' } } as GatewayRequest).query).toEqual({ limit: 7 });
  });

  it('reads ids that are separated by commas, at most 100 of them', () => {
    const asked = (count: number) => ({ query: { ids: Array.from({ length: count }, () => id).join(',') } });
    expect(parseRequest(routes.photos, asked(2) as GatewayRequest).query).toEqual({ ids: [id, id] });
    expect(refused(routes.photos, asked(101)).code).toBe('validation_failed');
    expect(refused(routes.photos, { query: { ids: `${id},x` } }).details).toMatchObject([{ path: 'ids.1' }]);
  });

  it('takes an absent body for an empty one, and null for what it is: no object', () => {
    const withoutNeeds = routeList.filter(({ body }) => body?.safeParse({}).success === true);
    expect(withoutNeeds.length).toBeGreaterThan(0);
    for (const contract of withoutNeeds) {
      const bare = { ...contract, params: undefined, query: undefined };
      expect(parseRequest(bare, {} as GatewayRequest).body).toBeDefined();
      expect(refused(bare, { body: null }).code).toBe('validation_failed');
    }
  });

  it('calls a wildcard by its name', () => {
    const parsed = parseRequest(routes.object, { params: { '*': 'a/b/c.jpg' } } as GatewayRequest);
    expect(parsed.params).toEqual({ key: 'a/b/c.jpg' });
  });

  it.each(['not-a-uuid', "' OR 1=1 --", '-1', '0', 'x'.repeat(10_000), `${id}x`, ''])(
    'id %.20s is invalid_id (S12)',
    (bad) => {
      expect(refused(routes.post, { params: { id: bad } })).toMatchObject({
        code: 'invalid_id',
        message: 'This is not a valid id.',
      });
    },
  );

  it.each(['evil', '../instagram', 'instagram%00', 'Instagram', ''])('platform %s does not exist (S46)', (platform) => {
    expect(refused(routes.socialAuth, { params: { platform } }).code).toBe('not_found');
  });

  it('names unknown fields, also nested ones', () => {
    const body = {
      name: 'Shop',
      industryType: 'restaurant',
      userId: id,
      brandColors: { primary: '#111111', secondary: '#222222', third: 'x' },
    };
    const { code, details } = refused(routes.createBusiness, { body });
    expect(code).toBe('validation_failed');
    expect(details?.map(({ path }) => path).toSorted()).toEqual(['brandColors.third', 'userId']);
  });

  it('says the sentence of the first refused field', () => {
    const error = refused(routes.createBusiness, { body: { name: '  ', industryType: 'restaurant' } });
    expect([error.code, error.message]).toEqual(['validation_failed', 'Business name is required']);
    expect(refused(routes.createBusiness, {}).code).toBe('validation_failed');
    expect(refused(routes.createBusiness, { body: ['a'] }).code).toBe('validation_failed');
  });

  it.each(['2026-02-30T10:00:00Z', 'tomorrow', '2026-11-20T10:00:00', 7])(
    'scheduledFor %s is invalid_date (S58)',
    (scheduledFor) => {
      const body = { caption: 'x', platforms: ['instagram'], status: 'scheduled', scheduledFor };
      expect(refused(routes.createPost, { body }).code).toBe('invalid_date');
    },
  );

  it('a picture that is too long a text is too large a picture (S41)', () => {
    const body = { imageBase64: 'A'.repeat(captionImage.maxBase64Bytes + 1) };
    expect(refused(routes.generateCaption, { body })).toMatchObject({
      code: 'payload_too_large',
      message: 'Image too large. Please try a smaller photo.',
    });
    expect(refused(routes.generateCaption, { body: {} }).message).toBe(
      'Please select a photo first to generate a caption.',
    );
  });

  it.each<[unknown]>([
    [{ limit: '1e9' }],
    [{ limit: '0' }],
    [{ limit: '-1' }],
    [{ offset: '-1' }],
    [{ sort: ';drop' }],
    [{ limit: ['1', '2'] }],
  ])('list query %j is refused (S65)', (query) => {
    expect(refused(routes.photos, { query }).code).toBe('validation_failed');
  });
});

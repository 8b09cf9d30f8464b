import { describe, expect, it } from '@jest/globals';
import type { Uow } from '@postloom/persistence';
import type { PostsRepository } from './posts.repository.ts';
import { RenderPosts } from './render-posts.ts';

const BUSINESS = '0192f0aa-0000-7000-8000-000000000001';
const uow = { run: (_scope: unknown, work: (tx: unknown) => unknown) => Promise.resolve(work({})) } as unknown as Uow;

/** Faked: the database; real: how often posts are brought up to date before the read gives up. */
const rendering = (): { posts: RenderPosts; rendered: string[] } => {
  const rendered: string[] = [];
  const render = (_tx: unknown, _businessId: string, ids: readonly string[]): Promise<void> => {
    rendered.push(...ids);
    return Promise.resolve();
  };
  return { posts: new RenderPosts(uow, { render } as unknown as PostsRepository), rendered };
};

describe('bringing the JSON of posts up to date', () => {
  it('repeats the read until nothing in it is stale', async () => {
    const { posts, rendered } = rendering();
    const stale = [['a', 'b'], ['b'], []];
    expect(await posts.complete(BUSINESS, async () => ({ answer: 'posts', stale: stale.shift() ?? [] }))).toBe('posts');
    expect(rendered).toEqual(['a', 'b', 'b']);
  });

  it('ends also when a post becomes stale each time', async () => {
    const { posts, rendered } = rendering();
    const read = async (): Promise<{ answer: string; stale: string[] }> => ({ answer: 'posts', stale: ['a'] });
    await expect(posts.complete(BUSINESS, read)).rejects.toMatchObject({ code: 'unavailable' });
    expect(rendered.length).toBeLessThan(20);
  });
});

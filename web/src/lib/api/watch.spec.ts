import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubbedFetch } from '../testing/stubbed-fetch.ts';
import { setPageBusinessId } from './page-scope.ts';
import { routes } from './routes.ts';
import { watchRoute } from './watch.ts';

const fetched = stubbedFetch();
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const streamed = (...events: string[]) =>
  new Response(events.join(''), { headers: { 'Content-Type': 'text/event-stream' } });
const body = { photoId: '0192f3c0-0000-7000-8000-000000000001', options: {} };

beforeEach(() => setPageBusinessId('0192f3c0-0000-7000-8000-000000000002'));
afterEach(() => setPageBusinessId(null));

describe('an answer that is watched', () => {
  it('is read whole where its text parts lines or paragraphs with signs of their own', async () => {
    const caption = 'Fresh bread.\u2028Come by.\u2029Soon.\u0085Now.\r\nYes.';
    const answer = { caption, hashtags: [], rawAnalysis: '', provider: 'openai', model: 'm' };
    fetched.mockResolvedValueOnce(streamed(event('part', { caption }), event('answer', answer)));
    const parts: unknown[] = [];
    expect(await watchRoute(routes.generateCaption, { body }, (part) => parts.push(part))).toEqual(answer);
    expect(parts).toEqual([{ caption }]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeFor, install, screenFor, tidy } from './kept-code.ts';
import { SHELL } from './shell.ts';

const origin = 'https://postloom.example';
const fetched = vi.fn<(path: string | Request) => Promise<Response>>();
let kept: Map<string, Response>;

const pathOf = (asked: string | Request) => new URL(typeof asked === 'string' ? asked : asked.url, origin).href;
const cache = {
  match: async (asked: string) => kept.get(pathOf(asked))?.clone(),
  put: async (asked: string, response: Response) => void kept.set(pathOf(asked), response),
  delete: async (asked: string) => kept.delete(pathOf(asked)),
  keys: async () => [...kept.keys()].map((url) => ({ url })),
};
const paths = () => [...kept.keys()].map((url) => new URL(url).pathname).toSorted();
const text = async (path: string) => (await cache.match(path))?.text();

const release = (name: string, files = [`/assets/${name}.js`, '/assets/react.js']) => ({
  entry: `/assets/${name}.js`,
  opening: [...files, '/fonts/a.woff2'],
  all: [...files, `/assets/${name}-late.js`],
});
/** A server that gives this release. */
function serve(name: string): void {
  fetched.mockImplementation(async (asked) => {
    const { pathname } = new URL(pathOf(asked));
    return new Response(pathname === SHELL ? `<script src="/assets/${name}.js">` : `${name} ${pathname}`);
  });
}

beforeEach(() => {
  kept = new Map();
  fetched.mockReset();
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a release on the device', () => {
  it('is all that opens it, and its shell', async () => {
    serve('one');
    await install(release('one'));
    expect(paths()).toEqual([SHELL, '/assets/one.js', '/assets/react.js', '/fonts/a.woff2']);
  });

  it('fetches of the next one what is new, and the typeface', async () => {
    serve('one');
    await install(release('one'));
    serve('two');
    fetched.mockClear();
    await install(release('two'));
    expect(fetched.mock.calls.map(([asked]) => asked).toSorted()).toEqual([SHELL, '/assets/two.js', '/fonts/a.woff2']);
    expect(await text(SHELL)).toContain('two.js');
  });

  it('keeps opening the one before until all of the next is there', async () => {
    serve('one');
    await install(release('one'));
    serve('two');
    const served = fetched.getMockImplementation();
    fetched.mockImplementation(async (asked) =>
      asked === '/assets/two.js' ? new Response('', { status: 404 }) : served!(asked),
    );
    await expect(install(release('two'))).rejects.toThrow('/assets/two.js: 404');
    expect(await text(SHELL)).toContain('one.js');
  });

  it('takes no shell of another release, while the servers are being replaced', async () => {
    serve('one');
    await expect(install(release('two'))).rejects.toThrow('another release');
    expect(paths()).toEqual([]);
  });

  it('leaves the release before to the pages that are open, and lets older ones go', async () => {
    for (const name of ['one', 'two', 'three']) {
      serve(name);
      await install(release(name));
      await tidy(release(name));
      const late = `/assets/${name}-late.js`;
      await codeFor(new Request(pathOf(late)), (work) => void work);
    }
    expect(paths().filter((path) => path.startsWith('/assets/'))).toEqual([
      '/assets/react.js',
      '/assets/three-late.js',
      '/assets/three.js',
      '/assets/two-late.js',
      '/assets/two.js',
    ]);
  });
});

describe('code', () => {
  const asked = new Request(`${origin}/assets/late.js`);

  it('comes from the device once it was fetched, and its absence is not kept', async () => {
    fetched.mockResolvedValueOnce(new Response('', { status: 404 }));
    expect((await codeFor(asked, (work) => void work)).status).toBe(404);
    serve('one');
    const works: Promise<unknown>[] = [];
    expect(await (await codeFor(asked, (work) => works.push(work))).text()).toBe('one /assets/late.js');
    await Promise.all(works);
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await (await codeFor(asked, (work) => void work)).text()).toBe('one /assets/late.js');
  });
});

describe('a screen', () => {
  const page = (status: number) => Promise.resolve(new Response('page', { status }));
  const shown = async (ask: () => Promise<Response>) => (await screenFor(ask, 50)).text();

  beforeEach(() => void kept.set(pathOf(SHELL), new Response('shell')));

  it.each([
    ['answers', () => page(200), 'page'],
    ['knows no such page', () => page(404), 'page'],
    ['is out of reach', () => Promise.reject(new TypeError('Failed to fetch')), 'shell'],
    ['is being restarted', () => page(503), 'shell'],
    ['never answers', () => new Promise<Response>(() => undefined), 'shell'],
  ])('of a server that %s', async (_, ask, wanted) => {
    expect(await shown(ask)).toBe(wanted);
  });

  it('and its code are the server’s where the device’s storage fails', async () => {
    vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('Quota', 'UnknownError')) });
    expect(await shown(() => page(200))).toBe('page');
    serve('one');
    const works: Promise<unknown>[] = [];
    const code = await codeFor(new Request(`${origin}/assets/late.js`), (work) => works.push(work));
    expect(await code.text()).toBe('one /assets/late.js');
    await Promise.all(works);
  });

  it('is the server’s alone before the device has a shell', async () => {
    kept.clear();
    await expect(shown(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow('Failed to fetch');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { pickPage } from './popup-pages.ts';

const page = pickPage(
  { outcome: 'pick', platform: 'linkedin', pickToken: 't', offered: [{ remoteId: '1', name: 'Rye', avatarUrl: null }] },
  { id: 'the-business', name: 'Rye & Co.' },
  'n',
);
const tokens = readFileSync(join(import.meta.dirname, '../../../../web/src/ui/tokens.css'), 'utf8');

/** The custom properties of the first rule that begins so. */
function propertiesOf(css: string, selector: RegExp): Record<string, string> {
  const rule = css.slice(css.search(selector)).match(/\{([^}]*)\}/)?.[1] ?? '';
  return Object.fromEntries([...rule.matchAll(/(--[\w-]+):\s*([^;}]+)/g)].map(([, name, value]) => [name, value]));
}

const blocked = '(storage is blocked)';

/** What the head's script makes of a stored choice. */
function themeFor(stored: string | null, systemIsDark: boolean): string | undefined {
  const dataset: { theme?: string } = {};
  const getItem = () => {
    if (stored === blocked) {
      throw new Error('Storage is blocked.');
    }
    return stored;
  };
  runInNewContext(page.match(/<script[^>]*>([\s\S]*?)<\/script><\/head>/)?.[1] ?? '', {
    localStorage: { getItem },
    matchMedia: (query: string) => ({ matches: systemIsDark && query === '(prefers-color-scheme: dark)' }),
    document: { documentElement: { dataset } },
  });
  return dataset.theme;
}

describe('the pages of the connect window', () => {
  it('say whose posts go out from the account', () => {
    expect(page).toContain('The posts of Rye &amp; Co. go out from the account you choose.');
  });

  it('name the account that was connected until now, and choose it beforehand', () => {
    const one = { remoteId: '1', name: 'Rye', avatarUrl: null };
    const offered = [
      { ...one, kind: 'page' as const, isCurrent: true },
      { ...one, remoteId: '2', name: 'Flax' },
    ];
    const choices = pickPage(
      { outcome: 'pick', platform: 'linkedin', pickToken: 't', offered },
      { id: 'b', name: undefined },
      'n',
    );
    expect(choices).toMatch(/value="1" checked>.*LinkedIn Page, connected until now/);
    expect(choices.match(/ checked/g)).toHaveLength(1);
  });

  it.each([
    [null, true, undefined],
    ['light', true, undefined],
    ['dark', false, 'dark'],
    ['system', true, 'dark'],
    ['system', false, undefined],
    [blocked, true, undefined],
  ])('have the theme of the page that opened them: stored %s, system dark %s', (stored, systemIsDark, theme) => {
    expect(themeFor(stored, systemIsDark)).toBe(theme);
  });

  it.each([
    ['says what the person should know, and waits until they close it', 'Also at <Harbor Yoga>.', false],
    ['closes when there is nothing to know', undefined, true],
  ])('after a choice %s', async (_what, notice, closes) => {
    const [heading, text, form] = [{ textContent: '' }, { textContent: '', className: '' }, {}];
    let submit: (event: object) => Promise<void> = () => Promise.resolve();
    let closed = false;
    const put: { textContent?: string }[] = [];
    const sent: unknown[] = [];
    const element = {
      addEventListener: (_event: string, listen: typeof submit) => (submit = listen),
      textContent: '',
    };
    runInNewContext(
      page.match(/<script[^>]*>const data=([\s\S]*?)<\/script>/)?.[0].replace(/<[^>]*script[^>]*>/g, '') ?? '',
      {
        window: { name: 'w', opener: null, close: () => (closed = true) },
        BroadcastChannel: class {
          postMessage = () => undefined;
        },
        FormData: class {
          get = () => '1';
        },
        document: {
          getElementById: (id: string) => (id === 'close' ? null : element),
          querySelector: (selector: string) => (selector === 'h1' ? heading : text),
          createElement: () => ({ addEventListener: () => undefined, focus: () => undefined }),
        },
        fetch: (url: string, { headers, body }: { headers: object; body: string }) => {
          sent.push({ url, headers: { ...headers }, body });
          return Promise.resolve({ ok: true, json: () => Promise.resolve({ success: true, notice }) });
        },
      },
    );
    const target = { ...form, querySelector: () => ({}), replaceWith: (one: object) => put.push(one) };
    await submit({ preventDefault: () => undefined, target });
    expect(sent).toEqual([
      {
        url: '/api/social/linkedin/pick',
        headers: { 'content-type': 'application/json', 'x-business-id': 'the-business' },
        body: '{"pickToken":"t","remoteIds":["1"]}',
      },
    ]);
    expect(closed).toBe(closes);
    expect(text.textContent).toBe(notice ?? '');
    expect(heading.textContent).toBe(closes ? '' : 'LinkedIn is connected');
    expect(put.map(({ textContent }) => textContent)).toEqual(closes ? [] : ['Close this window']);
  });

  it.each([
    ['light', /:root\{/, /:root,/],
    ['dark', /\[data-theme=dark\]\{/, /\[data-theme='dark'\]/],
  ])('have the colors of the web client in the %s theme', (_theme, own, client) => {
    const colors = propertiesOf(page, own);
    expect(Object.keys(colors)).toContain('--paper');
    expect(propertiesOf(tokens, client)).toMatchObject(colors);
  });
});

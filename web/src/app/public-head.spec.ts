import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderPublicPages } from '#prerender.tsx';
import { formatDate } from '#lib/format.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { PUBLIC_URL, publicHead } from './public-head.ts';
import { publicPages, socialPreview } from './public-pages.ts';
import { documentTitle, screenAt } from './routes.ts';

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html');
/** The content of the tags that a preview reads, by their names. */
const tagsOf = (head: string) =>
  Object.fromEntries(
    [...parsed(head).querySelectorAll('meta')].map((tag) => [tag.getAttribute('property') ?? tag.name, tag.content]),
  );

describe('the public pages', () => {
  it('are screens for visitors, none behind a link that was mailed', () => {
    for (const { path } of publicPages) {
      expect([path, screenAt(path, false)?.path]).toEqual([path, path]);
      expect(path).not.toMatch(/reset|verify|confirm|status|unsubscribe|shared/);
    }
  });

  it('each say what is on them in a line that search engines show whole, each another', () => {
    for (const { path, description } of publicPages) {
      expect([path, description.length >= 50 && description.length <= 160]).toEqual([path, true]);
    }
    expect(new Set(publicPages.map(({ description }) => description)).size).toBe(publicPages.length);
  });

  it.each(publicPages.map((page) => [page.path, page] as const))('have a whole head: %s', (path, page) => {
    const { head } = renderPublicPages().find((one) => one.path === path) ?? { head: '' };
    const title = documentTitle(screenAt(path, false));
    const { title: shown } = parsed(head);
    expect(shown).toBe(title);
    expect(parsed(head).querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(PUBLIC_URL + path);
    expect(tagsOf(head)).toEqual({
      description: page.description,
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': page.description,
      'twitter:image': `${PUBLIC_URL}/social-preview.png`,
      'twitter:image:alt': socialPreview.alt,
      'og:type': 'website',
      'og:site_name': 'Postloom',
      'og:locale': 'en_US',
      'og:title': title,
      'og:description': page.description,
      'og:url': PUBLIC_URL + path,
      'og:image': `${PUBLIC_URL}/social-preview.png`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': socialPreview.alt,
    });
    expect(parsed(head).querySelectorAll('script').length).toBe(path === '/' ? 1 : 0);
  });

  it('say words with quotes and angle brackets as they are, and end no script early', () => {
    const description = 'Rye & "spelt" <b>';
    const facts = { name: '</script><b>' };
    const head = publicHead({ path: '/', description }, facts);
    expect(tagsOf(head)['og:description']).toBe(description);
    expect(parsed(head).querySelector('b')).toBeNull();
    expect(JSON.parse(parsed(head).querySelector('script')?.textContent ?? '')).toEqual(facts);
  });
});

describe('the prerendered texts', () => {
  const textOf = (path: string) => renderPublicPages().find((one) => one.path === path)?.body ?? '';

  it.each(['/privacy-policy', '/terms-of-service'])(
    'are whole without the application, and date themselves: %s',
    (path) => {
      document.body.innerHTML = textOf(path);
      expect(document.querySelector('h1')?.textContent).toBe(screenAt(path, false)?.title);
      expect(document.querySelectorAll('h2').length).toBeGreaterThan(6);
      expect(document.querySelector('header a[href="/api/login"]')).not.toBeNull();
      expect(document.querySelector('footer a[href="/data-deletion"]')).not.toBeNull();
      expect(document.body.textContent).toContain('Last updated: today');
      new Function(readFileSync(resolve(import.meta.dirname, '../features/legal/today.js'), 'utf8'))();
      expect(document.body.textContent).toContain(`Last updated: ${formatDate(new Date(), browserTimeZone())}`);
      document.body.innerHTML = '';
    },
  );

  it('of the deletion say without a script what goes, how long it takes, and where to write', () => {
    const { withoutScripts = '' } = renderPublicPages().find(({ path }) => path === '/data-deletion') ?? {};
    const page = parsed(withoutScripts);
    expect(page.querySelector('h1')?.textContent).toBe('Delete My Data');
    expect([...page.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
      ...['Request the deletion', 'What is deleted', 'How long it takes', 'Questions'],
    ]);
    expect(page.querySelector('section a[href^="mailto:"]')?.closest('p')?.textContent).toMatch(/needs JavaScript/);
    expect(page.body.textContent).toContain('Photos, albums, and captions');
    expect(page.querySelector('form, input, script')).toBeNull();
    expect(page.querySelector('header a[href="/api/login"]')).not.toBeNull();
  });

  it('are no forms, which need the application', () => {
    expect(renderPublicPages().flatMap(({ path, body }) => (body ? [path] : []))).toEqual([
      ...['/', '/privacy-policy', '/terms-of-service'],
    ]);
  });
});

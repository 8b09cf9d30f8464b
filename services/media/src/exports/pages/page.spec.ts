import { describe, expect, it } from '@jest/globals';
import { escaped, linkTo, page } from './page.ts';

describe('a page of an export', () => {
  it('shows what a person wrote as text, never as markup', () => {
    const evil = `"><script>alert('1')</script>&`;
    const html = page({ path: 'index.html', title: evil }, `<p>${escaped(evil)}</p>`);
    expect(html).not.toContain('<script');
    expect(html).not.toContain(`'1'`);
    expect(escaped(`<&">'`)).toBe('&#60;&#38;&#34;&#62;&#39;');
  });

  it('links to other files by relative addresses', () => {
    expect(linkTo('style.css', 'index.html')).toBe('style.css');
    expect(linkTo('businesses/01-a/photos/ä #1.jpg', 'businesses/01-a/photos-0001.html')).toBe(
      '../../businesses/01-a/photos/%C3%A4%20%231.jpg',
    );
  });
});

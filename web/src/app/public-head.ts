import { documentTitle, screenAt } from './routes.ts';
import { socialPreview, type PublicPage } from './public-pages.ts';

/** Stands for the address of the installation, which the build doesn't know; the origin puts its own there. */
export const PUBLIC_URL = 'https://public-url.invalid';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * What the head of a public page says to search engines and link previews, in place of the bare title.
 * @param facts what the page is about as schema.org has it. A data block: it never runs, so the content security policy lets it be.
 */
export function publicHead({ path, description }: PublicPage, facts?: object): string {
  const title = documentTitle(screenAt(path, false));
  const address = PUBLIC_URL + path;
  const picture = PUBLIC_URL + socialPreview.path;
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Postloom',
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': String(socialPreview.width),
    'og:image:height': String(socialPreview.height),
    'og:image:alt': socialPreview.alt,
  };
  const names = {
    description,
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': picture,
    'twitter:image:alt': socialPreview.alt,
  };
  const tags = (kind: 'property' | 'name', values: Record<string, string>): string[] =>
    Object.entries(values).map(([key, value]) => `<meta ${kind}="${key}" content="${escaped(value)}" />`);
  return [
    `<title>${escaped(title)}</title>`,
    `<link rel="canonical" href="${address}" />`,
    ...tags('name', names),
    ...tags('property', properties),
    ...(facts
      ? [`<script type="application/ld+json">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`]
      : []),
  ].join('');
}

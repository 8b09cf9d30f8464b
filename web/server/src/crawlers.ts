/**
 * Who may look where. The public pages ask whether somebody is signed in and how people sign in, so a search engine that draws
 * pages may ask too: else it would see that the answers are missing and not the page.
 */
const robotsTxt = (publicUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/auth/user',
    'Allow: /api/auth/provider',
    'Disallow: /objects/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

/** The public pages by their whole addresses (https://www.sitemaps.org/protocol.html). */
const sitemapXml = (publicUrl: string, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

/** What search engines are told of the installation as a whole, by the path they ask for. */
export const crawlerFile = (
  path: string,
  publicUrl: string,
  publicPaths: readonly string[],
): { readonly type: string; readonly text: string } | undefined => {
  switch (path) {
    case '/robots.txt':
      return { type: 'text/plain; charset=utf-8', text: robotsTxt(publicUrl) };
    case '/sitemap.xml':
      return { type: 'application/xml', text: sitemapXml(publicUrl, publicPaths) };
    default:
      return undefined;
  }
};

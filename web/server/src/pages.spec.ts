import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { screens } from '../../src/app/routes.ts';
import { Pages } from './pages.ts';

const web = join(import.meta.dirname, '../..');
const theme = readFileSync(join(web, 'src/app/first-theme.js'), 'utf8');
/** The client's own page, with the theme written into it as the build does. */
const shell = readFileSync(join(web, 'index.html'), 'utf8').replace(
  '<!-- first theme -->',
  () => `<script>${theme}</script>`,
);
const byLink = screens.filter(({ isByLink }) => isByLink).map(({ path }) => path);

describe('a page for whoever has its link', () => {
  const root = mkdtempSync(join(tmpdir(), 'postloom-pages-'));
  writeFileSync(join(root, 'index.html'), shell);
  const pages = new Pages(root, 'https://app.postloom.example');
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each(byLink.flatMap((path) => [[path, false] as const, [path, true] as const]))(
    '%s names the product nowhere, with a session: %s',
    (path, hasSession) => {
      const { html, scriptHashes } = pages.choose(path, hasSession);
      expect(html).not.toMatch(/postloom/i);
      expect(html).not.toMatch(/every social platform|manifest|\/icon|theme-color|social-preview/);
      expect(html).toContain('<link rel="icon" href="data:," />');
      expect(html).toContain('<div id="root">');
      expect(html).toMatch(/<script type="module"/);
      // Of its scripts the one about times is left.
      expect(html).not.toContain(theme);
      expect(scriptHashes).toHaveLength(1);
    },
  );

  it('alone does without: others have the icon, the manifest and the theme', () => {
    expect(byLink).toContain('/shared-report');
    const { html, scriptHashes } = pages.choose('/forgot-password', false);
    expect(html).toMatch(/Postloom[\s\S]*description[\s\S]*theme-color[\s\S]*\/icon\.svg[\s\S]*manifest/);
    expect(html).toContain(theme);
    expect(scriptHashes).toHaveLength(2);
  });
});

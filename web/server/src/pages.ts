import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { documentTitle, plainPath, screenAt } from '../../src/app/routes.ts';
import type { SignedInData } from './proxy.ts';
import { modulesOf, withoutSession } from './route-modules.ts';
import { inlineScriptHashes } from './security-headers.ts';

/** A page ready to be sent. */
export interface Page {
  readonly status: number;
  readonly html: string;
  readonly scriptHashes: readonly string[];
  /** Value of the Link header: modules that the asked route will need. */
  readonly preloads: readonly string[];
  /** Ready compressed copies by suffix (`.br`, `.gz`), for the page that is the same for everybody. */
  readonly compressed?: ReadonlyMap<string, Buffer>;
}

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

const readJson = (path: string): unknown =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : {};

/** Every file that an entry of Vite's manifest pulls in, without those the page's own entry loads anyway. */
export const filesOf = (manifest: Manifest, name: string): string[] => {
  const seen = new Set<string>();
  const files: string[] = [];
  const visit = (key: string): void => {
    const entry = manifest[key];
    if (entry === undefined || seen.has(key) || entry.isEntry === true) {
      return;
    }
    seen.add(key);
    files.push(`/${entry.file}`);
    for (const next of entry.imports ?? []) {
      visit(next);
    }
  };
  visit(name);
  return files;
};

/** The built pages, and which of them a visitor gets. */
export class Pages {
  private readonly shell: string | undefined;
  private readonly landing: Page;
  private readonly landingForUnknown: Page;
  private readonly signedIn = new Map<string, readonly string[]>();
  private readonly signedOut = new Map<string, readonly string[]>();

  constructor(webRoot: string) {
    const read = (name: string): string | undefined =>
      existsSync(join(webRoot, name)) ? readFileSync(join(webRoot, name), 'utf8') : undefined;
    this.shell = read('index.html');
    const landing = read('landing.html') ?? this.shell ?? '';
    this.landing = compress({ status: 200, html: landing, scriptHashes: inlineScriptHashes(landing), preloads: [] });
    this.landingForUnknown = compress({
      ...this.landing,
      status: 404,
      html: landing.replace('</head>', '<meta name="robots" content="noindex"></head>'),
    });
    const manifest = readJson(join(webRoot, '.vite', 'manifest.json')) as Manifest;
    const files = (names: readonly string[]): string[] =>
      [...new Set(names.flatMap((name) => filesOf(manifest, name)))].filter(
        (file) => !(this.shell ?? '').includes(file),
      );
    for (const [path, names] of modulesOf(true)) {
      this.signedIn.set(path, files(names));
    }
    for (const [path, names] of modulesOf(false)) {
      this.signedOut.set(path, files(names));
    }
  }

  /** False until the client has been built. */
  get isBuilt(): boolean {
    return this.shell !== undefined;
  }

  /**
   * Chooses the page for a path. Signed out: the prerendered landing page at `/`, the shell for the screens that need no
   * session, the landing page with 404 for everything else. Signed in: the shell. The shell carries the screen's title.
   * @param signedIn what to put into the page as JSON, so that the client need not ask first; undefined leaves it out
   */
  choose(path: string, hasSession: boolean, signedIn?: SignedInData): Page {
    const clean = plainPath(path);
    if (!hasSession && (clean === '/' || withoutSession(clean) !== 'screen')) {
      return clean === '/' ? this.landing : this.landingForUnknown;
    }
    const preloads = (hasSession ? this.signedIn : this.signedOut).get(clean) ?? [];
    const title = documentTitle(screenAt(clean, hasSession) ?? screenAt(clean, !hasSession));
    const shell = (this.shell ?? '').replace(/<title>.*?<\/title>/, `<title>${title}</title>`);
    const links = preloads.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`).join('');
    const html = signedIn === undefined ? shell : withSignedIn(shell, signedIn);
    return {
      status: 200,
      html: links === '' ? html : html.replace('</head>', () => `${links}</head>`),
      scriptHashes: inlineScriptHashes(shell),
      preloads: preloads.map((file) => `<${file}>; rel=modulepreload; as=script; crossorigin`),
    };
  }
}

const compress = (page: Page): Page => ({
  ...page,
  compressed: new Map([
    ['.br', brotliCompressSync(page.html)],
    ['.gz', gzipSync(page.html)],
  ]),
});

/**
 * Puts what is known of the person into the page as a data block with the id `signed-in`; it is no script and never runs.
 * What stands in the page until the client runs is then the frame of the product instead of a word about waiting.
 */
export const withSignedIn = (html: string, signedIn: SignedInData): string => {
  const json = JSON.stringify(signedIn)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  // A function as replacement: `$` in a name must stay what it is.
  return html
    .replace('</head>', () => `<script type="application/json" id="signed-in">${json}</script></head>`)
    .replace(/(<div id="root">)[\s\S]*?(<\/div>)/, '$1<div class="boot-frame" aria-busy="true"></div>$2');
};

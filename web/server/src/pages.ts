import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { documentTitle, plainPath, screenAt, screens } from '../../src/app/routes.ts';
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
  /** It is for whoever has its link. */
  readonly isByLink?: boolean;
  /** For a page that is the same for everybody: ready compressed copies by suffix (`.br`, `.gz`), and what names its text. */
  readonly shared?: { readonly compressed: ReadonlyMap<string, Buffer>; readonly tag: string };
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

/** The built pages, and which of them a visitor gets. All that can be is worked out once. */
export class Pages {
  /** False until the client has been built. */
  readonly isBuilt: boolean;
  private readonly landing: Page;
  private readonly landingForUnknown: Page;
  /** The shell of each screen, by its path, for those with and without a session. */
  private readonly signedIn: ReadonlyMap<string, Page>;
  private readonly signedOut: ReadonlyMap<string, Page>;
  private readonly unknown: Page;
  /** What a device keeps to open the product without the server: of nobody, and for every screen. */
  readonly device: Page;

  constructor(webRoot: string) {
    const read = (name: string): string | undefined =>
      existsSync(join(webRoot, name)) ? readFileSync(join(webRoot, name), 'utf8') : undefined;
    const built = read('index.html');
    this.isBuilt = built !== undefined;
    const shell = built ?? '';
    const scriptHashes = inlineScriptHashes(shell);
    const manifest = readJson(join(webRoot, '.vite', 'manifest.json')) as Manifest;
    const shellOf = (path: string, hasSession: boolean, modules: readonly string[] = []): Page => {
      const files = [...new Set(modules.flatMap((name) => filesOf(manifest, name)))].filter(
        (file) => !shell.includes(file),
      );
      const screen = screenAt(path, hasSession) ?? screenAt(path, !hasSession);
      const title = documentTitle(screen);
      const links = files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`).join('');
      return {
        status: 200,
        html: shell
          .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
          .replace('</head>', () => `${links}</head>`),
        scriptHashes,
        preloads: files.map((file) => `<${file}>; rel=modulepreload; as=script; crossorigin`),
        ...(screen?.isByLink ? { isByLink: true } : {}),
      };
    };
    const shellsOf = (hasSession: boolean): ReadonlyMap<string, Page> => {
      const modules = modulesOf(hasSession);
      return new Map(screens.map(({ path }) => [path, shellOf(path, hasSession, modules.get(path))]));
    };
    this.signedIn = shellsOf(true);
    this.signedOut = new Map(
      [...shellsOf(false)]
        .filter(([path]) => withoutSession(path) === 'screen')
        .map(([path, page]) => [path, shared(page)]),
    );
    this.unknown = shellOf('', true);
    this.device = shared({
      status: 200,
      html: shell
        .replace('<html', '<html data-opened-by-device')
        .replace('</head>', '<meta name="robots" content="noindex"></head>'),
      scriptHashes,
      preloads: [],
    });
    const landing = read('landing.html') ?? shell;
    const home: Page = { status: 200, html: landing, scriptHashes: inlineScriptHashes(landing), preloads: [] };
    this.landing = shared(home);
    this.landingForUnknown = shared({
      ...home,
      status: 404,
      html: landing.replace('</head>', '<meta name="robots" content="noindex"></head>'),
    });
  }

  /**
   * Chooses the page for a path. Signed out: the prerendered landing page at `/`, the shell for the screens that need no
   * session, the landing page with 404 for everything else. Signed in: the shell. The shell carries the screen's title.
   * @param signedIn what to put into the page as JSON, so that the client need not ask first; undefined leaves it out
   */
  choose(path: string, hasSession: boolean, signedIn?: SignedInData): Page {
    const clean = plainPath(path);
    if (!hasSession) {
      return clean === '/' ? this.landing : (this.signedOut.get(clean) ?? this.landingForUnknown);
    }
    const page = this.signedIn.get(clean) ?? this.unknown;
    return signedIn === undefined ? page : { ...page, html: withSignedIn(page.html, signedIn) };
  }
}

const shared = (page: Page): Page => ({
  ...page,
  shared: {
    compressed: new Map([
      ['.br', brotliCompressSync(page.html)],
      ['.gz', gzipSync(page.html)],
    ]),
    tag: createHash('sha256').update(page.html).digest('base64url').slice(0, 16),
  },
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

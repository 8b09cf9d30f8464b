import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PUBLIC_URL } from '../../src/app/public-head.ts';
import { documentTitle, plainPath, screenAt, screens, type FirstAnswer, type Screen } from '../../src/app/routes.ts';
import { modulesOf, withoutSession } from './route-modules.ts';
import { inlineScriptHashes } from './security-headers.ts';

/** A page ready to be sent. */
export interface Page {
  readonly status: number;
  readonly html: string;
  readonly scriptHashes: readonly string[];
  /** Value of the Link header: modules that the asked route will need. */
  readonly preloads: readonly string[];
  /** Search engines may list it. */
  readonly isPublic?: boolean;
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

/**
 * A page that search engines may list, as the build left it: what its head says, its file where it is prerendered, and what a page
 * of the application says where no script runs.
 */
interface PublicPage {
  readonly path: string;
  readonly head: string;
  readonly file?: string;
  readonly withoutScripts?: string;
}

const readJson = <Content>(path: string, absent: Content): Content =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : absent;

const withTitle = (html: string, screen: Screen | undefined): string =>
  html.replace(/<title>.*?<\/title>/, () => `<title>${documentTitle(screen)}</title>`);

/** What a public page says of itself, in place of what every page says. */
const withHead = (html: string, head: string): string =>
  html.replace(/\s*<meta name="description"[^>]*>/, '').replace(/<title>.*?<\/title>/, () => head);

/** What a page of the application shows where no script runs, in place of a word about waiting. */
const withText = (html: string, text: string | undefined): string =>
  text === undefined
    ? html
    : html
        .replace('</head>', () => '<noscript><style>#root{display:none}</style></noscript></head>')
        .replace('</body>', () => `<noscript>${text}</noscript></body>`);

/**
 * A page for whoever has its link may be shown to an agency's customers: its head leaves out what names the product (description,
 * icons, manifest) and the theme that somebody chose in it. The empty icon keeps browsers from asking for one.
 */
const withoutProduct = (html: string): string =>
  html.replace(/<!-- product -->[\s\S]*<!-- \/product -->/, '<link rel="icon" href="data:," />');

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
  /** Paths of the pages that search engines may list. */
  readonly publicPaths: readonly string[];
  private readonly landingForUnknown: Page;
  /** The shell of each screen, by its path. */
  private readonly signedIn: ReadonlyMap<string, Page>;
  /** The prerendered page or the shell of each screen that needs no session. */
  private readonly signedOut: ReadonlyMap<string, Page>;
  private readonly unknown: Page;
  /** What a device keeps to open the product without the server: of nobody, and for every screen. */
  readonly device: Page;

  constructor(webRoot: string, publicUrl: string) {
    const read = (name: string): string | undefined =>
      existsSync(join(webRoot, name)) ? readFileSync(join(webRoot, name), 'utf8') : undefined;
    const built = read('index.html');
    this.isBuilt = built !== undefined;
    const shell = built ?? '';
    const scriptHashes = inlineScriptHashes(shell);
    const manifest = readJson<Manifest>(join(webRoot, '.vite', 'manifest.json'), {});
    const publicPages = readJson<readonly PublicPage[]>(join(webRoot, '.vite', 'public-pages.json'), []);
    this.publicPaths = publicPages.map(({ path }) => path);
    const withoutScripts = new Map(publicPages.map((page) => [page.path, page.withoutScripts]));
    const shellOf = (path: string, hasSession: boolean, modules: readonly string[] = []): Page => {
      const files = [...new Set(modules.flatMap((name) => filesOf(manifest, name)))].filter(
        (file) => !shell.includes(file),
      );
      const screen = screenAt(path, hasSession) ?? screenAt(path, !hasSession);
      const links = files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`).join('');
      const page = {
        status: 200,
        html: withText(
          withTitle(shell, screen).replace('</head>', () => `${links}</head>`),
          withoutScripts.get(path),
        ),
        scriptHashes,
        preloads: files.map((file) => `<${file}>; rel=modulepreload; as=script; crossorigin`),
      };
      if (!screen?.isByLink) {
        return page;
      }
      const html = withoutProduct(page.html);
      return { ...page, html, scriptHashes: inlineScriptHashes(html), isByLink: true };
    };
    const shellsOf = (hasSession: boolean): ReadonlyMap<string, Page> => {
      const modules = modulesOf(hasSession);
      return new Map(screens.map(({ path }) => [path, shellOf(path, hasSession, modules.get(path))]));
    };
    this.signedIn = shellsOf(true);
    const signedOut = new Map([...shellsOf(false)].filter(([path]) => withoutSession(path) === 'screen'));
    for (const { path, head, file } of publicPages) {
      const prepared = file === undefined ? undefined : read(file);
      const page = prepared === undefined ? signedOut.get(path) : prerendered(prepared);
      if (page !== undefined) {
        const html = withHead(page.html, head.replaceAll(PUBLIC_URL, publicUrl));
        signedOut.set(path, { ...page, html, isPublic: true });
      }
    }
    this.signedOut = new Map([...signedOut].map(([path, page]) => [path, shared(page)]));
    const landing = withTitle(read('landing.html') ?? shell, undefined);
    this.landingForUnknown = shared({ ...prerendered(landing), status: 404 });
    this.unknown = shellOf('', true);
    this.device = shared({
      status: 200,
      html: shell.replace('<html', '<html data-opened-by-device'),
      scriptHashes,
      preloads: [],
    });
  }

  /**
   * Chooses the page for a path. Signed out: a prerendered page or the shell for the screens that need no session, the landing
   * page with 404 for everything else. Signed in: the shell. Each carries the screen's title.
   * @param signedIn what to put into the page as JSON, so that the client need not ask first; undefined leaves it out
   */
  choose(path: string, hasSession: boolean, signedIn?: readonly FirstAnswer[]): Page {
    const clean = plainPath(path);
    if (!hasSession) {
      return this.signedOut.get(clean) ?? this.landingForUnknown;
    }
    const page = this.signedIn.get(clean) ?? this.unknown;
    return signedIn === undefined ? page : { ...page, html: withSignedIn(page.html, signedIn) };
  }
}

const prerendered = (html: string): Page => ({
  status: 200,
  html,
  scriptHashes: inlineScriptHashes(html),
  preloads: [],
});

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
export const withSignedIn = (html: string, signedIn: readonly FirstAnswer[]): string => {
  const json = JSON.stringify(signedIn)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  // A function as replacement: `$` in a name must stay what it is.
  return html
    .replace('</head>', () => `<script type="application/json" id="signed-in">${json}</script></head>`)
    .replace(/(<div id="root">)[\s\S]*?(<\/div>)/, '$1<div class="boot-frame" aria-busy="true"></div>$2');
};

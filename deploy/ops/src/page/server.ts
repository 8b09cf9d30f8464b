import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { FiguresReader } from './figures.ts';
import type { Sources } from './figures.ts';
import { page } from './view.ts';

const root = join(import.meta.dirname, '../../../..');
const runbookFolder = join(root, 'deploy/docs/runbooks');

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

interface File {
  readonly type: string;
  readonly body: string | Buffer;
}

/** The brand's own tokens; the web client sets a theme by an attribute, this page follows the system. */
export const tokensOf = (css: string): string =>
  css.replace(/\[data-theme='dark'\] (\{[^}]*\})/, '@media (prefers-color-scheme: dark) {\n  :root:root $1\n}');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const files = (): ReadonlyMap<string, File> =>
  new Map<string, File>([
    [
      '/page.css',
      { type: 'text/css', body: tokensOf(read('web/src/ui/tokens.css')) + read('deploy/ops/src/page/page.css') },
    ],
    ['/page.js', { type: 'text/javascript', body: read('deploy/ops/src/page/browser.mjs') }],
    ['/icon.svg', { type: 'image/svg+xml', body: read('web/public/icon.svg') }],
    [
      '/bricolage-grotesque-latin.woff2',
      { type: 'font/woff2', body: readFileSync(join(root, 'web/public/fonts/bricolage-grotesque-latin.woff2')) },
    ],
    ...runbookNames().map(
      (file) => [`/runbooks/${file}`, { type: 'text/plain', body: readFileSync(join(runbookFolder, file)) }] as const,
    ),
  ]);

const runbookNames = (): readonly string[] => readdirSync(runbookFolder).toSorted();
const runbooks = (): readonly { readonly file: string; readonly title: string }[] =>
  runbookNames().map((file) => ({
    file,
    title: /^# (.*)$/m.exec(readFileSync(join(runbookFolder, file), 'utf8'))?.[1] ?? file,
  }));

/** A page of another site may lead its own name to this machine: only requests under the machine's names are answered. */
const isMeant = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);

/** The operators' page. It only reads. */
export function opsPage(sources: Sources, now: () => number = Date.now): Server {
  const figures = new FiguresReader(sources);
  const served = files();
  const titles = runbooks();
  const answer = (response: ServerResponse, status: number, { type, body }: File): void => {
    response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body);
  };
  const refuse = (response: ServerResponse, status: number, text: string): void =>
    answer(response, status, { type: 'text/plain', body: `${text}\n` });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const file = served.get(path);
    if (!isMeant(request)) {
      refuse(response, 421, 'This page is served under localhost alone.');
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, 405, 'This page only reads.');
    } else if (file !== undefined) {
      answer(response, 200, file);
    } else if (path === '/') {
      const body = page({ now: now(), runbooks: titles, ...(await figures.read(now())) });
      answer(response, 200, { type: 'text/html', body });
    } else {
      refuse(response, 404, 'There is nothing here.');
    }
  };
  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      refuse(response, 500, 'This page failed; see the terminal that it runs in.');
    });
  });
}

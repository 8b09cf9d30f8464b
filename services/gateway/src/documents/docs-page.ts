import { routeList } from '@postloom/contracts';
import type { RouteContract } from '@postloom/contracts';

/** The contract as one readable page, without scripts, so that the strictest content security policy fits it too. */
export function docsPage(routes: readonly RouteContract[] = routeList): string {
  const tags = [...new Set(routes.map((route) => route.tag))];
  const sections = tags.map(
    (tag) =>
      `<h2>${escape(tag)}</h2><table><thead><tr><th>Call</th><th>What it does</th><th>Success</th><th>Refusals</th></tr></thead><tbody>${routes
        .filter((route) => route.tag === tag)
        .map(row)
        .join('')}</tbody></table>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Postloom API</title><style>
:root{color-scheme:light dark;--page:light-dark(#FBF8F3,#15131F);--ink:light-dark(#221D36,#F3EFE8);--muted:light-dark(#655F78,#A9A3BC);--line:light-dark(#E7E0D5,#332F45);--woad:light-dark(#2B4C8C,#8FB0F2)}
body{margin:0 auto;max-width:72rem;padding:2rem 1rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:36px;line-height:1.1;letter-spacing:-.02em;margin:0 0 .5rem}h2{font-size:22px;margin:2.5rem 0 .5rem}p{max-width:68ch;color:var(--muted)}
a{color:var(--woad)}table{width:100%;border-collapse:collapse;font-size:14px}th{text-align:left;color:var(--muted);font-weight:500}
td,th{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}code{font-size:13px}
</style></head><body><h1>Postloom API</h1>
<p>JSON over HTTPS with a session cookie. The full document with every field is <a href="/api/openapi.json">/api/openapi.json</a>.
Errors are <code>{error, message, details?, requestId}</code>. Name the business of a call with <code>X-Business-Id</code>;
repeat a creating call safely with <code>Idempotency-Key</code>.</p>${sections.join('')}</body></html>`;
}

function row(route: RouteContract): string {
  const marks = [route.access === 'public' ? 'public' : '', route.idempotent ? 'Idempotency-Key' : '']
    .filter(Boolean)
    .join(', ');
  return `<tr><td><code>${route.method} ${escape(route.path)}</code></td><td>${escape(route.summary)}${marks ? ` <small>(${marks})</small>` : ''}</td><td>${route.status}</td><td>${route.errors.map((code) => `<code>${code}</code>`).join(' ')}</td></tr>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

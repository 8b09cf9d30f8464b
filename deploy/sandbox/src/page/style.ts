/** The style of every page of the sandbox: the product's colors, light and dark. */
export const style = `
:root{color-scheme:light dark;--page:#FBF8F3;--cloth:#FFFFFF;--line:#E7E0D5;--ink:#221D36;--muted:#655F78;--woad:#2B4C8C;
--on-woad:#FFFFFF;--madder:#B5342B;--weld:#9A6700;--moss:#2E6B48;--weft:#F3EDE2}
@media (prefers-color-scheme:dark){:root{--page:#15131F;--cloth:#1E1B2B;--line:#332F45;--ink:#F3EFE8;--muted:#A9A3BC;
--woad:#8FB0F2;--on-woad:#15131F;--madder:#F2877C;--weld:#F2C14E;--moss:#7CC79B;--weft:#262236}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 'Bricolage Grotesque',ui-sans-serif,system-ui,'Segoe UI',sans-serif}
h1,h2,h3{letter-spacing:-.015em;line-height:1.2;margin:0}
a{color:var(--woad)}
:focus-visible{outline:3px solid var(--woad);outline-offset:2px;border-radius:4px}
.card{background:var(--cloth);border:1px solid var(--line);border-radius:12px;box-shadow:0 1px 2px #4a3b1c14,0 8px 24px #4a3b1c0d}
.muted{color:var(--muted)}.small{font-size:14px}.tiny{font-size:12px}.num{font-variant-numeric:tabular-nums}
button,.button{font:inherit;font-weight:600;min-height:40px;border-radius:8px;border:1px solid var(--line);background:var(--cloth);
color:var(--ink);padding:8px 16px;cursor:pointer;text-decoration:none;display:inline-block}
button.primary{background:var(--woad);border-color:var(--woad);color:var(--on-woad)}
button.danger{color:var(--madder)}
input,select{font:inherit;min-height:40px;border-radius:8px;border:1px solid var(--line);background:var(--cloth);color:var(--ink);padding:6px 10px}
input[type=checkbox],input[type=radio]{min-height:0;width:18px;height:18px;accent-color:var(--woad);margin:0;flex:none}
.tag{display:inline-block;border:1px solid var(--line);border-radius:999px;padding:1px 10px;font-size:12px;font-weight:600;color:var(--muted)}
.weave{height:8px;background:repeating-linear-gradient(90deg,var(--woad) 0 14px,var(--weld) 14px 20px,var(--moss) 20px 34px,var(--madder) 34px 40px);opacity:.85}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
`;

/** Makes text safe inside HTML, attribute values included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A whole page. */
export function page(title: string, body: string, extraStyle = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/sandbox/avatars/sandbox/icon.png"><style>${style}${extraStyle}</style></head><body>${body}</body></html>`;
}

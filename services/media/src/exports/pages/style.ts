/** The product's colours (BRAND.md) by day and by night; fonts of the reader's system, because a page in a folder loads none. */
export const STYLE = `:root {
  color-scheme: light dark;
  --page: #fbf8f3; --cloth: #fff; --line: #e7e0d5; --ink: #221d36; --muted: #655f78; --woad: #2b4c8c;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #15131f; --cloth: #1e1b2b; --line: #332f45; --ink: #f3efe8; --muted: #a9a3bc; --woad: #8fb0f2; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { padding: 16px 20px; border-bottom: 1px solid var(--line); font-weight: 600; }
main { max-width: 1080px; margin: 0 auto; padding: 20px; }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 0 0 4px; overflow-wrap: anywhere; }
a { color: var(--woad); }
p { max-width: 68ch; overflow-wrap: anywhere; }
.muted { color: var(--muted); font-size: 14px; }
.card { background: var(--cloth); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 0 0 16px; }
.words { white-space: pre-wrap; }
.links { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 12px; list-style: none; padding: 0; }
.grid img, .row img { display: block; width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: 8px; background: var(--line); }
.grid p { margin: 4px 0 0; font-size: 14px; }
.row { display: grid; grid-template-columns: repeat(auto-fill, 96px); gap: 8px; margin: 8px 0; }
nav { display: flex; gap: 24px; padding: 16px 0; }
`;

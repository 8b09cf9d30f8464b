/** Text as it stands in HTML: nothing that a person wrote can become markup. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The address of a file of the zip, relative to the page at `from`. */
export function linkTo(path: string, from: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return up + path.split('/').map(encodeURIComponent).join('/');
}

export interface PageFrame {
  /** Its own path in the zip. */
  readonly path: string;
  readonly title: string;
  /** Paths of the pages before and after it. */
  readonly before?: string | null;
  readonly behind?: string | null;
}

/** A page that needs no network and no script: it opens from a folder, on a phone too. `body` is HTML. */
export function page({ path, title, before = null, behind = null }: PageFrame, body: string): string {
  const turn = [
    before === null ? '' : `<a href="${linkTo(before, path)}">Earlier page</a>`,
    behind === null ? '' : `<a href="${linkTo(behind, path)}">Next page</a>`,
  ].join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${linkTo('style.css', path)}">
</head>
<body>
<header>${path === 'index.html' ? 'Postloom' : `<a href="${linkTo('index.html', path)}">Postloom</a>`}</header>
<main>
<h1>${escaped(title)}</h1>
${body}
${turn === '' ? '' : `<nav aria-label="Pages">${turn}</nav>`}
</main>
</body>
</html>
`;
}

/** '1 photo', '1,204 photos'. */
export function counted(number: number, one: string): string {
  return `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`;
}

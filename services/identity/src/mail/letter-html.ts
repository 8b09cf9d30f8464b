import { addressOf, flat, LOGO_ID, previewOf, subjectOf, tidy, tidyLines } from './letter.ts';
import type { Letter, Link, Part, Words } from './letter.ts';
import { mailColors } from './mail-colors.ts';
import type { MailColor } from './mail-colors.ts';

const FONT = "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const { light, dark } = mailColors;
/** Of the logo, in pixels; twice as many are in its picture. */
const LARGEST_LOGO = { width: 240, height: 80 };

/**
 * The HTML part, as mail programs take it: tables, inline styles, nothing fetched. Light colors stand inline; programs that know dark
 * mode apply the style sheet. Without any style it reads from top to bottom like the text part.
 */
export function letterHtml(letter: Letter, publicUrl: string): string {
  const { heading, parts, reason, sender } = letter;
  const home = escaped(addressOf(publicUrl, '/'));
  const name = escaped(tidy(sender?.name ?? 'Postloom'));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escaped(subjectOf(letter))}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules()}}
@media (max-width:480px){.card{padding:24px 20px 12px!important}.name,.value{display:block!important;width:auto!important;padding-left:0!important}.value{padding-top:0!important}}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light.paper};font-family:${FONT}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(previewOf(letter))}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background-color:${light.paper}">
<tr><td align="center" style="padding:24px 12px 32px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="ink" style="padding:0 4px 12px;color:${light.ink};font-size:20px;line-height:28px;font-weight:700;letter-spacing:-0.02em">${logoOf(sender)}${name}</td></tr>
<tr><td class="cloth" style="background-color:${light.cloth};border:1px solid ${light.line};border-radius:12px;overflow:hidden">
${sender === undefined ? weave() : band(sender.color)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="card ink" style="padding:28px 32px 20px;color:${light.ink};font-size:16px;line-height:24px;overflow-wrap:anywhere">
<h1 class="ink" style="margin:0 0 16px;color:${light.ink};font-size:24px;line-height:30px;font-weight:700;letter-spacing:-0.015em">${escaped(tidy(heading))}</h1>
${parts.map((part) => partHtml(part, publicUrl)).join('\n')}
</td></tr>
</table>
</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;color:${light.muted};font-size:13px;line-height:20px">
<p style="margin:0 0 8px">${sentence(reason, publicUrl)}</p>
<p style="margin:0">${name}${sender === undefined ? ` &middot; ${anchor(home, escaped(new URL(publicUrl).host))}` : ''}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

function partHtml(part: Part, publicUrl: string): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${sentence(part.words, publicUrl)}</p>`;
    case 'small':
      return `<p class="muted" style="margin:0 0 12px;color:${light.muted};font-size:14px;line-height:21px">${sentence(part.words, publicUrl)}</p>`;
    case 'subheading':
      return `<h2 class="ink" style="margin:24px 0 8px;color:${light.ink};font-size:18px;line-height:24px;font-weight:700">${escaped(tidy(part.text))}</h2>`;
    case 'quote':
      return `<blockquote class="sunken ink" style="margin:0 0 16px;padding:12px 16px;border-left:4px solid ${light['weld-fill']};background-color:${light.sunken};color:${light.ink}">${tidyLines(part.text).map(escaped).join('<br>')}</blockquote>`;
    case 'button':
      return buttonHtml(part.link, publicUrl);
    case 'facts':
      return factsHtml(part.rows);
    case 'entries':
      return part.entries
        .map(
          ({
            title,
            text,
            path,
          }) => `<div class="line" style="margin:0 0 16px;padding:16px 0 0;border-top:1px solid ${light.line}">
<p style="margin:0 0 4px;font-weight:600">${anchor(escaped(addressOf(publicUrl, path)), escaped(tidy(title)))}</p>
<p style="margin:0">${escaped(tidy(text))}</p></div>`,
        )
        .join('\n');
  }
}

/** The padding is the link's own, so that all of the button can be pressed; the address below serves who cannot. */
function buttonHtml({ label, path }: Link, publicUrl: string): string {
  const address = escaped(addressOf(publicUrl, path));
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr><td class="woad" bgcolor="${light.woad}" style="border-radius:8px;background-color:${light.woad}"><a class="on-woad" href="${address}" style="display:inline-block;padding:12px 22px;color:${light['on-woad']};font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escaped(tidy(label))}</a></td></tr></table>
<p class="muted" style="margin:0 0 16px;color:${light.muted};font-size:13px;line-height:20px;word-break:break-all">Or open this address: ${anchor(address, address)}</p>`;
}

/** Names longer than this wrap in a column of their own width, which is the same for every list of a letter. */
const LONG_NAME = 20;

function factsHtml(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = rows.some(([name]) => name.length > LONG_NAME) ? ' width="36%"' : '';
  const cells = rows.map(
    ([name, value]) =>
      `<tr><td class="name muted" valign="top"${width} style="padding:2px 0;color:${light.muted};font-size:14px;line-height:22px">${escaped(tidy(name))}:</td><td class="value" valign="top" style="padding:2px 0 2px 16px;line-height:22px">${escaped(tidy(value))}</td></tr>`,
  );
  return `<table role="presentation"${width === '' ? '' : ' width="100%"'} cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${cells.join('')}</table>`;
}

function sentence(words: Words, publicUrl: string): string {
  return words
    .map((word) =>
      typeof word === 'string'
        ? escaped(flat(word))
        : anchor(escaped(addressOf(publicUrl, word.path)), escaped(tidy(word.label))),
    )
    .join('')
    .trim();
}

function anchor(address: string, label: string): string {
  return `<a class="link" href="${address}" style="color:${light.woad};text-decoration:underline">${label}</a>`;
}

const WARP = 30;
const WEFT: readonly MailColor[] = ['woad', 'weld-fill', 'madder'];

/** The woven band on top of the letter: three threads in plain weave, drawn with the cells of a table. Programs without colors show nothing. */
function weave(): string {
  const rows = WEFT.map((thread, row) => {
    const cells = Array.from({ length: WARP }, (_, day) => {
      const color = (day + row) % 2 === 0 ? thread : 'line';
      return `<td height="5" class="t-${color}" bgcolor="${light[color]}"></td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;font-size:0;line-height:0">${rows.join('')}</table>`;
}

/** The logo above the name: part of the mail, as nothing is fetched; on white in the dark as well. */
function logoOf(sender: Letter['sender']): string {
  const logo = sender?.logo ?? null;
  if (logo === null) {
    return '';
  }
  const scale = Math.min(1, LARGEST_LOGO.width / logo.width, LARGEST_LOGO.height / logo.height);
  const [width, height] = [logo.width, logo.height].map((length) => Math.max(1, Math.round(length * scale)));
  return `<img src="cid:${LOGO_ID}" width="${width}" height="${height}" alt="" style="display:block;margin:0 0 10px;padding:6px;border:0;border-radius:6px;background-color:#ffffff">`;
}

/** In place of the woven band: the color of the business, if it has one. */
function band(color: string | null): string {
  return color === null
    ? ''
    : `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:0;line-height:0"><tr><td height="8" bgcolor="${escaped(color)}"></td></tr></table>`;
}

function darkRules(): string {
  const rule = (selector: string, declaration: string): string => `${selector}{${declaration}!important}`;
  return [
    ...(['paper', 'cloth', 'sunken', 'woad'] as const).map((name) =>
      rule(`.${name}`, `background-color:${dark[name]}`),
    ),
    ...(['ink', 'muted', 'on-woad'] as const).map((name) => rule(`.${name}`, `color:${dark[name]}`)),
    ...[...WEFT, 'line' as const].map((name) => rule(`.t-${name}`, `background-color:${dark[name]}`)),
    rule('.link', `color:${dark.woad}`),
    rule('.cloth,.line', `border-color:${dark.line}`),
  ].join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

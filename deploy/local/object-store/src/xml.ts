/** Text made safe between XML tags; control characters that XML 1.0 can't carry are dropped. */
export const escapeXml = (text: string): string =>
  text
    // Characters that XML 1.0 can't carry at all.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The reverse of {@link escapeXml}, with numeric references. */
export const unescapeXml = (text: string): string =>
  text.replace(/&(#x?[0-9a-fA-F]+|[a-z]+);/g, (whole, name: string) =>
    name.startsWith('#x')
      ? String.fromCodePoint(Number.parseInt(name.slice(2), 16))
      : name.startsWith('#')
        ? String.fromCodePoint(Number.parseInt(name.slice(1), 10))
        : (named[name] ?? whole),
  );

/** The contents of every `<tag>` in the text, in order. Enough for the two flat bodies S3 clients send. */
export const elements = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'))].map((match) => match[1] ?? '');

/** `<tag>escaped</tag>` */
export const tag = (name: string, value: string | number | boolean): string =>
  `<${name}>${escapeXml(String(value))}</${name}>`;

/** A whole document with the S3 namespace. */
export const document = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`;

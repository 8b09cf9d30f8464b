import { addressOf, flat, tidy, tidyLines } from './letter.ts';
import type { Letter, Part, Words } from './letter.ts';

/** The plain-text part: everything that the HTML part says, with each address written out. */
export function letterText({ heading, parts, reason, sender }: Letter, publicUrl: string): string {
  const blocks = [tidy(heading), ...parts.map((part) => partText(part, publicUrl))];
  const from = sender === undefined ? `Postloom\n${addressOf(publicUrl, '/')}` : tidy(sender.name);
  return `${blocks.join('\n\n')}\n\n-- \n${sentence(reason, publicUrl)}\n\n${from}\n`;
}

function partText(part: Part, publicUrl: string): string {
  switch (part.kind) {
    case 'paragraph':
    case 'small':
      return sentence(part.words, publicUrl);
    case 'subheading':
      return tidy(part.text);
    case 'quote':
      return tidyLines(part.text)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'button':
      return `${tidy(part.link.label)}:\n${addressOf(publicUrl, part.link.path)}`;
    case 'facts':
      return part.rows.map(([name, value]) => `${tidy(name)}: ${tidy(value)}`).join('\n');
    case 'entries':
      return part.entries
        .map(({ title, text, path }) => `- ${tidy(title)}\n  ${tidy(text)}\n  ${addressOf(publicUrl, path)}`)
        .join('\n\n');
  }
}

function sentence(words: Words, publicUrl: string): string {
  return words
    .map((word) => (typeof word === 'string' ? flat(word) : `${tidy(word.label)} (${addressOf(publicUrl, word.path)})`))
    .join('')
    .trim();
}

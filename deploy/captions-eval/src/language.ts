export const languages = ['English', 'German', 'Spanish', 'French', 'Japanese', 'Arabic'] as const;
export type Language = (typeof languages)[number];

/** Words that hardly a sentence of a language does without; one that two languages have counts for both. */
const common: Readonly<Record<'English' | 'German' | 'Spanish' | 'French', ReadonlySet<string>>> = {
  English: words('the and of with to for in our your you we is are at a an it this that on from by come see what here'),
  German: words(
    'der die das den dem und mit ist sind wir uns euch ihr sie nicht von für auf ein eine im in bei so ohne zu wie',
  ),
  Spanish: words('el la los las de del y con en un una que para por nuestro nuestra os se su es más todo sin al nos a'),
  French: words(
    'le la les des et de du avec un une pour nous vous dans sur est ce cette chez sans au aux que qui plus',
  ),
};

function words(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}

/** The language of a text, null when it can't be told. `names` belong to no language. */
export function languageOf(text: string, names: readonly string[] = []): Language | null {
  const plain = names.reduce((rest, name) => rest.replaceAll(name, ' '), text).replaceAll(/#[\p{L}\p{N}_]+/gu, ' ');
  const letters = plain.match(/\p{L}/gu) ?? [];
  const share = (script: RegExp): number => letters.filter((letter) => script.test(letter)).length / letters.length;
  if (letters.length === 0) {
    return null;
  }
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/u) > 0.2) {
    return 'Japanese';
  }
  if (share(/\p{Script=Arabic}/u) > 0.5) {
    return 'Arabic';
  }
  const said = plain.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = (Object.keys(common) as (keyof typeof common)[])
    .map((language) => ({ language, score: said.filter((word) => common[language].has(word)).length }))
    .toSorted((one, other) => other.score - one.score);
  const [first, second] = scores;
  return first && second && first.score > second.score ? first.language : null;
}

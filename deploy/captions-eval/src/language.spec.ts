import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language.ts';

describe('languageOf', () => {
  it.each([
    ['English', 'The bread is out of the oven, come and see what we made for you.'],
    ['German', 'Das Brot ist aus dem Ofen, kommt und seht, was wir für euch gemacht haben.'],
    ['Spanish', 'El pan ya salió del horno, ven a ver lo que hicimos para ti con mucho cariño.'],
    ['French', 'Le pain est sorti du four, venez voir ce que nous avons fait pour vous.'],
    ['Japanese', '焼きたてのパンが窯から出てきました。ぜひ見に来てください。'],
    ['Arabic', 'خرج الخبز من الفرن، تعالوا لتروا ما أعددناه لكم.'],
  ])('knows %s', (language, text) => {
    expect(languageOf(`${text} #bread #bakery`)).toBe(language);
  });

  it('takes names and hashtags for no language, and says when it cannot tell', () => {
    expect(languageOf('The Good and the Bread: das Brot ist da.', ['The Good and the Bread'])).toBe('German');
    expect([languageOf('Rye!'), languageOf('🥖 12'), languageOf('#the #and #of')]).toEqual([null, null, null]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { threadCost } from '@postloom/testing';
import { hasPlaceholder, isJunk, withoutCode, withoutEntities, withoutPreamble } from './junk.ts';

describe('what is no caption (F35, S44)', () => {
  it.each([
    ["I'm sorry, but I can't help with this picture."],
    ['I’m sorry, I cannot describe people.'],
    ['Sorry, we are unable to write that.'],
    ['Unfortunately I can not see the photograph.'],
    ['I can’t assist with that request.'],
    ['I am unable to generate a caption for this image.'],
    ['As an AI, I have no opinion on bread.'],
    ['Es tut mir leid, aber ich kann dabei nicht helfen.'],
    ['Tut mir leid, dabei kann ich nicht helfen.'],
    ['Lo siento, pero no puedo ayudar con esta imagen.'],
    ['Je suis désolé, mais je ne peux pas vous aider.'],
    ['申し訳ありませんが、この画像について説明することはできません。'],
    ['عذراً، لا أستطيع المساعدة في هذه الصورة.'],
    ['<!DOCTYPE html><title>502</title>'],
    [' <html><body>Bad gateway</body></html>'],
  ])('is %s', (text) => expect(isJunk(text)).toBe(true));

  it.each([
    ['Sorry, we can’t stop baking these.'],
    ['I can’t believe how this crust turned out.'],
    ['Unfortunately for your diet, the croissants are back.'],
    ['Sorry not sorry: a third slice.'],
    ['Es tut gut, früh zu backen.'],
    ['No puedo parar de mirar este pan.'],
    ['As an apprentice I burned a lot of bread.'],
  ])('is not %s', (text) => expect(isJunk(text)).toBe(false));
});

describe('a gap to be filled in', () => {
  it.each([
    'Join us at [Business Name] today!',
    'Call [your phone number].',
    'Only {{price}} today.',
    'From {city} with love.',
  ])('is in %s', (text) => expect(hasPlaceholder(text)).toBe(true));
  it.each(['A tray [still warm] for you.', 'Bread {and butter & jam}', 'Nameless, priceless.'])(
    'is not in %s',
    (text) => expect(hasPlaceholder(text)).toBe(false),
  );
});

describe('what stands around a caption', () => {
  it.each([
    ['Here is your caption: Fresh bread.', 'Fresh bread.'],
    ['Sure! Here’s a caption for Instagram:\n\nFresh bread.', 'Fresh bread.'],
    ['Here is the post you asked for: Fresh bread.', 'Fresh bread.'],
    ['Here is where we bake: at home.', 'Here is where we bake: at home.'],
    ['Here is a loaf: look at it.', 'Here is a loaf: look at it.'],
  ])('of %j is taken away', (text, expected) => expect(withoutPreamble(text)).toBe(expected));

  it.each([
    ['Fish &amp; chips &lt;b&gt;now&lt;/b&gt; &#39;til late', "Fish & chips <b>now</b> 'til late"],
    ['Bread & butter; R&B', 'Bread & butter; R&B'],
  ])('%j loses its entities', (text, expected) => expect(withoutEntities(text)).toBe(expected));

  it.each([
    ['<script>alert(1)</script>Fresh <style>b{}</style>bread', 'Fresh bread'],
    ['Fresh bread<script src=x>alert(1)', 'Fresh bread'],
    ['Fresh script of bread, </script>warm', 'Fresh script of bread, warm'],
  ])('%j loses its code', (text, expected) => expect(withoutCode(text)).toBe(expected));

  it('costs little, however often a hostile text begins anew', () => {
    const hostile = ['<script>', "i'm sorry ", 'here is a ', '[your ', '&amp', '{{a'].map((text) =>
      text.repeat(Math.ceil(16_000 / text.length)),
    );
    const cost = threadCost(() => {
      for (const text of hostile) {
        isJunk(text);
        hasPlaceholder(text);
        withoutCode(withoutEntities(withoutPreamble(text)));
      }
    });
    expect(cost).toBeLessThan(60);
  });
});

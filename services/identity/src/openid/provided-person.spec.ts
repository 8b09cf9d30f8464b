import { describe, expect, it } from '@jest/globals';
import { providedPerson } from './provided-person.ts';

const who = { iss: 'https://login.example', sub: 'mara-1' };

describe('a person as the provider tells of them', () => {
  it('has name, picture and address', () => {
    expect(
      providedPerson({
        ...who,
        ...{ email: ' Mara@Example.COM', email_verified: true, given_name: ' Mara ', family_name: 'Lind' },
        picture: 'https://login.example/mara.jpg',
      }),
    ).toEqual({
      ...{ issuer: who.iss, subject: who.sub, email: 'mara@example.com', emailVerified: true },
      ...{ firstName: 'Mara', lastName: 'Lind', pictureUrl: 'https://login.example/mara.jpg' },
    });
  });

  it('has the whole name where there are no parts, and nothing where nothing is told', () => {
    expect(providedPerson({ ...who, name: 'Mara Lind' })).toMatchObject({ firstName: 'Mara Lind', lastName: null });
    expect(providedPerson(who)).toEqual({
      ...{ issuer: who.iss, subject: who.sub, email: null, emailVerified: false },
      ...{ firstName: null, lastName: null, pictureUrl: null },
    });
  });

  it.each<[unknown, boolean]>([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [1, false],
    [undefined, false],
  ])('whose address is told as confirmed by %j: %s', (told, expected) => {
    expect(providedPerson({ ...who, email: 'mara@example.com', email_verified: told }).emailVerified).toBe(expected);
  });

  it.each([
    [{ email: 'not an address', email_verified: true }],
    [{ email: ['a@example.com'], email_verified: true }],
    [{ given_name: 7, family_name: { a: 1 }, name: null }],
    [{ picture: 'http://login.example/mara.jpg' }],
    [{ picture: 'javascript:alert(1)' }],
    [{ picture: `https://login.example/${'a'.repeat(2_000)}` }],
  ])('of whom a bad claim is left out: %j', (claims) => {
    expect(providedPerson({ ...who, ...claims })).toMatchObject({
      ...{ email: null, emailVerified: false, firstName: null, lastName: null, pictureUrl: null },
    });
  });

  it.each([
    {},
    { iss: who.iss },
    { iss: who.iss, sub: '' },
    { iss: who.iss, sub: 'a'.repeat(256) },
    { iss: who.iss, sub: 7 },
  ])('needs an issuer and a subject: %j', (claims) => {
    expect(() => providedPerson(claims)).toThrow();
  });

  it('has a name of at most 100 characters in one line', () => {
    expect(providedPerson({ ...who, given_name: '😀'.repeat(300) }).firstName).toBe('😀'.repeat(100));
    expect(providedPerson({ ...who, given_name: 'Mara\r\nBcc: x' }).firstName).toBe('Mara Bcc: x');
  });
});

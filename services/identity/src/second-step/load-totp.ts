import type * as Library from 'otplib';

/** The library of apps' codes, loaded with the first of them: most sign-ins ask for none, and it takes memory and time at the start. */
export function loadTotp(): Promise<typeof Library> {
  return import('otplib');
}

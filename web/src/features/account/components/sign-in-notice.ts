import { accountTexts } from '../texts.ts';

/** Why the sign-in page is shown to somebody who did not ask for it. */
export function noticeOf(reason: string | null, returnTo: string): string | null {
  if (reason === 'session-ended') {
    return accountTexts.signIn.sessionEnded;
  }
  return returnTo === '/' ? null : accountTexts.signIn.neededForPage;
}

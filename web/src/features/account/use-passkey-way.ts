import { useEffect, useEffectEvent } from 'react';
import { isApiError, messageOr } from '#lib/api/index.ts';
import {
  isDismissed,
  knowsPasskeys,
  offersPasskeys,
  usePasskeySignIn,
  withdrawPasskeyOffer,
} from './api/second-step.ts';
import { accountTexts } from './texts.ts';

async function withdraw(): Promise<void> {
  if (knowsPasskeys()) {
    await withdrawPasskeyOffer();
  }
}

/** Signing in with a passkey: offered where the address is typed as long as the page is there, and asked for by `signIn`. */
export function usePasskeyWay(onSignedIn: () => void, onProblem: (problem: string) => void) {
  const { mutateAsync } = usePasskeySignIn();
  const signIn = async (autofill: boolean) => {
    try {
      await mutateAsync({ autofill });
      onSignedIn();
    } catch (error) {
      // What the page offered by itself and nobody took up is no problem of the person's.
      if (!isDismissed(error) && !(autofill && !isApiError(error))) {
        onProblem(messageOr(error, accountTexts.secondStep.signInFailed));
      }
    }
  };
  const offer = useEffectEvent(() => signIn(true));
  useEffect(() => {
    let left = false;
    void offersPasskeys().then((offers) => (offers && !left ? offer() : undefined));
    return () => {
      left = true;
      void withdraw();
    };
  }, []);
  return { isKnown: knowsPasskeys(), signIn: () => void signIn(false), withdraw };
}

import { AppError } from '@postloom/contracts';
import type { ErrorCode, SignInRefusal } from '@postloom/contracts';
import type { GatewayRequest } from '../http/index.ts';

/** Why the sign-in page is shown to somebody who comes from the provider, or could not get there. */
type Reason = `provider-${SignInRefusal | 'expired' | 'busy' | 'failed'}`;

const reasonOf: Partial<Record<ErrorCode, Reason>> = {
  invalid_state: 'provider-expired',
  rate_limited: 'provider-busy',
  dependency_failed: 'provider-failed',
  unavailable: 'provider-failed',
  deadline: 'provider-failed',
};

export function refusalPage(reason: SignInRefusal, returnTo: string): string {
  return signInPage(returnTo, `provider-${reason}`);
}

/** A person sees a page that says what to do; a program gets the error. @throws the error again */
export function failurePage(error: unknown, request: GatewayRequest, returnTo: string): string {
  const reason = error instanceof AppError ? reasonOf[error.code] : undefined;
  if (reason === undefined || !(request.headers.accept ?? '').includes('text/html')) {
    throw error;
  }
  return signInPage(returnTo, reason);
}

export function signInPage(returnTo: string, reason?: Reason | 'session-ended', page = '/login'): string {
  const query = new URLSearchParams({ ...(returnTo === '/' ? {} : { returnTo }), ...(reason && { reason }) });
  return query.size > 0 ? `${page}?${query}` : page;
}

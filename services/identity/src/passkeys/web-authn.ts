import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { NewPasskeyAnswer, PasskeyAnswer } from '@postloom/contracts';
import type * as Library from '@simplewebauthn/server';
import { config } from '../config.ts';

export interface KnownPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface Ask {
  readonly options: Record<string, unknown>;
  readonly challenge: string;
}

/**
 * WebAuthn, by its library, which is loaded with the first passkey. The name and the origin that passkeys are bound to come from
 * `PUBLIC_URL`, never from a request. The authenticator always checks its person (a PIN, a finger): a passkey is two factors.
 */
@Injectable()
export class WebAuthn {
  private library: Promise<typeof Library> | undefined;

  /** For making a passkey that needs no name to be typed at sign-in. */
  async askForNew(person: { id: string; email: string }, existing: readonly KnownPasskey[]): Promise<Ask> {
    const { generateRegistrationOptions } = await this.load();
    const options = await generateRegistrationOptions({
      rpName: 'Postloom',
      rpID: rpId(),
      userName: person.email,
      userDisplayName: person.email,
      userID: userHandle(person.id),
      attestationType: 'none',
      excludeCredentials: existing.map(allowed),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: { ...options }, challenge: options.challenge };
  }

  /** @throws AppError `invalid_passkey` */
  async checkNew(
    answer: NewPasskeyAnswer,
    expectedChallenge: string,
  ): Promise<KnownPasskey & { readonly isSynced: boolean }> {
    const { verifyRegistrationResponse } = await this.load();
    const { verified, registrationInfo } = await accepted(() =>
      verifyRegistrationResponse({
        response: { ...answer, clientExtensionResults: {} } as Parameters<
          typeof verifyRegistrationResponse
        >[0]['response'],
        expectedChallenge,
        expectedOrigin: origin(),
        expectedRPID: rpId(),
        requireUserVerification: true,
      }),
    );
    if (!verified) {
      throw new AppError('invalid_passkey');
    }
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: answer.response.transports ?? [],
      isSynced: credentialBackedUp,
    };
  }

  /** `allow`: only these; without it whichever passkey of ours the device has. */
  async askFor(allow?: readonly KnownPasskey[]): Promise<Ask> {
    const { generateAuthenticationOptions } = await this.load();
    const options = await generateAuthenticationOptions({
      rpID: rpId(),
      userVerification: 'required',
      ...(allow === undefined ? {} : { allowCredentials: allow.map(allowed) }),
    });
    return { options: { ...options }, challenge: options.challenge };
  }

  /** Returns the authenticator's counter. @throws AppError `invalid_passkey`, also when the counter went back: a copy was used */
  async check(
    answer: PasskeyAnswer,
    expectedChallenge: string,
    known: KnownPasskey,
  ): Promise<{ readonly counter: number; readonly isSynced: boolean }> {
    const { verifyAuthenticationResponse } = await this.load();
    const { verified, authenticationInfo } = await accepted(() =>
      verifyAuthenticationResponse({
        response: { ...answer, clientExtensionResults: {} } as unknown as Parameters<
          typeof verifyAuthenticationResponse
        >[0]['response'],
        expectedChallenge,
        expectedOrigin: origin(),
        expectedRPID: rpId(),
        requireUserVerification: true,
        credential: {
          id: known.credentialId.toString('base64url'),
          publicKey: new Uint8Array(known.publicKey),
          counter: known.counter,
        },
      }),
    );
    if (!verified) {
      throw new AppError('invalid_passkey');
    }
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
  }

  private load(): Promise<typeof Library> {
    this.library ??= import('@simplewebauthn/server');
    return this.library;
  }
}

/** The library throws for whatever is wrong with an answer; which of it was wrong is nobody's business. */
async function accepted<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (cause) {
    throw new AppError('invalid_passkey', undefined, { cause });
  }
}

function allowed({ credentialId, transports }: KnownPasskey): { id: string; transports: string[] } {
  return { id: credentialId.toString('base64url'), transports: [...transports] };
}

function origin(): string {
  return new URL(config.publicUrl).origin;
}

function rpId(): string {
  return new URL(config.publicUrl).hostname;
}

/** A person as authenticators keep them: the bytes of the id, no name and no address. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

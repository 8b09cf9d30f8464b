import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** What an answer claims, where it differs from the truth. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Of the authenticator: its person was not checked. */
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  readonly counter?: number;
}

const ORIGIN = 'https://postloom.example';
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A device with one passkey, in memory: signs as WebAuthn says (ES256, no attestation). */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  private readonly privateKey: KeyObject;
  private readonly publicKey: Buffer;
  private userHandle = Buffer.alloc(16).toString('base64url');
  counter = 0;

  constructor(private readonly counts = true) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.privateKey = privateKey;
    // COSE_Key {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    this.publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** What `navigator.credentials.create()` answers. */
  create(options: Record<string, unknown>, forged: Forgery = {}) {
    const { challenge, user } = options as { challenge: string; user: { id: string } };
    this.userHandle = user.id;
    const credential = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.length);
    const authData = Buffer.concat([
      this.authData(HAS_CREDENTIAL, forged),
      Buffer.alloc(16),
      length,
      credential,
      this.publicKey,
    ]);
    // {"fmt": "none", "attStmt": {}, "authData": bytes}
    const size = Buffer.alloc(2);
    size.writeUInt16BE(authData.length);
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from('59', 'hex'),
      size,
      authData,
    ]);
    return {
      ...{ id: this.id, rawId: this.id, type: 'public-key' as const },
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, forged).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** What `navigator.credentials.get()` answers. */
  get(options: Record<string, unknown>, forged: Forgery = {}) {
    const { challenge } = options as { challenge: string };
    this.counter += this.counts ? 1 : 0;
    const authenticatorData = this.authData(0, forged);
    const client = clientData('webauthn.get', challenge, forged);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), this.privateKey);
    return {
      ...{ id: this.id, rawId: this.id, type: 'public-key' as const },
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: forged.userHandle ?? this.userHandle,
      },
    };
  }

  private authData(flags: number, forged: Forgery): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forged.counter ?? this.counter);
    const verified = forged.isVerified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([
      sha256(forged.rpId ?? new URL(ORIGIN).hostname),
      Buffer.from([USER_PRESENT | verified | flags]),
      counter,
    ]);
  }
}

function clientData(type: string, challenge: string, forged: Forgery): Buffer {
  return Buffer.from(
    JSON.stringify({
      ...{ type, challenge: forged.challenge ?? challenge },
      ...{ origin: forged.origin ?? ORIGIN, crossOrigin: false },
    }),
  );
}

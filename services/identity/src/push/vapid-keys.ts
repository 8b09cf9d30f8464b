import { createECDH } from 'node:crypto';

export interface VapidPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The pairs of the installation (RFC 8292): browsers subscribe with the first, those of the others still get their pushes. */
export class VapidKeys {
  private constructor(private readonly pairs: readonly [VapidPair, ...VapidPair[]]) {}

  /** `public:private[,public:private…]`, base64url. @throws {Error} with a message that says what is wrong, without any key */
  static parse(text: string): VapidKeys {
    const [first, ...others] = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(pairOf);
    if (first === undefined) {
      throw new Error('VAPID_KEYS holds no pair of keys');
    }
    return new VapidKeys([first, ...others]);
  }

  get current(): VapidPair {
    return this.pairs[0];
  }

  /** Undefined: that pair was taken out. */
  of(publicKey: string): VapidPair | undefined {
    return this.pairs.find((pair) => pair.publicKey === publicKey);
  }
}

function pairOf(text: string): VapidPair {
  const [publicKey = '', privateKey = ''] = text.split(':');
  const secret = Buffer.from(privateKey, 'base64url');
  if (secret.length !== 32 || Buffer.from(publicKey, 'base64url').length !== 65) {
    throw new Error('VAPID_KEYS must be public:private, keys of P-256 in base64url, separated by commas');
  }
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  if (curve.getPublicKey().toString('base64url') !== publicKey) {
    throw new Error('VAPID_KEYS: a private key does not belong to its public key');
  }
  return { publicKey, privateKey };
}

/** Crockford's base32: no letter that is read for another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUP = 4;

/** Bytes of one code: 80 bits, beyond guessing, so that a plain hash of it is enough. */
export const RECOVERY_CODE_BYTES = 10;
export const RECOVERY_CODES = 10;

/** `3f7k-...`: 16 characters in groups of four. */
export function recoveryCode(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let left = (bytes.length * 8) / 5; left > 0; left -= 1) {
    text = `${ALPHABET.charAt(Number(bits & 31n))}${text}`;
    bits >>= 5n;
  }
  return (text.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** A code as it was typed, in the form that is hashed: without dashes and spaces, whatever the case, `o` read as 0 and `l` as 1. */
export function plainRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
}

import { X509Certificate } from 'node:crypto';
import { messageOf } from './errors.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a bundle, each as PEM. @throws {Error} when there is none, or one that cannot be read */
export function parseAuthorities(text: string): readonly string[] {
  const found: readonly string[] = text.match(CERTIFICATE) ?? [];
  if (found.length === 0) {
    throw new Error('it holds no certificate (-----BEGIN CERTIFICATE-----)');
  }
  for (const [index, pem] of found.entries()) {
    try {
      new X509Certificate(pem);
    } catch (error) {
      throw new Error(`certificate ${index + 1} cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }
  return found;
}

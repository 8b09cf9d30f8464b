import { plainWords } from '../plain-words.ts';

/** The file is no zip that an import takes; the message is for its person. */
export class BadZip extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(plainWords(message), options);
  }
}

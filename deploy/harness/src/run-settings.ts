/** Settings of a run from the environment, all with one prefix. An invalid value is an error, not a shorter run. */
export class RunSettings {
  private readonly prefix: string;
  private readonly environment: Readonly<Record<string, string | undefined>>;

  constructor(prefix: string, environment: Readonly<Record<string, string | undefined>> = process.env) {
    this.prefix = prefix;
    this.environment = environment;
  }

  text(name: string, fallback: string): string {
    return this.environment[this.prefix + name] ?? fallback;
  }

  /** A number above 0. @throws Error that names the setting */
  number(name: string, fallback: number): number {
    const value = Number(this.text(name, String(fallback)));
    if (Number.isFinite(value) && value > 0) {
      return value;
    }
    throw new Error(`${this.prefix}${name} must be a number above 0, not '${this.text(name, '')}'.`);
  }

  /** One of these words, the first one when nothing is said. @throws Error that names the setting and the words */
  choice<T extends string>(name: string, words: readonly [T, ...T[]]): T {
    const said = this.text(name, words[0]);
    const found = words.find((word) => word === said);
    if (found !== undefined) {
      return found;
    }
    throw new Error(`${this.prefix}${name} must be one of ${words.join(', ')}, not '${said}'.`);
  }

  /** Some of these words, between commas; all when nothing is said. @throws Error as `choice` */
  choices<T extends string>(name: string, words: readonly [T, ...T[]]): T[] {
    const said = this.text(name, words.join(',')).split(',');
    const unknown = said.find((word) => !words.some((known) => known === word));
    if (unknown === undefined) {
      return words.filter((word) => said.includes(word));
    }
    throw new Error(`${this.prefix}${name} must be some of ${words.join(', ')}, not '${unknown}'.`);
  }
}

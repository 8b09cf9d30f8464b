/** What a platform made public, by the sandbox's own ledger: the judge of every run. */
export interface Publication {
  readonly platform: string;
  readonly accountId: string;
  readonly remoteId: string;
  readonly kind: string;
  readonly text: string;
  readonly media: readonly {
    readonly sha256: string;
    readonly mimeType: string;
    readonly width: number;
    readonly height: number;
    readonly bytes: number;
  }[];
  readonly at: string;
}

/** The sandbox's control calls (deploy/sandbox/README.md). */
export class Ledger {
  readonly origin: string;

  constructor(sandboxUrl: string) {
    this.origin = sandboxUrl;
  }

  async publications(filter: Readonly<Record<string, string>> = {}): Promise<Publication[]> {
    const response = await fetch(`${this.origin}/sandbox/publications?${new URLSearchParams(filter).toString()}`);
    return (await response.json()) as Publication[];
  }

  /** The bytes of a picture that was made public. */
  async media(sha256: string): Promise<Buffer> {
    const response = await fetch(`${this.origin}/sandbox/media/${sha256}`);
    if (!response.ok) {
      throw new Error(`The sandbox has no picture ${sha256}`);
    }
    return Buffer.from(await response.arrayBuffer());
  }

  /** The mails to an address, in the order of their arrival. */
  async mailsTo(address: string): Promise<{ readonly subject: string }[]> {
    const response = await fetch(`${this.origin}/sandbox/mails?to=${encodeURIComponent(address)}`);
    return (await response.json()) as { subject: string }[];
  }

  fault(target: string, body: Readonly<Record<string, unknown>>): Promise<void> {
    return this.put(`faults/${target}`, body);
  }

  settings(change: Readonly<Record<string, unknown>>): Promise<void> {
    return this.put('settings', change);
  }

  private async put(path: string, body: Readonly<Record<string, unknown>>): Promise<void> {
    const response = await fetch(`${this.origin}/sandbox/${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
    }
  }
}

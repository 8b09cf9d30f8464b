import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { Server } from 'node:tls';
import { testAuthority } from '../../../../libs/testing/src/test-authority.ts';
import { loadPorts } from '../../../local/src/stack/state.ts';

/** Speaks TLS in front of the sandbox's mail server, with a certificate of an authority of its own that can be exchanged. */
export class MailFront {
  private readonly authority = testAuthority();
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(dataDir: string) {
    this.server = createServer(this.certificate(90), (socket) => {
      // The sandbox's port is known once the stack has started, which is after this server.
      const onward = connect(loadPorts(dataDir)['smtp'] ?? 0, '127.0.0.1');
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => this.sockets.delete(one));
        one.pipe(other);
      }
    });
  }

  static async start(dataDir: string): Promise<MailFront> {
    const front = new MailFront(dataDir);
    await new Promise<void>((resolve) => front.server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  /** The settings of a stack that sends its mails here. */
  settings(folder: string): Readonly<Record<string, string>> {
    const authority = join(folder, 'mail-authority.pem');
    writeFileSync(authority, this.authority.certificate);
    const { port } = this.server.address() as AddressInfo;
    return { SMTP_URL: `smtps://localhost:${port}`, NODE_EXTRA_CA_CERTS: authority };
  }

  /** Whoever connects from now on sees a certificate that is valid for so many days. */
  renew(days: number): void {
    this.server.setSecureContext(this.certificate(days));
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) {
      socket.destroy();
    }
  }

  private certificate(days: number): { cert: string; key: string } {
    const { cert, key } = this.authority.certify('DNS:localhost', days);
    return { cert, key };
  }
}

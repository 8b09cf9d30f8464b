import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerSession } from 'smtp-server';
import type { Fault, Faults } from '../control/faults.ts';
import type { RequestLog } from '../control/request-log.ts';
import type { Inbox } from './inbox.ts';

export interface SmtpParts {
  readonly inbox: Inbox;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly changed: () => void;
  readonly report: (error: unknown) => void;
}

const largestMail = 25 * 1024 * 1024;

type Answer = (error?: Error | null, message?: string) => void;

/** An SMTP server that takes every mail for every address, without TLS, with or without a login. */
export class SmtpInbox {
  readonly #server: SMTPServer;
  readonly #parts: SmtpParts;

  constructor(parts: SmtpParts) {
    this.#parts = parts;
    this.#server = new SMTPServer({
      name: 'sandbox',
      banner: 'Postloom sandbox',
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      size: largestMail,
      logger: false,
      disableReverseLookup: true,
      closeTimeout: 2000,
      onAuth: (auth, _session, answer) => answer(null, { user: auth.username ?? 'anyone' }),
      onData: (stream, session, answer) => {
        this.#receive(stream, session, answer).catch((error: unknown) => {
          parts.report(error);
          answer(refusal(451, 'The sandbox failed to keep the mail'));
        });
      },
    });
    // A client that disconnects in the middle of a mail is not an error here.
    this.#server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') {
        parts.report(error);
      }
    });
  }

  /** Listens; resolves to the port. `preferred` null takes 1025, or any free port when that is taken. */
  async listen(host: string, preferred: number | null): Promise<number> {
    try {
      return await this.#listenOn(host, preferred ?? 1025);
    } catch (error) {
      if (preferred !== null || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
        throw error;
      }
      return this.#listenOn(host, 0);
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #listenOn(host: string, port: number): Promise<number> {
    const server = this.#server.server;
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void => reject(error);
      server.once('error', failed);
      server.listen(port, host, () => {
        server.off('error', failed);
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  async #receive(stream: Readable, session: SMTPServerSession, answer: Answer): Promise<void> {
    const started = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
    }
    const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
    const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
    const fault = this.#parts.faults.take('smtp', null, true);
    const wait = fault?.latencyMs ?? (fault?.mode === 'latency' ? 2000 : 0);
    if (wait > 0) {
      await new Promise<void>((resolve) => setTimeout(resolve, wait).unref());
    }
    const status = await this.#carryOut(fault, Buffer.concat(chunks), { from, recipients }, session, answer);
    this.#parts.requests.add({
      at: new Date().toISOString(),
      target: 'smtp',
      account: null,
      method: 'MAIL',
      path: recipients.join(', '),
      headers: {},
      body: `from ${from}, ${chunks.reduce((sum, chunk) => sum + chunk.length, 0)} bytes`,
      status,
      durationMs: Math.round(performance.now() - started),
      fault: fault?.mode ?? null,
      isAbandoned: false,
    });
    this.#parts.changed();
  }

  /** The reply's status; null when none is sent. */
  async #carryOut(
    fault: Fault | null,
    content: Buffer,
    envelope: { from: string; recipients: string[] },
    session: SMTPServerSession,
    answer: Answer,
  ): Promise<number | null> {
    switch (fault?.mode) {
      case 'error':
        return refused(answer, fault.status ?? 451, 'Temporary failure, try again later');
      case 'rate_limit':
        return refused(answer, fault.status ?? 450, '4.7.1 Too many messages, slow down');
      case 'token_revoked':
        return refused(answer, 530, '5.7.0 Authentication required');
      case 'media_rejected':
        return refused(answer, 552, '5.3.4 Message content rejected');
      case 'reset_before':
        this.#socketOf(session)?.destroy();
        return null;
      case 'processing_forever':
        return null;
      case 'hang_after':
        await this.#keep(content, envelope);
        return null;
      case 'garbage':
        await this.#keep(content, envelope);
        this.#socketOf(session)?.end('\u0000\u0001<html>bad gateway\r\n');
        return null;
      case 'latency':
      case 'refusal':
      case 'cut':
      case 'nested':
      case 'slow':
      case 'obey':
      case undefined:
        await this.#keep(content, envelope);
        answer(null, 'Message kept');
        return 250;
    }
  }

  async #keep(content: Buffer, envelope: { from: string; recipients: string[] }): Promise<void> {
    const parsed = await PostalMime.parse(content);
    await this.#parts.inbox.keep({
      to: envelope.recipients.join(', '),
      from: envelope.from,
      subject: parsed.subject ?? '',
      text: (parsed.text ?? '').replace(/\n$/, ''),
      html: (parsed.html ?? '').replace(/\n$/, ''),
      at: new Date().toISOString(),
    });
  }

  #socketOf(session: SMTPServerSession): Socket | undefined {
    const connections = this.#server.connections as unknown as Iterable<{ id: string; _socket: Socket }>;
    for (const connection of connections) {
      if (connection.id === session.id) {
        return connection._socket;
      }
    }
    return undefined;
  }
}

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

function refused(answer: Answer, code: number, message: string): number {
  answer(refusal(code, message));
  return code;
}

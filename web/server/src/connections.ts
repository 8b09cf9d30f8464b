import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

const keep = <T extends EventEmitter>(server: EventEmitter, event: string, kept: Set<T>): void => {
  server.on(event, (one: T) => {
    kept.add(one);
    one.once('close', () => kept.delete(one));
  });
};

/**
 * The connections of browsers: which answers are being given on them, and how all of them come to an end.
 */
export class Connections {
  private readonly server: Server | Http2SecureServer;
  /** Every connection, and those of them that speak HTTP (over TLS: once its handshake is done). */
  private readonly opened = new Set<Socket>();
  private readonly sockets = new Set<Socket>();
  private readonly sessions = new Set<ServerHttp2Session>();
  private readonly running = new Map<Socket, Set<ServerResponse>>();
  private ending = false;

  constructor(server: Server | Http2SecureServer) {
    this.server = server;
    const isSecure = 'setSecureContext' in server;
    keep(server, 'connection', this.opened);
    keep(server, isSecure ? 'secureConnection' : 'connection', this.sockets);
    keep(server, 'session', this.sessions);
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.refuse(error, socket));
  }

  /** To be called for each request before it is answered. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    if (request.httpVersionMajor === 2) {
      return;
    }
    const { socket } = request;
    const answers = this.running.get(socket) ?? new Set();
    this.running.set(socket, answers.add(response));
    response.shouldKeepAlive &&= !this.ending;
    response.once('close', () => {
      answers.delete(response);
      if (answers.size === 0) {
        this.running.delete(socket);
        if (this.ending) {
          // After the last bytes are out.
          socket.end();
        }
      }
    });
  }

  /** Accepts nothing new, lets what runs come to its end for so long, then closes what is left. */
  async end(milliseconds: number): Promise<void> {
    this.ending = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const session of this.sessions) {
      session.close();
    }
    for (const socket of this.sockets) {
      const answers = this.running.get(socket);
      answers?.forEach((response) => (response.shouldKeepAlive = false));
      if (answers === undefined && (socket as Partial<TLSSocket>).alpnProtocol !== 'h2') {
        socket.destroy();
      }
    }
    const late = setTimeout(() => {
      this.sessions.forEach((session) => session.destroy());
      this.opened.forEach((socket) => socket.destroy());
    }, milliseconds);
    await closed;
    clearTimeout(late);
  }

  /**
   * What cannot be read as a request. A socket that never sent anything gets nothing: browsers open some ahead, and would take
   * words on them for the answer to their next request.
   */
  private refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const isAnswered = [...(this.running.get(socket) ?? [])].some((response) => response.headersSent);
    if (!socket.writable || isAnswered || socket.bytesRead === 0 || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status =
      {
        ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
        HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
        HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
      }[error.code ?? ''] ?? '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
}

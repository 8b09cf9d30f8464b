import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';

/** Bodies from here on are a file or a part of one. */
const LARGE_BYTES = 256 * 1_024;
const REFUSAL_BYTES = 10_000;

/** An answer that refused something: what the client's library may not show. */
export interface Refusal {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The contract's word for it, of the product's own answers. */
  readonly error: string | undefined;
}

type Pages = ReadonlyMap<string, { readonly type: string; readonly body: string }>;

/** A body that stopped in its middle. Its rest is read meanwhile, or nobody would notice that the browser gives it up. */
interface Held {
  readonly response: ServerResponse;
  readonly rest: Buffer[];
  /** Sends on what came meanwhile. */
  release(): void;
}

/**
 * A proxy for a browser that breaks connections on purpose. It holds large bodies in their middle until it is told what becomes of them,
 * so that whatever is done meanwhile is done in mid-upload, however fast the machine is.
 */
export class CuttingProxy {
  readonly refusals: Refusal[] = [];
  /** Bodies cut in their middle, and answers that did not arrive. */
  readonly broken = { bodies: 0, answers: 0 };
  private readonly pages: Pages;
  private readonly held = new Set<Held>();
  /** Answers that have not ended: what an outage breaks, wherever their requests are. */
  private readonly underWay = new Set<ServerResponse>();
  private readonly lost = new Set<string>();
  private isHolding = false;
  private isDown = false;
  private cutEach = Number.POSITIVE_INFINITY;
  private loses: ((method: string, path: string) => boolean) | undefined;
  private bodies = 0;
  private readonly server = createServer((request, response) => this.pass(request, response));

  /** @param pages what the proxy answers itself, by path: documents and scripts of the product's own origin */
  constructor(pages: Pages) {
    this.pages = pages;
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  get heldBodies(): number {
    return this.held.size;
  }

  /** From now on large bodies stop in their middle; the first part of a file passes, so that there is something to go on from. */
  hold(): void {
    this.isHolding = true;
  }

  /** What is held goes on, and so does everything that follows. */
  release(): void {
    this.isHolding = false;
    for (const one of this.held) {
      one.release();
    }
    this.held.clear();
  }

  /** The connections of all held bodies break. */
  cut(): void {
    for (const { response } of this.held) {
      this.broken.bodies += 1;
      response.socket?.resetAndDestroy();
    }
    this.held.clear();
  }

  /** Nothing passes until the outage is over. */
  outage(isDown: boolean): void {
    this.isDown = isDown;
    if (isDown) {
      this.cut();
      this.underWay.forEach((response) => response.socket?.resetAndDestroy());
    }
  }

  /** Every so-manieth large body breaks in its middle, and the first answer to each address that `loses` names does not arrive. */
  disturb(cutEach: number, loses: (method: string, path: string) => boolean): void {
    this.cutEach = cutEach;
    this.loses = loses;
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    request.on('error', () => undefined); // the browser hung up, or we did
    response.on('error', () => undefined);
    const target = URL.parse(request.url ?? '');
    if (this.isDown || target === null) {
      response.socket?.resetAndDestroy();
      return;
    }
    const page = this.pages.get(target.pathname);
    if (page) {
      response.writeHead(200, { 'content-type': page.type }).end(page.body);
      return;
    }
    this.underWay.add(response);
    response.once('close', () => this.underWay.delete(response));
    const { 'proxy-connection': _hop, ...headers } = request.headers;
    const onward = send(target, { method: request.method, headers, agent: false });
    onward.on('error', () => response.socket?.resetAndDestroy());
    response.once('close', () => {
      if (!response.writableEnded) {
        onward.destroy();
      }
    });
    onward.once('response', (answer) => this.answer(request, response, answer, target));
    this.feed(request, response, onward, target);
  }

  private feed(request: IncomingMessage, response: ServerResponse, onward: ClientRequest, target: URL): void {
    const length = Number(request.headers['content-length'] ?? 0);
    const isLarge = length >= LARGE_BYTES;
    if (isLarge) {
      this.bodies += 1;
    }
    const isCut = isLarge && this.bodies % this.cutEach === 0;
    const isFirstPart = target.searchParams.get('partNumber') === '1';
    let stopAt = isLarge && ((this.isHolding && !isFirstPart) || isCut) ? length / 2 : Number.POSITIVE_INFINITY;
    let passed = 0;
    let held: Held | undefined;
    request.on('data', (chunk: Buffer) => {
      if (held) {
        held.rest.push(chunk);
        return;
      }
      passed += chunk.length;
      // Never paused, however slowly it is taken: a socket that nobody reads does not tell that the browser has hung up.
      onward.write(chunk);
      if (passed < stopAt) {
        return;
      }
      stopAt = Number.POSITIVE_INFINITY;
      if (isCut) {
        this.broken.bodies += 1;
        response.socket?.resetAndDestroy();
      } else if (this.isHolding) {
        const release = (): void => {
          held?.rest.forEach((part) => onward.write(part));
          held = undefined;
          if (request.complete) {
            onward.end();
          }
        };
        const one = { response, rest: [], release };
        held = one;
        this.held.add(one);
        response.once('close', () => this.held.delete(one));
      }
    });
    request.once('end', () => {
      if (!held) {
        onward.end();
      }
    });
    request.once('close', () => {
      if (!request.complete) {
        onward.destroy();
      }
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse, answer: IncomingMessage, target: URL): void {
    const method = request.method ?? 'GET';
    const status = answer.statusCode ?? 0;
    const place = `${method} ${target.pathname}`;
    if (status < 400 && this.loses?.(method, target.pathname) && !this.lost.has(place)) {
      this.lost.add(place);
      this.broken.answers += 1;
      // Only when the other side has done its work to the end.
      answer.resume().once('end', () => response.socket?.resetAndDestroy());
      return;
    }
    response.writeHead(status, answer.rawHeaders);
    answer.pipe(response);
    if (status >= 400) {
      this.remember(method, target.pathname, status, answer);
    }
  }

  private remember(method: string, path: string, status: number, answer: IncomingMessage): void {
    let body = '';
    answer.on('data', (chunk: Buffer) => {
      body = (body + chunk.toString()).slice(0, REFUSAL_BYTES);
    });
    answer.once('end', () => {
      const error = /"error":"(\w+)"/.exec(body)?.[1] ?? /<Code>(\w+)</.exec(body)?.[1];
      this.refusals.push({ method, path, status, error });
    });
  }
}

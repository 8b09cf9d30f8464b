import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import type { LogLevel } from './observer.ts';
import { trustedProxies, type TrustedProxies } from './trusted-proxies.ts';

/** What the web origin needs to know. Every value comes from the environment, so the same program runs in an image. */
export interface WebServerSettings {
  readonly host: string;
  readonly port: number;
  /** Where browsers reach the product, without a slash at its end: what search engines and link previews are told. */
  readonly publicUrl: string;
  /** Folder with the built client: `index.html`, `landing.html`, `assets/`, `.vite/manifest.json`. */
  readonly webRoot: string;
  /** Where `/api` and `/objects` are answered, without a trailing slash. */
  readonly gatewayUrl: string;
  /** Origins, beside the own one, that pictures may come from (avatars of platforms in the sandbox). */
  readonly imageOrigins: readonly string[];
  /** Origins, beside the own one, that the client may call (an S3 that takes presigned uploads). */
  readonly connectOrigins: readonly string[];
  /** The proxies in front whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: TrustedProxies;
  /** Certificate and key in PEM: with them the origin speaks HTTP/2 (and HTTP/1.1) over TLS. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Port of `/health/…` and `/metrics` that is never routed to the outside; none when undefined. */
  readonly internalPort: number | undefined;
  readonly logLevel: LogLevel;
  /** Longest time that running answers and uploads get when the origin stops. */
  readonly shutdownSeconds: number;
  /** Live streams that this process carries; the page behind one more asks again, at another process where there is one. */
  readonly mostStreams: number;
}

const words = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((word) => word !== '');

const levels: readonly LogLevel[] = ['info', 'warn', 'error', 'silent'];

const whole = (name: string, text: string, least: number, most: number): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new Error(`${name} is no number from ${least} to ${most}: ${text}`);
  }
  return number;
};

const tlsOf = (certFile: string | undefined, keyFile: string | undefined): WebServerSettings['tls'] => {
  if (certFile === undefined && keyFile === undefined) {
    return undefined;
  }
  if (certFile === undefined || keyFile === undefined) {
    throw new Error('TLS_CERT_FILE and TLS_KEY_FILE belong together');
  }
  return { cert: readFileSync(certFile), key: readFileSync(keyFile) };
};

/** An origin alone: paths follow it, and it stands in pages as it is. */
const publicUrlOf = (text: string): string => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new Error(`PUBLIC_URL is no address like https://postloom.example: ${text}`);
  }
  return url.origin;
};

/** `any`: all addresses of the machine, of IPv6 too where it has any. */
const hostOf = (host: string): string => {
  if (host !== 'any') {
    return host;
  }
  const addresses = Object.values(networkInterfaces()).flat();
  return addresses.some((one) => one?.family === 'IPv6') ? '::' : '0.0.0.0';
};

/** Reads the environment (the table in web/README.md). Throws on a wrong value. */
export const readSettings = (environment: NodeJS.ProcessEnv, defaultRoot: string): WebServerSettings => {
  const gatewayUrl = (environment['GATEWAY_URL'] ?? 'http://127.0.0.1:3001').replace(/\/+$/, '');
  if (new URL(gatewayUrl).protocol !== 'http:') {
    throw new Error(`GATEWAY_URL must start with http:// but is ${gatewayUrl}`);
  }
  const internalPort = environment['SERVICE_INTERNAL_PORT'];
  const logLevel = levels.find((level) => level === (environment['LOG_LEVEL'] ?? 'info'));
  if (logLevel === undefined) {
    throw new Error(`LOG_LEVEL is none of ${levels.join(', ')}: ${environment['LOG_LEVEL']}`);
  }
  return {
    host: hostOf(environment['HOST'] ?? '127.0.0.1'),
    port: whole('PORT', environment['PORT'] ?? '3000', 0, 65_535),
    publicUrl: publicUrlOf(environment['PUBLIC_URL'] ?? 'http://localhost:3000'),
    webRoot: environment['WEB_ROOT'] ?? defaultRoot,
    gatewayUrl,
    imageOrigins: words(environment['IMAGE_ORIGINS']),
    connectOrigins: words(environment['CONNECT_ORIGINS']),
    trustedProxies: trustedProxies(words(environment['TRUSTED_PROXIES'])),
    tls: tlsOf(environment['TLS_CERT_FILE'], environment['TLS_KEY_FILE']),
    internalPort: internalPort === undefined ? undefined : whole('SERVICE_INTERNAL_PORT', internalPort, 0, 65_535),
    logLevel,
    shutdownSeconds: whole('SHUTDOWN_SECONDS', environment['SHUTDOWN_SECONDS'] ?? '25', 1, 600),
    mostStreams: whole('MOST_STREAMS', environment['MOST_STREAMS'] ?? '4000', 1, 1_000_000),
  };
};

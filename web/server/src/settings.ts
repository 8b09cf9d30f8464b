/** What the web origin needs to know. Every value comes from the environment, so the same program runs in an image. */
export interface WebServerSettings {
  readonly host: string;
  readonly port: number;
  /** Folder with the built client: `index.html`, `landing.html`, `assets/`, `.vite/manifest.json`. */
  readonly webRoot: string;
  /** Where `/api` and `/objects` are answered, without a trailing slash. */
  readonly gatewayUrl: string;
  /** Origins, beside the own one, that pictures may come from (avatars of platforms in the sandbox). */
  readonly imageOrigins: readonly string[];
  /** Origins, beside the own one, that the client may call (an S3 that takes presigned uploads). */
  readonly connectOrigins: readonly string[];
  /** Addresses of proxies in front whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[];
}

const words = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((word) => word !== '');

/** Reads PORT, HOST, GATEWAY_URL, WEB_ROOT, IMAGE_ORIGINS, CONNECT_ORIGINS, TRUSTED_PROXIES. Throws on a wrong value. */
export const readSettings = (environment: NodeJS.ProcessEnv, defaultRoot: string): WebServerSettings => {
  const port = Number(environment['PORT'] ?? '3000');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT is not a port: ${environment['PORT']}`);
  }
  const gatewayUrl = (environment['GATEWAY_URL'] ?? 'http://127.0.0.1:3001').replace(/\/+$/, '');
  if (new URL(gatewayUrl).protocol !== 'http:') {
    throw new Error(`GATEWAY_URL must start with http:// but is ${gatewayUrl}`);
  }
  return {
    host: environment['HOST'] ?? '127.0.0.1',
    port,
    webRoot: environment['WEB_ROOT'] ?? defaultRoot,
    gatewayUrl,
    imageOrigins: words(environment['IMAGE_ORIGINS']),
    connectOrigins: words(environment['CONNECT_ORIGINS']),
    trustedProxies: words(environment['TRUSTED_PROXIES']),
  };
};

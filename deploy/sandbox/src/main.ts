import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const env = process.env;

function log(level: 'info' | 'error', message: string, more: Readonly<Record<string, unknown>> = {}): void {
  const line = `${JSON.stringify({ time: new Date().toISOString(), level, service: 'sandbox', message, ...more })}\n`;
  (level === 'error' ? process.stderr : process.stdout).write(line);
}

function report(error: unknown): void {
  log('error', error instanceof Error ? error.message : String(error), {
    stack: error instanceof Error ? error.stack : undefined,
  });
}

function portOf(name: string): number | null {
  const value = env[name];
  if (value === undefined || value === '') {
    return null;
  }
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) {
    return port;
  }
  throw new Error(`${name} must be a port number, not '${value}'.`);
}

/** Where the platforms' messages go: by default the product's gateway; `off` for nowhere. */
function webhookUrl(): string {
  const given = env['SANDBOX_WEBHOOK_URL'];
  if (given === 'off') {
    return '';
  }
  return given ?? `http://127.0.0.1:${env['POSTLOOM_PORT'] ?? '3000'}/api/platform-callbacks`;
}

async function start(): Promise<Sandbox> {
  return startSandbox({
    dataDir: env['SANDBOX_DATA_DIR'] ?? '.data/sandbox',
    host: env['SANDBOX_HOST'] ?? '127.0.0.1',
    port: portOf('SANDBOX_PORT') ?? 3900,
    smtpPort: portOf('SANDBOX_SMTP_PORT'),
    publicUrl: env['SANDBOX_PUBLIC_URL'],
    seed: env['SANDBOX_SEED'] === undefined ? undefined : Number(env['SANDBOX_SEED']),
    settings: {
      webhookUrl: webhookUrl(),
      ...(env['SANDBOX_QUOTAS'] === 'off' ? { quotas: 'off' as const } : {}),
      ...(env['SANDBOX_DUPLICATES'] === 'allow' ? { duplicates: 'allow' as const } : {}),
      ...(env['SANDBOX_TIKTOK_URLS'] === undefined
        ? {}
        : { tiktokVerifiedUrls: env['SANDBOX_TIKTOK_URLS'].split(',') }),
      ...(env['SANDBOX_PROCESSING_MS'] === undefined ? {} : { processingMs: Number(env['SANDBOX_PROCESSING_MS']) }),
    },
    report,
  });
}

function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const port = (error as { port?: number }).port;
  if (code === 'EADDRINUSE') {
    return `Port ${port ?? ''} is taken. Set SANDBOX_PORT (HTTP) or SANDBOX_SMTP_PORT (mail) to a free one.`;
  }
  if (code === 'EACCES') {
    return `The sandbox may not write its data or open its port: ${(error as Error).message}. Set SANDBOX_DATA_DIR or SANDBOX_PORT.`;
  }
  return error instanceof Error ? error.message : String(error);
}

try {
  const sandbox = await start();
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) {
      return;
    }
    stopping = true;
    log('info', 'stopping', { signal });
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        report(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  log('info', 'ready', {
    ready: true,
    origin: sandbox.origin,
    port: sandbox.port,
    smtpPort: sandbox.smtpPort,
    seed: sandbox.seed,
  });
} catch (error) {
  log('error', explain(error));
  process.exit(1);
}

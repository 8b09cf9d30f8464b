import { request } from 'node:http';
import { join } from 'node:path';
import { startNats } from '../nats/server.ts';
import { repositoryRoot } from '../paths.ts';
import { databaseName, socketQuery } from '../postgres/roles.ts';
import { provision, socketFolder, startPostgres } from '../postgres/server.ts';
import { startChild } from '../process/child.ts';
import { isPortFree, keepOrPickPort } from '../process/ports.ts';
import { StartError, type LocalSettings } from '../settings.ts';
import { startTraceReceiver } from '../traces/receiver.ts';
import { hasOwnOpenid, openidProgram, serviceEnvironment, type StackAddresses } from './environment.ts';
import { Kept, type KeptOptions, type Launched } from './keeper.ts';
import type { StackLog } from './log.ts';
import { removeRunFile, takeOver, writeRunFile } from './run-file.ts';
import {
  flagsOf,
  nodeFlags,
  objectFlags,
  programOf,
  replicasOf,
  webFlags,
  type Replica,
  type ServiceEntry,
} from './services.ts';
import { withSecretFiles } from './secret-files.ts';
import { loadPorts, loadSecrets, prepareDataDir, savePorts, type Ports, type Secrets } from './state.ts';

const bucket = 'postloom';
const readyLimitMs = 60_000;
/** The publisher's pools for requests (10) and workers (3), the largest there are, and a migration beside them. */
const mostConnectionsOfAProcess = 14;
/** For connections from outside the stack: operators, measurements, backups. */
const connectionsAside = 30;

/** Where the built parts are. */
export interface Built {
  readonly programOf: (service: ServiceEntry) => string;
  readonly webRoot: string;
}

const production: Built = { programOf, webRoot: join(repositoryRoot, 'web', 'dist') };

/** Refuses before anything is started when another program has a port that people rely on. */
const requirePort = async (port: number, setting: string, what: string): Promise<void> => {
  if (await isPortFree(port)) {
    return;
  }
  throw new StartError(
    `Port ${port}, for ${what}, is taken by another program. Choose another one: ${setting}=${port + 1} npm start`,
  );
};

const pickPorts = async (settings: LocalSettings, replicas: readonly Replica[]): Promise<Ports> => {
  const remembered = loadPorts(settings.dataDir);
  const names = [
    'postgres',
    'nats',
    'objects',
    'smtp',
    'traces',
    ...replicas.flatMap(({ name, service }) => (service.listens ? [`${name}-internal`, name] : [`${name}-internal`])),
  ];
  const ports: Ports = {};
  const taken = new Set([settings.port, settings.sandboxPort, settings.openidPort]);
  for (const name of names) {
    const port = await keepOrPickPort(remembered[name], taken);
    ports[name] = port;
    taken.add(port);
  }
  savePorts(settings.dataDir, ports);
  return ports;
};

const answersOk = (port: number, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = request({ host: '127.0.0.1', port, path, timeout: 2000, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    probe.once('timeout', () => probe.destroy());
    probe.once('error', () => resolve(false));
    probe.end();
  });

/** The whole local stack: what runs, in which order it starts, in which order it stops. */
export class Stack {
  private readonly settings: LocalSettings;
  private readonly log: StackLog;
  private readonly kept = new Map<string, Kept>();
  private readonly secrets: Secrets;
  private readonly built: Built;
  private readonly replicas: readonly Replica[];
  private ports: Ports = {};
  private traces: { stop(): Promise<void> } | undefined;
  private readyAt: string | undefined;
  private adminUrl: string | undefined;
  private isStopping = false;

  private constructor(settings: LocalSettings, log: StackLog, secrets: Secrets, built: Built) {
    this.built = built;
    this.settings = settings;
    this.replicas = replicasOf(settings.replicas);
    this.log = log;
    this.secrets = secrets;
  }

  /** Checks that this machine and data folder are free for a run, before anything is started. Throws StartError. */
  static async prepare(settings: LocalSettings, log: StackLog, built: Built = production): Promise<Stack> {
    prepareDataDir(settings.dataDir);
    await takeOver(settings.dataDir, (line) => log.say(line));
    await requirePort(settings.port, 'POSTLOOM_PORT', 'the web application');
    await requirePort(settings.sandboxPort, 'POSTLOOM_SANDBOX_PORT', 'the sandbox');
    if (hasOwnOpenid(settings)) {
      await requirePort(settings.openidPort, 'POSTLOOM_OPENID_PORT', 'the OpenID Connect provider');
    }
    const stack = new Stack(settings, log, loadSecrets(settings.dataDir), built);
    stack.ports = await pickPorts(settings, stack.replicas);
    // From here on another start on the same folder is refused.
    stack.writeRun();
    return stack;
  }

  /** Starts everything and returns when every service says it is ready. */
  async start(): Promise<void> {
    const { settings, ports } = this;
    if (settings.traces === 'on') {
      this.traces = await startTraceReceiver(ports['traces'] ?? 0, join(settings.dataDir, 'traces.jsonl'));
    }
    await Promise.all([
      this.startDatabase(),
      this.startNatsServer(),
      this.startObjects(),
      this.startSandbox(),
      this.startOpenid(),
    ]);
    if (this.isStopping) {
      return;
    }
    const stack: StackAddresses = {
      settings,
      secrets: this.secrets,
      ports,
      postgres: this.postgresAddress(),
      natsUrl: settings.natsUrl ?? `nats://127.0.0.1:${ports['nats']}`,
      s3Endpoint: settings.s3Endpoint ?? `http://127.0.0.1:${ports['objects']}`,
      bucket,
    };
    await Promise.all([
      ...this.replicas.map((replica) => {
        const { name, service } = replica;
        const internal = ports[`${name}-internal`] ?? 0;
        const environment = this.withSecrets(name, serviceEnvironment(replica, stack));
        return this.keep({
          name,
          internalUrl: `http://127.0.0.1:${internal}`,
          url: service.listens ? `http://127.0.0.1:${ports[name]}` : undefined,
          isReady: () => answersOk(internal, '/health/ready'),
          launch: () => this.node(name, [...flagsOf(service), this.built.programOf(service)], environment),
        });
      }),
      this.startWeb(),
    ]);
    if (this.isStopping) {
      return;
    }
    this.readyAt = new Date().toISOString();
    this.writeRun();
  }

  /** Stops all in order: who takes requests first, who keeps data last. Safe to repeat. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const order = [
      ['web'],
      this.replicas.flatMap(({ name, service }) => (service.name === 'gateway' ? [name] : [])),
      this.replicas.map(({ name }) => name),
      ['sandbox', 'openid'],
      ['objects'],
      ['nats'],
      ['postgres'],
    ];
    for (const names of order) {
      await Promise.all(names.map(async (name) => this.kept.get(name)?.stop()));
    }
    await this.traces?.stop();
    removeRunFile(this.settings.dataDir);
  }

  /** Kills all at once; for the second Ctrl-C and for the supervisor's own failure. */
  kill(): void {
    this.isStopping = true;
    for (const kept of this.kept.values()) {
      kept.kill();
    }
    removeRunFile(this.settings.dataDir);
  }

  private async keep(options: Omit<KeptOptions, 'log' | 'onChange'>): Promise<void> {
    if (this.isStopping) {
      return;
    }
    const kept = new Kept({ ...options, log: this.log, onChange: () => this.writeRun() });
    this.kept.set(options.name, kept);
    await kept.start();
    await kept.ready(readyLimitMs);
  }

  private writeRun(): void {
    if (this.isStopping) {
      return;
    }
    const entries = [...this.kept.values()].flatMap((kept) =>
      kept.entry === undefined ? [] : [[kept.name, kept.entry] as const],
    );
    writeRunFile(this.settings.dataDir, {
      url: `http://localhost:${this.settings.port}`,
      sandboxUrl: `http://localhost:${this.settings.sandboxPort}`,
      databaseUrl: this.adminUrl,
      readyAt: this.readyAt,
      processes: Object.fromEntries(entries),
    });
  }

  private async node(
    name: string,
    args: readonly string[],
    env: Record<string, string | undefined>,
  ): Promise<Launched> {
    const child = await startChild({
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', ...args],
      cwd: repositoryRoot,
      env: { NODE_COMPILE_CACHE: join(repositoryRoot, '.cache', 'compile'), ...env },
      onLine: (line) => this.log.line(name, line),
    });
    return { pid: child.pid, exited: child.exited, stop: () => child.stop('SIGTERM', 15_000) };
  }

  private withSecrets(name: string, environment: Record<string, string | undefined>): typeof environment {
    const { secretFiles, dataDir } = this.settings;
    return secretFiles === 'on' ? withSecretFiles(dataDir, name, environment) : environment;
  }

  private postgresAddress(): StackAddresses['postgres'] {
    if (this.settings.databaseUrl === undefined) {
      const port = this.ports['postgres'] ?? 0;
      return { base: `127.0.0.1:${port}`, database: databaseName, socket: socketFolder(this.postgresFolder, port) };
    }
    const url = new URL(this.settings.databaseUrl);
    const database = decodeURIComponent(url.pathname.slice(1));
    return { base: url.host, database: database === '' || database === 'postgres' ? databaseName : database };
  }

  private get postgresFolder(): string {
    return join(this.settings.dataDir, 'pg');
  }

  private async startDatabase(): Promise<void> {
    const { settings, secrets, ports } = this;
    if (settings.databaseUrl !== undefined) {
      await provision(settings.databaseUrl, secrets.roles, this.postgresAddress().database).catch((error: unknown) => {
        throw new StartError(
          `The database of DATABASE_URL could not be prepared (${(error as Error).message}). It must be reachable, Postgres 15 or newer, with a user that may create roles and schemas.`,
        );
      });
      return;
    }
    const port = ports['postgres'] ?? 0;
    await this.keep({
      name: 'postgres',
      url: `postgres://127.0.0.1:${port}/${databaseName}`,
      launch: () =>
        startPostgres({
          dataDir: this.postgresFolder,
          port,
          password: secrets.postgres,
          durable: settings.fsync === 'on',
          maxConnections: connectionsAside + mostConnectionsOfAProcess * this.replicas.length,
          statementTimes: settings.statementTimes === 'on',
          onLine: (line) => this.log.line('postgres', line),
        }),
    });
    if (this.isStopping) {
      return;
    }
    const server = `postgres://postgres:${encodeURIComponent(secrets.postgres)}@127.0.0.1:${port}`;
    this.adminUrl = `${server}/${databaseName}${socketQuery(this.postgresAddress().socket)}`;
    await provision(`${server}/postgres`, secrets.roles);
  }

  private async startNatsServer(): Promise<void> {
    const { settings, secrets, ports } = this;
    if (settings.natsUrl !== undefined) {
      return;
    }
    const port = ports['nats'] ?? 0;
    await this.keep({
      name: 'nats',
      url: `nats://127.0.0.1:${port}`,
      launch: () =>
        startNats({
          dataDir: join(settings.dataDir, 'nats'),
          port,
          passwords: secrets.nats,
          systemPassword: secrets.natsSystem,
          onLine: (line) => this.log.line('nats', line),
        }),
    });
  }

  private async startObjects(): Promise<void> {
    const { settings, secrets, ports } = this;
    if (settings.s3Endpoint !== undefined) {
      return;
    }
    const port = ports['objects'] ?? 0;
    const keys = { S3_ACCESS_KEY: secrets.s3AccessKey, S3_SECRET_KEY: secrets.s3SecretKey };
    const environment = this.withSecrets('objects', keys);
    await this.keep({
      name: 'objects',
      url: `http://127.0.0.1:${port}`,
      isReady: () => answersOk(port, '/health/ready'),
      launch: () =>
        this.node('objects', [...objectFlags, join(repositoryRoot, 'deploy/local/object-store/src/main.ts')], {
          PATH: process.env['PATH'],
          PORT: String(port),
          OBJECT_STORE_DATA_DIR: join(settings.dataDir, 'objects'),
          OBJECT_STORE_CORS_ORIGINS: `http://localhost:${settings.port}`,
          OBJECT_STORE_FAULT_URL: `http://127.0.0.1:${settings.sandboxPort}/sandbox/faults/s3`,
          ...environment,
          S3_BUCKET: bucket,
          S3_REGION: 'us-east-1',
        }),
    });
  }

  private async startSandbox(): Promise<void> {
    const { settings, ports } = this;
    // Its ledger is in memory: a run with tens of thousands of posts needs more than the usual 72 MB.
    const heap = settings.environment['SANDBOX_HEAP_MB'];
    const heapFlags = heap === undefined ? [] : [`--max-old-space-size=${heap}`];
    await this.keep({
      name: 'sandbox',
      url: `http://localhost:${settings.sandboxPort}`,
      isReady: () => answersOk(settings.sandboxPort, '/health/ready'),
      launch: () =>
        this.node('sandbox', [...nodeFlags, ...heapFlags, join(repositoryRoot, 'deploy/sandbox/src/main.ts')], {
          SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${settings.port}/api/platform-callbacks`,
          ...Object.fromEntries(Object.entries(settings.environment).filter(([name]) => name.startsWith('SANDBOX_'))),
          PATH: process.env['PATH'],
          SANDBOX_PORT: String(settings.sandboxPort),
          SANDBOX_SMTP_PORT: String(ports['smtp']),
          SANDBOX_DATA_DIR: join(settings.dataDir, 'sandbox'),
          SANDBOX_PUBLIC_URL: `http://localhost:${settings.sandboxPort}`,
        }),
    });
  }

  private async startOpenid(): Promise<void> {
    const { settings } = this;
    if (!hasOwnOpenid(settings)) {
      return;
    }
    await this.keep({
      name: 'openid',
      url: `http://localhost:${settings.openidPort}`,
      isReady: () => answersOk(settings.openidPort, '/health/ready'),
      launch: () =>
        this.node('openid', [...nodeFlags, join(repositoryRoot, 'deploy/local/src/openid/main.ts')], {
          PATH: process.env['PATH'],
          ...openidProgram(settings),
        }),
    });
  }

  private async startWeb(): Promise<void> {
    const { settings, ports } = this;
    await this.keep({
      name: 'web',
      url: `http://localhost:${settings.port}`,
      isReady: () => answersOk(settings.port, '/health/ready'),
      launch: () =>
        this.node('web', [...webFlags, join(repositoryRoot, 'web/server/src/main.ts')], {
          PATH: process.env['PATH'],
          PORT: String(settings.port),
          PUBLIC_URL: `http://localhost:${settings.port}`,
          GATEWAY_URL: `http://127.0.0.1:${ports['gateway']}`,
          WEB_ROOT: this.built.webRoot,
          IMAGE_ORIGINS: `http://localhost:${settings.sandboxPort}`,
          CONNECT_ORIGINS: settings.s3Endpoint ?? `http://127.0.0.1:${ports['objects']}`,
        }),
    });
  }
}

import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../../harness/src/eventually.ts';
import { runToEnd } from '../../local/src/process/child.ts';
import { isSameProcess, startOf } from '../../local/src/process/identity.ts';
import { NETWORK_NAMESPACE, NODE_IP } from './addresses.ts';
import { makeCertificates } from './certificates.ts';
import { nodeFiles } from './node-files.ts';
import type { Programs } from './programs.ts';

const PARTS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy'] as const;
const scripts = join(import.meta.dirname, '../node');
const BRIDGE = 'node0';
const START_MS = 10_000;

/** A machine of a cluster, in namespaces of its own on this one. All it is made of lies in its folder. */
export class ClusterNode {
  readonly folder: string;
  private readonly pidFile: string;

  constructor(folder: string) {
    this.folder = folder;
    this.pidFile = join(folder, 'init.json');
  }

  /** Id of its process 1, seen from here; undefined when it does not run. */
  get init(): number | undefined {
    if (!existsSync(this.pidFile)) {
      return undefined;
    }
    const { pid, start } = JSON.parse(readFileSync(this.pidFile, 'utf8')) as { pid: number; start: string };
    return isSameProcess(pid, start) ? pid : undefined;
  }

  /** Starts its programs, and returns while they are still coming up. */
  async start({ kube }: Programs): Promise<void> {
    mkdirSync(join(this.folder, 'bin'), { recursive: true });
    mkdirSync(join(this.folder, 'log'), { recursive: true });
    for (const part of PARTS) {
      rmSync(join(this.folder, 'bin', part), { force: true });
      symlinkSync(kube, join(this.folder, 'bin', part));
    }
    await makeCertificates(this.folder);
    for (const [name, content] of Object.entries(nodeFiles(this.folder, join(scripts, 'kubelet.sh')))) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), content);
    }
    await this.makeNetwork();
    const log = openSync(join(this.folder, 'log/node.log'), 'a');
    const holder = spawn(
      'nsenter',
      [
        ...[
          `--net=/run/netns/${NETWORK_NAMESPACE}`,
          'unshare',
          '--mount',
          '--propagation',
          'private',
          '--pid',
          '--fork',
        ],
        ...['--kill-child=SIGKILL', '--mount-proc', join(scripts, 'init.sh')],
      ],
      { detached: true, stdio: ['ignore', log, log], env: { ...process.env, NODE_DIR: this.folder } },
    );
    holder.unref();
    const pid = await eventually('the node has its process 1', () => childOf(holder.pid), START_MS);
    writeFileSync(this.pidFile, JSON.stringify({ pid, start: startOf(pid) }));
  }

  /** The words that run a command on the node. */
  enter(command: readonly string[]): [string, ...string[]] {
    const pid = this.init;
    if (pid === undefined) {
      throw new Error(`No node runs on ${this.folder}.`);
    }
    return ['nsenter', '--target', String(pid), '--net', '--mount', '--pid', `--wd=${process.cwd()}`, '--', ...command];
  }

  /** Ends everything on it, and takes away what it left on this machine. */
  async stop(): Promise<void> {
    const pid = this.init;
    if (pid !== undefined) {
      // The end of process 1 is the end of every process and every mount in its namespaces.
      process.kill(pid, 'SIGKILL');
      await eventually('the node has ended', () => this.init === undefined, 30_000);
    }
    if (existsSync(`/run/netns/${NETWORK_NAMESPACE}`)) {
      await runToEnd({ command: 'ip', args: ['netns', 'delete', NETWORK_NAMESPACE] });
    }
    await eventually('its control groups are empty', () => removeGroups(), 30_000, 200);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A bridge with the node's address, as there may be no other device; it leads nowhere. */
  private async makeNetwork(): Promise<void> {
    if (existsSync(`/run/netns/${NETWORK_NAMESPACE}`)) {
      return;
    }
    const ip = (...args: string[]): Promise<string> => runToEnd({ command: 'ip', args });
    const inside = (...args: string[]): Promise<string> => ip('-n', NETWORK_NAMESPACE, ...args);
    await ip('netns', 'add', NETWORK_NAMESPACE);
    await inside('link', 'set', 'lo', 'up');
    await inside('link', 'add', BRIDGE, 'type', 'bridge');
    await inside('addr', 'add', `${NODE_IP}/24`, 'dev', BRIDGE);
    await inside('link', 'set', BRIDGE, 'up');
    await inside('route', 'add', 'default', 'via', NODE_IP, 'dev', BRIDGE);
    await runToEnd({
      command: 'nsenter',
      args: [`--net=/run/netns/${NETWORK_NAMESPACE}`, 'sysctl', '-qw', 'net.ipv4.ip_forward=1'],
    });
  }
}

function childOf(pid: number | undefined): number | undefined {
  const children = `/proc/${pid}/task/${pid}/children`;
  const [first] = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : [];
  return first === undefined || first === '' ? undefined : Number(first);
}

/** Removes the control groups of kubelet's and containerd's children; false while a process is still ending in one. */
function removeGroups(): boolean {
  const root = '/sys/fs/cgroup';
  const places = [root, ...readdirSync(root).map((name) => join(root, name))];
  return places
    .flatMap((place) => [join(place, 'kubepods'), join(place, 'k8s.io')])
    .filter((group) => existsSync(group))
    .every((group) => removeTree(group));
}

function removeTree(group: string): boolean {
  try {
    const inner = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    if (!inner.every(({ name }) => removeTree(join(group, name)))) {
      return false;
    }
    rmdirSync(group);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The kubelet that is ending removes groups, too.
    if (code === 'ENOENT') {
      return true;
    }
    if (code === 'EBUSY') {
      return false;
    }
    throw error;
  }
}

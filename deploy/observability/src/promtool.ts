import { debianPackage, findProgram } from '../../local/src/programs/fetched.ts';

/** Finds promtool, which reads queries and tries rules without a server; see {@link findProgram}. */
export const findPromtool = (say?: (line: string) => void): Promise<string> =>
  findProgram(
    {
      title: 'promtool',
      command: 'promtool',
      setting: 'PROMTOOL_BIN',
      origin: debianPackage('prometheus', 'usr/bin/promtool'),
      versionArgs: ['--version'],
      version: /^promtool, version [2-9]\./,
      advice: 'Install Prometheus (Debian and Ubuntu: apt-get install prometheus)',
    },
    say,
  );

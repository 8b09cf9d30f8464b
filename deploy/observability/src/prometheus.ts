import { debianPackage, findProgram } from '../../local/src/programs/fetched.ts';

type Say = (line: string) => void;

const ofPrometheus = (command: 'prometheus' | 'promtool', say?: Say): Promise<string> =>
  findProgram(
    {
      title: command,
      command,
      setting: `${command.toUpperCase()}_BIN`,
      origin: debianPackage('prometheus', `usr/bin/${command}`),
      versionArgs: ['--version'],
      version: new RegExp(`^${command}, version [2-9]\\.`),
      advice: 'Install Prometheus (Debian and Ubuntu: apt-get install prometheus)',
    },
    say,
  );

/** Finds promtool, which reads queries and tries rules without a server; see {@link findProgram}. */
export const findPromtool = (say?: Say): Promise<string> => ofPrometheus('promtool', say);

/** Finds the server; see {@link findProgram}. */
export const findPrometheus = (say?: Say): Promise<string> => ofPrometheus('prometheus', say);

import { findProgram } from './fetched.ts';
import { goModule } from './go.ts';

/** An object storage that others have written: media's storage is tried against it, too. */
export const findVersitygw = (say?: (line: string) => void): Promise<string> =>
  findProgram(
    {
      title: 'versitygw',
      command: 'versitygw',
      setting: 'VERSITYGW_BIN',
      versionArgs: ['--version'],
      version: /^Version/,
      origin: goModule('github.com/versity/versitygw/cmd/versitygw@v1.8.0'),
      advice: 'Install it (1.8 or newer)',
    },
    say,
  );

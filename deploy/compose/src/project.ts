import { execFileSync } from 'node:child_process';
import { repositoryRoot } from '../../local/src/paths.ts';
import { findDockerCompose } from './docker-compose.ts';

/** A container of the project, as far as the tests look at it. */
export interface Container {
  readonly image: string;
  readonly build?: { readonly dockerfile: string; readonly target: string; readonly args?: Record<string, string> };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly {
    readonly type: 'bind' | 'volume';
    readonly source: string;
    readonly target: string;
    readonly read_only?: boolean;
  }[];
  readonly ports?: readonly { readonly host_ip?: string; readonly target: number }[];
  readonly networks?: Readonly<Record<string, unknown>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly restart?: string;
  readonly user?: string;
  readonly privileged?: boolean;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

export interface Project {
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

/** docker-compose.yml as Docker Compose itself reads it, with none of this machine's settings. @throws Error with what it refuses */
export const readProject = async (profiles: readonly string[] = ['sandbox']): Promise<Project> => {
  const flags = profiles.flatMap((profile) => ['--profile', profile]);
  const answer = execFileSync(await findDockerCompose(), [...flags, 'config', '--format', 'json'], {
    cwd: repositoryRoot,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(answer) as Project;
};

import type { ServiceConfig } from './config.ts';
import type { Logger } from './logger.ts';

export type Command = (config: ServiceConfig, logger: Logger) => Promise<void>;

const commands = new Map<string, Command>();

/** Makes `node main.js <name>` run `command` instead of the service. A lib registers when its module is declared. */
export function registerCommand(name: string, command: Command): void {
  commands.set(name, command);
}

export function findCommand(name: string | undefined): Command | undefined {
  return name === undefined ? undefined : commands.get(name);
}

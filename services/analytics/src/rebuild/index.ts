export { registerRebuildCommand } from './rebuild.command.ts';

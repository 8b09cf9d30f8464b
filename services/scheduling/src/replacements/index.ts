export { ReplacementsModule } from './replacements.module.ts';

export { CaptionsModule } from './captions.module.ts';

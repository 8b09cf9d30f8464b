export * from './platform.port.ts';
export { Platforms } from './platforms.registry.ts';
export { setupSteps } from './setup-steps.ts';
export { PlatformsModule } from './platforms.module.ts';

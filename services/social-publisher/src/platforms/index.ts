export * from './platform.port.ts';
export { Platforms } from './platforms.registry.ts';
export { setupSteps } from './setup-steps.ts';
export { PlatformsModule } from './platforms.module.ts';
// For questions beside publishing (the connection doctor).
export { grantedPermissions } from './facebook/facebook-sign-in.ts';
export { GraphClient } from './graph/graph-client.ts';
export { publishingLimit } from './instagram/instagram-answers.ts';

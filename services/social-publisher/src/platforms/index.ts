export type { PlatformDefinition, WebhookEffect } from './definition.ts';
export { definitionOf, definitions, setupSteps } from './definitions.ts';
export { offeredNow } from './offered-now.ts';
export * from './platform.port.ts';
export { Platforms } from './platforms.registry.ts';
export { PlatformsModule } from './platforms.module.ts';
export { address, settingsShape } from './settings.ts';
export { isSame, readSignedRequest } from './signatures.ts';

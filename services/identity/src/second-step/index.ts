export * from './second-step.module.ts';
export * from './second-steps.ts';

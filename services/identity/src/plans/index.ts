export * from './open-plan.ts';
export * from './plans.module.ts';

export * from './change-plan.ts';
export * from './get-plan.ts';
export * from './open-plan.ts';
export * from './plans.module.ts';
export * from './set-tier.ts';

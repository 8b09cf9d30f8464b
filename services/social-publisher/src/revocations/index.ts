export { RevocationsModule } from './revocations.module.ts';
export { RevocationsRepository } from './revocations.repository.ts';

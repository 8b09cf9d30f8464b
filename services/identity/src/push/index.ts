export { PushModule } from './push.module.ts';
export { PushQueueRepository } from './push-queue.repository.ts';

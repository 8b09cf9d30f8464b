export * from './mail-queue.ts';
export * from './mail.module.ts';

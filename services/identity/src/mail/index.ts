export * from './mail-queue.ts';
export * from './mail.module.ts';
export { mailText, reportMail } from './mail-texts.ts';
export { Mailer } from './mailer.ts';
export { failureName, isFinalRefusal, nextTryInSeconds } from './retry.ts';

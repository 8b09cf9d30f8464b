import { defineConfig } from '@postloom/chassis';
import { z } from 'zod';
import { parseTicketKeys } from './tickets/ticket.ts';

/** `SERVICE_PORT` is the internal HTTP server that carries bytes; it is never exposed to the outside. */
export const config = defineConfig({
  s3Endpoint: z.url().optional(),
  s3Bucket: z.string(),
  s3AccessKey: z.string(),
  s3SecretKey: z.string(),
  s3Region: z.string().default('us-east-1'),
  /**
   * Keys of the tickets that give the gateway and the platforms access to single uploads and objects: `<id>:<at least 32 characters>`,
   * separated by commas. The first signs, all are accepted.
   */
  ticketSecrets: z.string().transform((text, context) => {
    const keys = parseTicketKeys(text);
    if (keys === undefined) {
      context.addIssue('write <id>:<at least 32 characters>, separated by commas');
      return z.NEVER;
    }
    return keys;
  }),
  /** Pictures decoded at the same time, each in a process of its own; one per core by default. */
  pictureProcesses: z.coerce.number().int().min(1).max(64).optional(),
});
export type MediaConfig = typeof config;

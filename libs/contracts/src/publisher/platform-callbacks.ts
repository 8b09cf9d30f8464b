import { z } from 'zod';
import { ConfirmationCode, DeletionStatus } from '../identity/index.ts';
import { defineRpc } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';

/** Messages that a platform sends by itself; believed only when their signature is valid. */
export const callbackRpc = {
  /** Meta's signed_request: the person removed the app. */
  deauthorize: defineRpc('rpc.publisher.platform-callback.deauthorize.v1', {
    caller: 'public',
    input: z.strictObject({ signedRequest: z.string().max(20_000) }),
    output: z.object({ accounts: z.number().int(), confirmationCode: z.string() }),
    errors: ['unauthorized'],
  }),
  /** Meta's signed_request: the person asks for the deletion of what the app knows of them. */
  dataDeletion: defineRpc('rpc.publisher.platform-callback.data-deletion.v1', {
    caller: 'public',
    input: z.strictObject({ signedRequest: z.string().max(20_000) }),
    output: z.object({ accounts: z.number().int(), confirmationCode: z.string() }),
    errors: ['unauthorized'],
  }),
  /** How far such a deletion is, by the code that Meta shows the person. */
  deletionStatus: defineRpc('rpc.publisher.platform-callback.deletion-status.v1', {
    caller: 'public',
    input: ConfirmationCode,
    output: DeletionStatus,
    errors: ['not_found'],
    retryable: true,
  }),
  /** The challenge that a platform sends before it sends webhooks; it is returned when our verify token is right. */
  webhookChallenge: defineRpc('rpc.publisher.platform-callback.challenge.v1', {
    caller: 'public',
    input: z.strictObject({ platform: Platform, query: z.record(z.string(), z.string().max(2_000)) }),
    output: z.object({ answer: z.string(), contentType: z.string() }),
    errors: ['not_found', 'unauthorized'],
  }),
  /** `body` is the raw body, base64: signatures are over bytes. */
  webhookReceive: defineRpc('rpc.publisher.platform-callback.receive.v1', {
    caller: 'public',
    input: z.strictObject({
      platform: Platform,
      signature: z.string().max(1_000),
      body: z.base64().max(400_000),
    }),
    output: z.object({ events: z.number().int() }),
    errors: ['not_found', 'unauthorized'],
  }),
} as const;

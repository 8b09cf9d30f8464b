import { z } from 'zod';
import { defineRpc, Id, Ok } from '../kernel/index.ts';

const base64Url = (characters: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${characters}}$`), 'This key is not valid.');

/** Where a browser takes pushes (W3C Push API), as it names it: an address of its maker, a point on P-256, and a secret. */
export const PushDeviceInput = z.strictObject({
  endpoint: z.url('This address is not valid.').max(2_048, 'This address is too long.'),
  p256dh: base64Url(87),
  auth: base64Url(22),
});
export type PushDeviceInput = z.infer<typeof PushDeviceInput>;

/** What the browser of this session is told while no page is open. */
export const PushDevice = z.object({
  /** The key that a browser subscribes with; null: this installation sends no pushes. */
  serverKey: z.string().nullable(),
  /** failing: the last pushes did not arrive. */
  state: z.enum(['off', 'on', 'failing']),
});
export type PushDevice = z.infer<typeof PushDevice>;

/** What a push says; the service worker shows it. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of the app. */
  link: z.string(),
  /** A later push with the same tag replaces this one. */
  tag: z.string(),
});
export type PushMessage = z.infer<typeof PushMessage>;

export const pushRpc = {
  pushDeviceGet: defineRpc('rpc.identity.push-device.get.v1', {
    caller: 'service',
    input: z.strictObject({ sessionId: Id }),
    output: PushDevice,
    retryable: true,
  }),
  pushDeviceSet: defineRpc('rpc.identity.push-device.set.v1', {
    caller: 'service',
    input: PushDeviceInput.extend({ sessionId: Id }),
    output: PushDevice,
    errors: ['validation_failed'],
    retryable: true,
  }),
  pushDeviceDelete: defineRpc('rpc.identity.push-device.delete.v1', {
    caller: 'service',
    input: z.strictObject({ sessionId: Id }),
    output: Ok,
    retryable: true,
  }),
} as const;

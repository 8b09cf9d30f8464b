import { describe, expect, it } from '@jest/globals';
import { accountMessages } from '@postloom/contracts';
import { disconnectedMessage } from './enqueue-target.ts';
import { tooLate } from './too-late.ts';

describe('a post whose time is over', () => {
  it.each([
    [null, 'The post could not go out in time.'],
    ['X asks us to slow down.', 'The post could not go out in time. X asks us to slow down.'],
    [
      `X ended the connection. ${accountMessages.reconnect}`,
      'The post could not go out in time. X ended the connection. Reconnect the account, then send this post again.',
    ],
    [
      disconnectedMessage,
      'The post could not go out in time. This account is disconnected. Connect it again, then send this post again.',
    ],
  ])('no longer promises to go out on its own: %s', (reason, message) => {
    expect(tooLate(reason)).toBe(message);
  });
});

import { describe, expect, it } from '@jest/globals';
import { accountMessages } from '@postloom/contracts';
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
      // As stored before the limit was named.
      'X ended the connection. Reconnect the account, and waiting posts go out on their own.',
      'The post could not go out in time. X ended the connection. Reconnect the account, then send this post again.',
    ],
    [
      accountMessages.disconnected,
      'The post could not go out in time. This account is disconnected. Connect it again, then send this post again.',
    ],
  ])('no longer promises to go out on its own: %s', (reason, message) => {
    expect(tooLate(reason)).toBe(message);
  });
});

/**
 * The code of a target that needs attention because nobody can know whether it went out. Every other one was not sent: it waits for its
 * account and goes out once that is back.
 */
export const UNCLEAR_OUTCOME = 'cannot_tell';

/** What a person reads about a connected account; without schemas, so that screens can show it. */
export const accountMessages = {
  reconnect: 'Reconnect the account, and waiting posts go out on their own.',
} as const;

/**
 * The code of a target that needs attention because nobody can know whether it went out. Every other one was not sent: it waits for its
 * account and goes out once that is back.
 */
export const UNCLEAR_OUTCOME = 'cannot_tell';

/** What becomes of posts while their account is disconnected. No number: the limit is a setting, and shorter for recurring posts. */
const waiting = 'waiting posts go out on their own. After a few hours they fail, and you can send them again.';

/** What a person reads about a connected account; without schemas, so that screens can show it. */
export const accountMessages = {
  reconnect: `Reconnect the account, and ${waiting}`,
  reconnectPage: `Reconnect the Page, and ${waiting}`,
  /** Somebody disconnected it. */
  disconnected: `This account is disconnected. Connect it again, and ${waiting}`,
} as const;

/** What a person reads of a post whose time is over, before the reason for which it had waited. */
export const tooLateMessage = 'The post could not go out in time.';

/**
 * How the reason of a post that waits for its account ends, as a pattern for the database too: stored reasons may lack the second sentence.
 * And how it ends for one that no longer waits.
 */
export const promiseOfWaiting = ', and waiting posts go out on their own[.].*$';
export const adviceAfterwards = ', then send this post again.';

export function tooLate(reason: string | null): string {
  return reason === null
    ? tooLateMessage
    : `${tooLateMessage} ${reason.replace(new RegExp(promiseOfWaiting), adviceAfterwards)}`;
}

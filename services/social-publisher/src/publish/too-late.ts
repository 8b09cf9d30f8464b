/** What a person reads of a post whose time is over, before the reason for which it had waited. */
export const tooLateMessage = 'The post could not go out in time.';

/** How the reason of a post that waits for its account ends, and how it ends for one that no longer does. */
export const promiseOfWaiting = ', and waiting posts go out on their own.';
export const adviceAfterwards = ', then send this post again.';

export function tooLate(reason: string | null): string {
  return reason === null ? tooLateMessage : `${tooLateMessage} ${reason.replace(promiseOfWaiting, adviceAfterwards)}`;
}

/**
 * An id of a platform as the database keeps it (`remote_id`, `grantor_id`): where accounts live on servers of their own, each server
 * gives its own ids, so the server's address stands in front. Whatever compares ids compares accounts then, with and without servers.
 */
export function accountKey(origin: string | null, id: string): string {
  return origin === null ? id : `${origin}/${id}`;
}

/** The platform's own id of a key. */
export function idOfKey(origin: string | null, key: string): string {
  return origin === null ? key : key.slice(origin.length + 1);
}

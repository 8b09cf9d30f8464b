/** Codes of a target that waits because its account must be reconnected or was disconnected; it goes out once the account is back. */
export const parkedCodes = ['reconnect', 'disconnected'] as const;

/** What a person reads about a connected account; without schemas, so that screens can show it. */
export const accountMessages = {
  reconnect: 'Reconnect the account, and waiting posts go out on their own.',
} as const;

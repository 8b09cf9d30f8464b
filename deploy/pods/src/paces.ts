/** Settings of pauses, limits and times: the ones that tests shorten. */
const PACE =
  /_(MS|SECONDS|MINUTES|HOURS|DAYS)$|^(PUBLISH|EVENT|FEED|RELAY|STREAM|KEEP|LIMIT|SANDBOX|CAPTION|MAIL)_|^POSTLOOM_(RATE_LIMITS|FAULT_INJECTION|FAILPOINTS|FSYNC)$/;

/** Names of an environment that would change production's pauses. */
export function changedPaces(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment)
    .filter((name) => PACE.test(name) && (environment[name] ?? '') !== '')
    .toSorted();
}

/** A known vulnerability that may stay until its day, because it cannot be reached here or nothing newer exists. */
export interface Exception {
  /** `GHSA-…`, as in the advisory's address. */
  readonly advisory: string;
  readonly reason: string;
  /** The last day it holds, `YYYY-MM-DD`; then somebody judges anew. */
  readonly until: string;
}

const exceptions: readonly Exception[] = [];

interface Advisory {
  readonly url: string;
  readonly name: string;
  readonly title: string;
  readonly severity: 'info' | 'low' | 'moderate' | 'high' | 'critical';
  readonly range: string;
}

/** What `npm audit --json` prints; a word in `via` only names the package that an advisory is about. */
interface AuditReport {
  /** Instead of a report: what went wrong. */
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>;
}

export type AuditVerdict =
  /** `faults` must be mended or excepted; `notes` are the milder ones. */
  | { readonly isAnswered: true; readonly faults: readonly string[]; readonly notes: readonly string[] }
  | { readonly isAnswered: false; readonly why: string };

/**
 * Judges the output of `npm audit --json`: high and critical advisories without an exception are faults, and so are exceptions that
 * have expired or that no advisory needs.
 *
 * @param today `YYYY-MM-DD`
 */
export const judgeAudit = (output: string, today: string, known: readonly Exception[] = exceptions): AuditVerdict => {
  const { vulnerabilities, message } = read(output);
  if (vulnerabilities === undefined) {
    return { isAnswered: false, why: message ?? 'no report' };
  }
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one !== 'string'));
  const advisories = [...new Map(all.map((one) => [one.url, one])).values()];
  const said = (one: Advisory): string => `${one.severity}: ${one.name} ${one.range}: ${one.title} (${one.url})`;
  const isExcepted = (one: Advisory): boolean =>
    known.some(({ advisory, until }) => one.url.endsWith(`/${advisory}`) && until >= today);
  const isGrave = (one: Advisory): boolean => one.severity === 'high' || one.severity === 'critical';
  return {
    isAnswered: true,
    faults: [
      ...advisories.filter((one) => isGrave(one) && !isExcepted(one)).map(said),
      ...known
        .filter(({ advisory, until }) => until < today || !advisories.some(({ url }) => url.endsWith(`/${advisory}`)))
        .map(
          ({ advisory, until }) =>
            `The exception of ${advisory}, until ${until}, has expired or is not needed any more`,
        ),
    ],
    notes: advisories.filter((one) => !isGrave(one) || isExcepted(one)).map(said),
  };
};

/** npm writes warnings before its report; without an answer it prints an error's report or none. */
function read(output: string): AuditReport {
  const start = output.search(/^\{/m);
  const end = output.lastIndexOf('\n}');
  try {
    return JSON.parse(output.slice(start, end + 2)) as AuditReport;
  } catch {
    return {};
  }
}

/** What one call of the contract was put through. */
export interface CallResult {
  tried: number;
  serverErrors: number;
  violations: number;
  /** First finding of each kind, as a sentence. */
  readonly examples: Map<string, string>;
}

const MESSAGE_CHARACTERS = 300;
const EXAMPLE_CHARACTERS = 800;

interface Interaction {
  readonly response: { readonly status_code: number; readonly content?: { readonly $base64: string } | null } | null;
}
interface Check {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: { readonly failure?: { readonly message?: string } };
}
interface Case {
  readonly value: { readonly method: string; readonly path: string; readonly query?: unknown; readonly body?: unknown };
}
interface Recorder {
  readonly label: string;
  /** This and the others are absent when the fuzzer skipped the call in one of its phases. */
  readonly cases?: Readonly<Record<string, Case>>;
  readonly interactions?: Readonly<Record<string, Interaction>>;
  readonly checks?: Readonly<Record<string, readonly Check[]>>;
}

/** An error of the fuzzer itself: a call that it could not try. */
interface NonFatalError {
  readonly label?: string;
  readonly value?: { readonly message?: string };
}

/**
 * Adds up the fuzzer's event report (one JSON event per line) by call.
 * A request without an answer (a connection cut, a time limit) counts as a server error.
 */
export function addFindings(lines: Iterable<string>, results: Map<string, CallResult>): void {
  for (const line of lines) {
    if (line.startsWith('{"ScenarioFinished"')) {
      const event = JSON.parse(line) as { ScenarioFinished: { recorder: Recorder } };
      addScenario(event.ScenarioFinished.recorder, results);
    } else if (line.startsWith('{"NonFatalError"')) {
      const { label, value } = (JSON.parse(line) as { NonFatalError: NonFatalError }).NonFatalError;
      const result = resultOf(results, label ?? 'the run');
      result.serverErrors += 1;
      result.examples.set('error', value?.message ?? line.slice(0, 500));
    }
  }
}

function addScenario(recorder: Recorder, results: Map<string, CallResult>): void {
  const result = resultOf(results, recorder.label);
  for (const { response } of Object.values(recorder.interactions ?? {})) {
    result.tried += 1;
    if (response === null || response.status_code >= 500) {
      result.serverErrors += 1;
    }
  }
  for (const [id, checks] of Object.entries(recorder.checks ?? {})) {
    for (const { name, failure_info: info } of checks.filter(({ status }) => status !== 'success')) {
      if (name !== 'not_a_server_error') {
        result.violations += 1;
      }
      const status = recorder.interactions?.[id]?.response?.status_code ?? 'no answer';
      const message = (info?.failure?.message ?? '').replaceAll(/\s+/g, ' ').slice(0, MESSAGE_CHARACTERS);
      const kind = `${name} ${status}`;
      if (!result.examples.has(kind)) {
        result.examples.set(kind, `${message}\n${described(recorder, id)}`);
      }
    }
  }
}

/** The request and the beginning of its answer. */
function described(recorder: Recorder, id: string): string {
  const { method, path, query, body } = recorder.cases?.[id]?.value ?? { method: '', path: recorder.label };
  const request = [method, path, JSON.stringify(query ?? undefined), JSON.stringify(body)].filter(Boolean).join(' ');
  const answer = Buffer.from(recorder.interactions?.[id]?.response?.content?.$base64 ?? '', 'base64').toString();
  return `${request.slice(0, EXAMPLE_CHARACTERS)}\n${answer.slice(0, EXAMPLE_CHARACTERS)}`;
}

function resultOf(results: Map<string, CallResult>, label: string): CallResult {
  const found = results.get(label) ?? { tried: 0, serverErrors: 0, violations: 0, examples: new Map<string, string>() };
  results.set(label, found);
  return found;
}

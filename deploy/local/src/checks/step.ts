/** What a step found. Every step counts as one check; steps that run tests count those as well. */
export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  /** Shown when something failed: what, and what to do. */
  readonly detail?: string;
}

/** What a step can use. */
export interface StepContext {
  /** Runs a program of the repository; gives exit code and all output. Ends it with everything it started. */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<{ code: number; output: string }>;
  /** Folder for files that steps write; emptied at the start. */
  readonly workDir: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly timeoutMs?: number;
}

export interface Step {
  readonly name: string;
  /** It reads the repository and writes nothing, so it may run beside its neighbours that do the same. */
  readonly onlyReads?: boolean;
  run(context: StepContext): Promise<StepResult>;
}

export const passed = (): StepResult => ({ passed: 0, failed: 0 });
export const failure = (detail: string): StepResult => ({ passed: 0, failed: 0, detail });

/** The last lines of an output, for a person. */
export const tail = (output: string, lines = 60): string => output.trimEnd().split('\n').slice(-lines).join('\n');

/** Neighbours that only read stand together, any other step stands alone; the order stays. */
export function sideBySide(steps: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.onlyReads === true && last?.[0]?.onlyReads === true) {
      last.push(step);
    } else {
      groups.push([step]);
    }
  }
  return groups;
}

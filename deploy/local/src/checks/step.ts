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
  run(context: StepContext): Promise<StepResult>;
}

export const passed = (): StepResult => ({ passed: 0, failed: 0 });
export const failure = (detail: string): StepResult => ({ passed: 0, failed: 0, detail });

/** The last lines of an output, for a person. */
export const tail = (output: string, lines = 60): string => output.trimEnd().split('\n').slice(-lines).join('\n');

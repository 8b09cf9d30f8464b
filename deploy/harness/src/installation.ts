import { Misuse, orEnd, text } from './define-run.ts';
import { runningStack } from './running-stack.ts';

/** Where the product and its sandbox are. */
export interface Installation {
  readonly url: string;
  readonly sandboxUrl: string;
}

/** Settings of a program that works on any installation with a sandbox. */
export const installationSettings = {
  url: text('URL', 'where the product is, when it is not the running stack'),
  sandboxUrl: text('URL', 'where its sandbox is'),
} as const;

/** The installation that is told, else the stack that runs here. */
export const installationOf = (run: {
  readonly name: string;
  readonly settings: { readonly url: string | undefined; readonly sandboxUrl: string | undefined };
}): Installation =>
  orEnd(run, () => {
    const { url, sandboxUrl } = run.settings;
    if (url !== undefined && sandboxUrl !== undefined) {
      return { url, sandboxUrl };
    }
    if (url !== undefined || sandboxUrl !== undefined) {
      throw new Misuse('--url and --sandbox-url belong together.');
    }
    return runningStack();
  });

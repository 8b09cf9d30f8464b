export interface Stack {
  readonly url: string;
  readonly sandboxUrl: string;
}

const list = (name: string, otherwise: string): string[] => (process.env[name] ?? otherwise).split(',');
const sandboxUrls = list('POSTLOOM_SANDBOX_URL', 'http://localhost:3900');

/**
 * The running stacks, by POSTLOOM_URL and POSTLOOM_SANDBOX_URL, several with commas between. Each is used by one worker alone:
 * a story changes what the whole sandbox does.
 */
export const stacks: readonly Stack[] = list('POSTLOOM_URL', 'http://localhost:3000').map((url, index) => {
  const sandboxUrl = sandboxUrls[index];
  if (sandboxUrl === undefined) throw new Error(`POSTLOOM_SANDBOX_URL has no sandbox for ${url}.`);
  return { url, sandboxUrl };
});

/** The stack of the worker that asks; the first one for the runner itself. */
export function stackOfWorker(): Stack {
  const index = Number(process.env['TEST_PARALLEL_INDEX'] ?? '0');
  const stack = stacks[index];
  if (stack === undefined) throw new Error(`There are ${stacks.length} stacks; worker ${index} has none.`);
  return stack;
}

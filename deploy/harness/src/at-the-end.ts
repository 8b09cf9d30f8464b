/** What must be ended with this program: stacks and processes live in groups of their own and would outlive it. */
const ends = new Set<() => Promise<unknown>>();
let isListening = false;

/** `end` runs when the program is interrupted or fails outside every `try`; what is given back takes it off the list. */
export function atTheEnd(end: () => Promise<unknown>): () => void {
  ends.add(end);
  if (!isListening) {
    isListening = true;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => endAndExit(130));
    }
    // A rejection that nobody awaits yet comes here too.
    process.once('uncaughtException', (error) => {
      console.error(error);
      endAndExit(1);
    });
  }
  return () => void ends.delete(end);
}

function endAndExit(code: number): void {
  void Promise.allSettled([...ends].map((one) => one())).then(() => process.exit(code));
}

/** Something a person did, and how it is taken back. */
export type Undoable = { run(): void };

const LIMIT = 50;

/** What can be taken back with Ctrl+Z, the latest first, for as long as the page is open. */
export function createUndoStack() {
  let steps: readonly Undoable[] = [];
  return {
    push(step: Undoable): void {
      steps = [step, ...steps].slice(0, LIMIT);
    },
    /** Takes a step back, the latest one if none is named; a step is taken back once. */
    undo(step: Undoable | undefined = steps[0]): boolean {
      if (!step || !steps.includes(step)) {
        return false;
      }
      steps = steps.filter((one) => one !== step);
      step.run();
      return true;
    },
    /** It can no longer be taken back. */
    forget(step: Undoable): void {
      steps = steps.filter((one) => one !== step);
    },
  };
}

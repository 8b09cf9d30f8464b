/** Told after a commit that left work for a loop of this process, so that nobody waits for its next poll. */
export abstract class WorkSignal {
  private listener: (() => void) | undefined;

  whenTold(listener: () => void): void {
    this.listener = listener;
  }

  tell(): void {
    this.listener?.();
  }
}

import { Injectable } from '@nestjs/common';

/** Told after a commit that made something due at once; the dispatcher listens so that nobody waits for its next poll. */
@Injectable()
export class DueSignal {
  private listener: (() => void) | undefined;

  whenDue(listener: () => void): void {
    this.listener = listener;
  }

  tell(): void {
    this.listener?.();
  }
}

import { Injectable } from '@nestjs/common';

/** Told after a commit that left work for one of the two loops, so that nobody waits for its next poll. */
@Injectable()
export class RecurrenceSignal {
  private readonly listeners: (() => void)[] = [];

  whenReady(listener: () => void): void {
    this.listeners.push(listener);
  }

  tell(): void {
    for (const listener of this.listeners) listener();
  }
}

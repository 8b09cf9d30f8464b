import { openRun } from '../servers/run-directory.ts';

/** jest's globalSetup: a directory for the run. Servers start when the first test asks for them, so unit tests stay instant. */
export default function globalSetup(): void {
  openRun();
}

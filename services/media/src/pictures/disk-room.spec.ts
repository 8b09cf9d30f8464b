import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { metricsText } from '@postloom/chassis';
import { MAX_PHOTO_BYTES } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { DiskRoom } from './disk-room.ts';

const refused = {
  code: 'unavailable',
  message: 'Too many files are waiting at this moment. Please try again in 10 seconds.',
  retryAfterSeconds: 10,
};
/** Longer than a test. */
const PATIENT_MS = 60_000;

/** Files of 50 MB that lie there until they are ended: of a room of 400 MB two for each business, eight together. */
class Files {
  readonly room = new DiskRoom({ diskRoomMb: 400 });
  readonly lying: string[] = [];
  private readonly all: Promise<unknown>[] = [];
  private readonly ends: (() => void)[] = [];

  put(business: string, until?: number | AbortSignal): Promise<string> {
    const turn = typeof until === 'number' ? { waitMs: until } : until && { signal: until };
    const kept = this.room.inFolder(business, async (folder) => {
      await folder.reserve(MAX_PHOTO_BYTES, turn);
      this.lying.push(business);
      await new Promise<void>((resolve) => this.ends.push(resolve));
      return 'kept';
    });
    this.all.push(kept.catch(() => undefined));
    return kept;
  }

  async lie(...businesses: string[]): Promise<void> {
    await eventually('they lie there', () => expect(this.lying).toHaveLength(businesses.length));
    expect(this.lying).toEqual(businesses);
  }

  endFirst(): void {
    this.ends.shift()?.();
  }

  async endAll(): Promise<void> {
    let isOver = false;
    void Promise.all(this.all).then(() => (isOver = true));
    const end = (): void => {
      this.ends.splice(0).forEach((endOne) => endOne());
      expect(isOver).toBe(true);
    };
    await eventually('all have ended', end, { timeoutMs: 5_000 });
  }
}

const withFiles = (work: (files: Files) => Promise<void>) => async (): Promise<void> => {
  const files = new Files();
  try {
    await work(files);
  } finally {
    await files.endAll();
  }
};

describe('room on the disk', () => {
  it(
    "is not all one business's: its next file waits, and that of another business does not",
    withFiles(async (files) => {
      void files.put('a', PATIENT_MS);
      await files.lie('a');
      void files.put('a', PATIENT_MS);
      await files.lie('a', 'a');
      await expect(files.put('a', 1)).rejects.toMatchObject(refused);
      void files.put('a', PATIENT_MS);
      void files.put('b', PATIENT_MS);
      await files.lie('a', 'a', 'b');
      files.endFirst();
      await files.lie('a', 'a', 'b', 'a');
    }),
  );

  it(
    'is bounded for all businesses together',
    withFiles(async (files) => {
      const begun: string[] = [];
      for (const business of ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']) {
        void files.put(business, PATIENT_MS);
        begun.push(business);
        await files.lie(...begun);
      }
      await expect(files.put('e', 1)).rejects.toMatchObject(refused);
      void files.put('e', PATIENT_MS);
      await eventually('it waits', () => expect(files.room.waiting).toBe(1));
      const shown = await metricsText();
      expect(shown).toContain(`postloom_queue_taken_count{queue="files"} ${8 * MAX_PHOTO_BYTES}\n`);
      expect(shown).toContain('postloom_queue_waiting_count{queue="files"} 1\n');
      files.endFirst();
      await files.lie(...begun, 'e');
    }),
  );

  it(
    'is refused at once when too many wait for it, and never to a worker',
    withFiles(async (files) => {
      void files.put('a');
      void files.put('a');
      await files.lie('a', 'a');
      const refusals: unknown[] = [];
      for (let i = 0; i < 25; i += 1) {
        files.put('a', PATIENT_MS).catch((error: unknown) => refusals.push(error));
      }
      await eventually('five found no place', () => expect(refusals).toHaveLength(5));
      expect(refusals).toEqual(Array(5).fill(expect.objectContaining(refused)));
      const worker = files.put('a');
      await files.endAll();
      expect([await worker, refusals.length, files.lying.length]).toEqual(['kept', 5, 23]);
    }),
  );

  it(
    'is waited for by a worker until its process stops, and is not taken then',
    withFiles(async (files) => {
      const process = new AbortController();
      void files.put('a');
      void files.put('a');
      await files.lie('a', 'a');
      const worker = files.put('a', process.signal);
      await eventually('it waits', () => expect(files.room.waiting).toBe(1));
      process.abort(new Error('the process stops'));
      await expect(worker).rejects.toThrow('the process stops');
      expect([files.room.waiting, files.lying]).toEqual([0, ['a', 'a']]);
    }),
  );

  it(
    'is asked for once by a folder, and all of it is free again when a second time was refused',
    withFiles(async (files) => {
      let second: Promise<void> = Promise.resolve();
      const greedy = files.room.inFolder('a', async (folder) => {
        await folder.reserve(MAX_PHOTO_BYTES, { waitMs: 1 });
        second = folder.reserve(MAX_PHOTO_BYTES, { waitMs: 1 });
        await second;
      });
      await expect(greedy).rejects.toThrow('a folder asks for its room once');
      await expect(second).rejects.toThrow('a folder asks for its room once');
      void files.put('a', PATIENT_MS);
      await files.lie('a');
      void files.put('a', PATIENT_MS);
      await files.lie('a', 'a');
    }),
  );

  it(
    'is free again after a failure, with its folder gone',
    withFiles(async (files) => {
      void files.put('a');
      await files.lie('a');
      for (let i = 0; i < 3; i += 1) {
        let path = '';
        const failing = files.room.inFolder('a', async (folder) => {
          await folder.reserve(MAX_PHOTO_BYTES, { waitMs: 1 });
          path = folder.path;
          writeFileSync(join(path, 'original'), 'x');
          throw new Error('broken');
        });
        await expect(failing).rejects.toThrow('broken');
        expect(existsSync(path)).toBe(false);
      }
      void files.put('a');
      await files.lie('a', 'a');
    }),
  );
});

import { exportEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { ExportJob } from './export-job.ts';

/** Tells the person how their export ended: by mail, and in the business that they work in, if they have one. */
export async function emitExportEnded(tx: Tx, job: ExportJob, expiresAt: Date | null): Promise<void> {
  const business = job.chapters.find(({ isActive }) => isActive) ?? job.chapters[0];
  await tx.emit(exportEvents.exportEnded, {
    ...{ businessId: business?.businessId ?? null, entityId: job.id, version: 2 },
    data: {
      ...{ exportId: job.id, userId: job.user_id, outcome: expiresAt === null ? 'failed' : 'ready' },
      expiresAt: expiresAt?.toISOString() ?? null,
    },
  });
}

import { momentText } from '@postloom/chassis';
import type { DataOf, exportEvents } from '@postloom/contracts';
import type { Notice } from '../notifications/index.ts';

const LINK = '/settings#export';

/** How an export ended. The mail about it is one of its own, which always comes. */
export function exportNotice(
  { exportId, expiresAt }: DataOf<typeof exportEvents.exportEnded>,
  timeZone: string,
): Notice {
  const common = { key: `export ${exportId}`, about: exportId, link: LINK, actionable: true, isWorthAMail: false };
  return expiresAt === null
    ? {
        ...common,
        kind: 'export_failed',
        type: 'error',
        title: 'Your export could not be made',
        message: 'Nothing of yours has changed. Ask for it again on Settings.',
      }
    : {
        ...common,
        kind: 'export_ready',
        type: 'success',
        title: 'Your export is ready',
        message: `Download it on Settings until ${momentText(expiresAt, timeZone)}.`,
      };
}

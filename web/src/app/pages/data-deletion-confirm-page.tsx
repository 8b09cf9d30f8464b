import { DataDeletionConfirm } from '#features/legal/components/data-deletion-confirm.tsx';
import { callRoute, routes } from '#lib/api/index.ts';
import { leaveDevice } from '../device-data.ts';

/** The sessions of whoever was deleted are over. A session that goes on is somebody else's, and so is what is on this device. */
async function leaveUnlessInUse(): Promise<void> {
  const user = await callRoute(routes.currentUser, { quiet: true }).catch(() => null);
  if (user === null) {
    leaveDevice();
  }
}

export default function DataDeletionConfirmPage() {
  return <DataDeletionConfirm onDeleted={() => void leaveUnlessInUse()} />;
}

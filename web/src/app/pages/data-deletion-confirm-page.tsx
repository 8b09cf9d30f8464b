import { DataDeletionConfirm } from '#features/legal/components/data-deletion-confirm.tsx';
import { callRoute, isUnauthorized, routes } from '#lib/api/index.ts';
import { leaveDevice } from '../device-data.ts';

/**
 * The sessions of whoever was deleted are over. A session that goes on is somebody else's, and so is what is on this device. Without an
 * answer nobody knows: it stays, and goes when somebody else signs in.
 */
async function leaveUnlessInUse(): Promise<void> {
  try {
    await callRoute(routes.currentUser, { quiet: true });
  } catch (error) {
    if (isUnauthorized(error)) {
      leaveDevice();
    }
  }
}

export default function DataDeletionConfirmPage() {
  return <DataDeletionConfirm onDeleted={() => void leaveUnlessInUse()} />;
}

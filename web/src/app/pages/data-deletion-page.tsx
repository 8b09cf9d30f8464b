import { DataDeletion } from '#features/legal/components/data-deletion.tsx';
import { leaveDevice } from '../device-data.ts';

export default function DataDeletionPage() {
  return <DataDeletion onDeleted={leaveDevice} />;
}

import ExportCard from './export-card.tsx';
import { ImportCard } from './import-card.tsx';

/** What is the person's own: to take away, and to bring back. */
export default function DataCards({ timeZone }: { timeZone: string }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <ExportCard timeZone={timeZone} />
      <ImportCard />
    </div>
  );
}

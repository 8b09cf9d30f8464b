import { Link } from 'wouter';
import { Button, WovenBand } from '#ui/index.ts';

/** Unknown path inside the shell. */
export default function NotFoundPage() {
  return (
    <div className="grid justify-items-center gap-3 py-12 text-center">
      <WovenBand
        days={9}
        threads={['woad', 'weld', 'madder']}
        wovenDays={5}
        ground="var(--paper)"
        cell={34}
        knots={[{ day: 5, thread: 1, status: 'failed' }]}
        className="mb-4 h-28 w-auto"
      />
      <h1 className="text-2xl font-bold sm:text-3xl">404 Page Not Found</h1>
      <p className="text-muted">Did you forget to add the page to the router?</p>
      <Button asChild className="mt-4">
        <Link href="/">Back to Dashboard</Link>
      </Button>
    </div>
  );
}

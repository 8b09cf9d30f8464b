import { RefreshCw } from 'lucide-react';
import { Button } from '#ui/index.ts';
import { useNewRelease } from '../device/new-release.ts';

/** Offers the new release. Nothing happens by itself: the person may be in the middle of something. */
export function NewReleaseButton({ reload = () => location.reload() }: { reload?: () => void }) {
  const isReady = useNewRelease();
  return (
    <span role="status">
      {isReady ? (
        <Button
          variant="soft"
          size="sm"
          onClick={reload}
          title="Reload. What you were writing is saved on this device."
        >
          <RefreshCw aria-hidden="true" />
          <span className="sr-only">A new version of Postloom is ready.</span> Update
        </Button>
      ) : null}
    </span>
  );
}

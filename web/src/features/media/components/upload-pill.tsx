import { Check, CircleAlert, ImageUp, Pause } from 'lucide-react';
import { lazily, prefetch } from '#lib/lazily.ts';
import { plural } from '#lib/words.ts';
import { Button, DeferredMenu } from '#ui/index.ts';
import { useUploads } from '../use-uploads.ts';
import { activityOf } from '../upload-engine.ts';

const load = () => import('./uploads-panel.tsx');
const UploadsPanel = lazily(load);

/** Uploads that run, or failed, while the person does something else. It opens the list of them. */
export function UploadPill({ onOpen }: { onOpen(): void }) {
  const items = useUploads();
  if (items.length === 0) {
    return null;
  }
  const { active, paused, failed, percent } = activityOf(items);
  const [Icon, word] =
    active > 0 ? [ImageUp, 'Uploading'] : paused > 0 ? [Pause, 'Paused'] : ([Check, 'Uploaded'] as const);
  const open = active || paused;
  return (
    <DeferredMenu
      popup="dialog"
      prefetch={() => prefetch(load)}
      trigger={
        active === 0 && failed > 0 ? (
          <Button variant="danger-quiet" size="sm" className="rounded-full tabular">
            <CircleAlert aria-hidden="true" />
            <span className="sr-only">{plural(failed, 'upload')}</span> {failed} failed
          </Button>
        ) : (
          <Button variant="soft" size="sm" className="rounded-full tabular">
            <Icon aria-hidden="true" />
            <span className="sr-only sm:not-sr-only">{word}</span>{' '}
            {open > 0 ? (
              <>
                <span className="sr-only">{plural(open, 'photo')},</span> {percent}%
              </>
            ) : null}
          </Button>
        )
      }
    >
      {(trigger) => <UploadsPanel trigger={trigger} items={items} onUploadMore={onOpen} />}
    </DeferredMenu>
  );
}

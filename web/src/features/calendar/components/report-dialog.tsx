import { knownCaption } from '#data/post-state.ts';
import { postName } from '#lib/words.ts';
import { Button, Dialog, DialogContent } from '#ui/index.ts';
import { changeTexts } from '../texts.ts';
import type { Report } from '../use-post-moves.ts';

/** Which posts could not be changed, each with its reason. */
export function ReportDialog({
  report,
  onPost,
  onClose,
}: {
  report: Report;
  onPost(id: string): void;
  onClose(): void;
}) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={report.title}
        description={changeTexts.theRefused}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <ul className="grid divide-y divide-line">
          {report.failures.map(({ post, reason }) => (
            <li key={post.id} className="grid gap-0.5 py-2.5">
              <Button variant="link" className="justify-start text-left text-sm" onClick={() => onPost(post.id)}>
                <span className="truncate">{postName(knownCaption(post), 60)}</span>
              </Button>
              <p className="text-sm text-muted">{reason}</p>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}

import { reveal } from '#lib/reveal.ts';
import { Button } from '#ui/index.ts';

/** The post changed on the server since the form was opened. */
export default function ConflictNotice({ busy, onSettle }: { busy: boolean; onSettle(keepMine: boolean): void }) {
  return (
    <div ref={reveal} role="alert" className="grid gap-3 rounded-card border border-weld/50 bg-weld-soft p-4 text-sm">
      <p>Someone changed this in the meantime. Which version do you want to keep?</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={busy} onClick={() => onSettle(false)}>
          Load the latest version
        </Button>
        <Button size="sm" variant="secondary" disabled={busy} onClick={() => onSettle(true)}>
          Save mine over it
        </Button>
      </div>
    </div>
  );
}

import { Dialog, DialogContent } from '#ui/index.ts';

const shortcuts = [
  ['Ctrl or ⌘ + K', 'Search pages and actions'],
  ['?', 'This list'],
  ['F8', 'Go to the message on screen'],
  ['Escape', 'Close a dialog or menu'],
] as const;

export default function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts" width="sm">
        <dl className="grid gap-2">
          {shortcuts.map(([keys, what]) => (
            <div key={keys} className="flex items-center justify-between gap-4 text-sm">
              <dt className="order-2">
                <kbd className="rounded-sm border border-line bg-sunken px-2 py-0.5 font-sans text-xs">{keys}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}

import { useState } from 'react';
import { controlKey } from '#lib/control-key.ts';
import { areSingleKeysOn, SINGLE_KEYS } from '#lib/single-keys.ts';
import { Dialog, DialogContent, Label, Switch } from '#ui/index.ts';
import { texts } from './texts.ts';

type Shortcut = readonly [keys: readonly string[], what: string];

const shortcuts: readonly { where: string; keys: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      [[controlKey, 'K'], 'Search posts, photos, and actions'],
      [['?'], 'This list'],
      [['F8'], 'Go to the message on screen'],
      [['Esc'], 'Close a dialog or menu'],
    ],
  },
  {
    where: 'Calendar',
    keys: [
      [['N'], 'New post'],
      [['T'], 'Today'],
      [['←', '→', '↑', '↓'], 'Go from day to day'],
      [['Home', 'End'], 'First or last day of the week'],
      [['Page Up', 'Page Down'], 'The period before or after'],
      [['Enter'], 'Open the day or the post'],
      [['Space'], 'Pick up a post; again to put it down'],
      [[controlKey, 'Z'], 'Undo the last move'],
    ],
  },
  {
    where: 'Media Library',
    keys: [
      [['←', '→', '↑', '↓'], 'Go from photo to photo'],
      [['Shift', 'Click'], 'Select a range'],
      [[controlKey, 'A'], 'Select all'],
      [['Delete'], 'Delete the selected photos'],
      [['Esc'], 'Clear the selection'],
    ],
  },
  {
    where: 'Photo Details',
    keys: [
      [['←', '→'], 'Previous or next photo'],
      [['Delete'], 'Delete the photo'],
    ],
  },
  { where: 'Writing a post', keys: [[['Alt', '←', '→'], 'Move the photo in its order']] },
];

function keepSingleKeys(on: boolean): void {
  try {
    if (on) {
      localStorage.removeItem(SINGLE_KEYS);
    } else {
      localStorage.setItem(SINGLE_KEYS, 'off');
    }
  } catch {
    return; // Storage is blocked: the switch stays as it was.
  }
}

/** Every key of the product, by the place where it works, and whether single characters are among them. */
export default function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const [hasSingleKeys, setHasSingleKeys] = useState(areSingleKeysOn);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={texts.shortcuts} width="lg">
        <div className="columns-1 gap-8 sm:columns-2">
          {shortcuts.map(({ where, keys }) => (
            <section key={where} aria-label={where} className="break-inside-avoid pb-6">
              <h3 className="pb-1 text-sm font-bold">{where}</h3>
              <dl>
                {keys.map(([names, what]) => (
                  <div
                    key={what}
                    className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1.5 text-sm"
                  >
                    <dt className="order-2 flex shrink-0 gap-1">
                      {names.map((name) => (
                        <kbd
                          key={name}
                          className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs"
                        >
                          {name}
                        </kbd>
                      ))}
                    </dt>
                    <dd className="text-muted">{what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
          <div className="grid">
            <Label htmlFor="single-keys">{texts.singleKeys}</Label>
            <p id="single-keys-hint" className="text-sm text-muted">
              {texts.singleKeysHint}
            </p>
          </div>
          <Switch
            id="single-keys"
            aria-describedby="single-keys-hint"
            checked={hasSingleKeys}
            onCheckedChange={(on) => {
              keepSingleKeys(on);
              setHasSingleKeys(areSingleKeysOn());
            }}
          />
        </div>
      </DialogContent>
    </Dialog>
  );
}

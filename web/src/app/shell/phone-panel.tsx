import { SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cn } from '#lib/cn.ts';
import { Button, Dialog, SidePanelContent, Wordmark } from '#ui/index.ts';
import { isActivePath, navEntries } from '../navigation.ts';
import { toggleTheme } from '../theme.ts';

type PhonePanelProps = { onOpenChange(open: boolean): void; location: string; switcher: ReactNode };

/** The slide-out navigation of phones. */
export default function PhonePanel({ onOpenChange, location, switcher }: PhonePanelProps) {
  return (
    <Dialog open onOpenChange={onOpenChange}>
      <SidePanelContent title="Menu">
        <div className="border-b border-line p-4">
          <Wordmark />
        </div>
        <div className="border-b border-line p-3">{switcher}</div>
        <nav aria-label="Main" className="p-3">
          <ul className="grid gap-0.5">
            {navEntries.map(({ path, label, icon: Icon }) => {
              const active = isActivePath(path, location);
              return (
                <li key={path}>
                  <Link
                    href={path}
                    aria-current={active ? 'page' : undefined}
                    className={cn(
                      'flex h-12 items-center gap-3 rounded-control px-3 font-semibold',
                      active ? 'bg-woad-soft text-woad' : 'text-ink',
                    )}
                  >
                    <Icon className="size-5" aria-hidden="true" />
                    {label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className="mt-auto flex items-center justify-between border-t border-line p-3">
          <Button variant="ghost" onClick={toggleTheme}>
            <SunMoon aria-hidden="true" />
            Light or dark
          </Button>
        </div>
      </SidePanelContent>
    </Dialog>
  );
}

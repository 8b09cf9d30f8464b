import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { cn } from '#lib/cn.ts';
import { Button, Input } from '#ui/index.ts';
import { accountTexts } from '../texts.ts';

/** A password box that can be read while typing and that says when Caps Lock is on. */
export function PasswordInput({ className, onBlur, ...rest }: ComponentProps<typeof Input>) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const notice = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <span className="grid gap-1.5">
      <span className="relative block">
        <Input
          {...rest}
          type={shown ? 'text' : 'password'}
          onKeyDown={notice}
          onKeyUp={notice}
          onBlur={(event) => {
            setCapsLock(false);
            void onBlur?.(event);
          }}
          className={cn('pr-11', className)}
        />
        <Button
          variant="ghost"
          size="icon-sm"
          className="absolute top-1/2 right-1 -translate-y-1/2 text-muted active:-translate-y-1/2"
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </Button>
      </span>
      <span role="status" className="text-sm font-medium text-weld empty:hidden">
        {capsLock ? accountTexts.signIn.capsLock : null}
      </span>
    </span>
  );
}

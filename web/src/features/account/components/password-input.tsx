import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';
import { Button, Input } from '#ui/index.ts';

/** A password box that can be read while typing. */
export function PasswordInput({ className, ...rest }: ComponentProps<typeof Input>) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <Input {...rest} type={shown ? 'text' : 'password'} className={cn('pr-11', className)} />
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
  );
}

import { MailCheck } from 'lucide-react';
import { messageOr, unreachable } from '#lib/api/index.ts';
import { Button, type ButtonProps } from '#ui/index.ts';
import { useSendConfirmation } from '../api/confirm-address.ts';
import { accountTexts } from '../texts.ts';

/** 'Send again' for the confirmation mail; afterwards it says that the mail is on its way, or why not. */
export function SendConfirmation({ variant = 'secondary', size = 'md' }: Pick<ButtonProps, 'variant' | 'size'>) {
  const send = useSendConfirmation();
  if (send.isSuccess) {
    return (
      <p role="status" className="flex items-center gap-1.5 text-sm font-semibold">
        <MailCheck className="size-4 text-moss" aria-hidden="true" />
        {accountTexts.mailSent}
      </p>
    );
  }
  return (
    <>
      <Button
        variant={variant}
        size={size}
        pending={send.isPending}
        pendingText="Sending..."
        onClick={() => send.mutate()}
      >
        Send again
      </Button>
      <span role="alert" className="text-sm font-medium text-madder empty:hidden">
        {send.isError ? messageOr(send.error, unreachable) : null}
      </span>
    </>
  );
}

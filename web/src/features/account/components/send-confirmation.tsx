import type { User } from '@postloom/contracts';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { messageOr, unreachable } from '#lib/api/index.ts';
import { Button, type ButtonProps } from '#ui/index.ts';
import { useSendConfirmation } from '../api/confirm-address.ts';
import { offerOfLink } from '../confirmation-link.ts';
import { accountTexts } from '../texts.ts';

/** Another confirmation mail for this person; afterwards it says that the mail is on its way, or why not. */
export function SendConfirmation({
  user,
  variant = 'secondary',
  size = 'md',
}: Pick<ButtonProps, 'variant' | 'size'> & { user: Pick<User, 'createdAt'> }) {
  const send = useSendConfirmation();
  const [offer] = useState(() => offerOfLink(user, Date.now()));
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
        {offer}
      </Button>
      <span role="alert" className="text-sm font-medium text-madder empty:hidden">
        {send.isError ? messageOr(send.error, unreachable) : null}
      </span>
    </>
  );
}

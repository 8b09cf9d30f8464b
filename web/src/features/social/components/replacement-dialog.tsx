import { ArrowDown, ArrowRight } from 'lucide-react';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { toastError } from '#lib/toast-error.ts';
import { Button, Dialog, DialogContent, PlatformGlyph, toast } from '#ui/index.ts';
import { useDecideReplacement } from '../api/replacements.ts';
import { ownAccount, type Question } from '../replacement-rules.ts';
import { socialTexts } from '../texts.ts';

const { replaced } = socialTexts;

export type ReplacementDialogProps = { question: Question; onClose(): void };

/** Asks once, for everything that waits for a replaced account, whether it goes from the one connected now. Closing it answers nothing. */
export default function ReplacementDialog({ question, onClose }: ReplacementDialogProps) {
  const decide = useDecideReplacement();
  const { platform, fromAccountId, toAccountId, to, what, isOne } = question;
  const own = ownAccount(question);
  const answer = (decision: 'move' | 'keep') => {
    void decide.mutateAsync({ fromAccountId, toAccountId, decision }).then(
      () => {
        toast(
          decision === 'move'
            ? { title: replaced.moved(what, to), tone: 'success' }
            : {
                title: replaced.kept(own),
                description: replaced.keptUntil,
                tone: 'success',
              },
        );
        onClose();
      },
      (error: unknown) => toastError(error, replaced.failed),
    );
  };
  return (
    <Dialog open busy={decide.isPending} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={<span className="wrap-anywhere">{replaced.question(what, to)}</span>}
        description={replaced.why(own, isOne)}
        footer={
          <>
            <Button variant="secondary" disabled={decide.isPending} onClick={() => answer('keep')}>
              {replaced.no(isOne)}
            </Button>
            <Button pending={decide.isPending} pendingText="Saving..." onClick={() => answer('move')}>
              {replaced.yes(isOne)}
            </Button>
          </>
        }
      >
        <div className="grid items-center gap-2 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
          <AccountCard name={own} state={replaced.notConnected} question={question} isFaded />
          <ArrowRight className="hidden size-5 justify-self-center text-muted sm:block" aria-hidden="true" />
          <ArrowDown className="size-5 justify-self-center text-muted sm:hidden" aria-hidden="true" />
          <AccountCard name={to} state={replaced.connected} question={question} />
        </div>
        <p className="mt-4 text-sm text-muted">{replaced.answers(own, platformRules[platform].name)}</p>
      </DialogContent>
    </Dialog>
  );
}

function AccountCard({
  name,
  state,
  question,
  isFaded = false,
}: {
  name: string;
  state: string;
  question: Question;
  isFaded?: boolean;
}) {
  return (
    <div
      className={cn(
        'flex min-w-0 items-center gap-3 rounded-card border px-3 py-3',
        isFaded ? 'border-dashed border-line bg-sunken' : 'border-woad/50 bg-woad-soft',
      )}
    >
      <PlatformGlyph platform={question.platform} className="size-5 shrink-0" />
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold">{name}</p>
        <p className="text-sm text-muted">{state}</p>
      </div>
    </div>
  );
}

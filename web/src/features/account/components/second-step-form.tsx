import { KeyRound } from 'lucide-react';
import { isApiError } from '#lib/api/index.ts';
import { Button, Field, FormError, Input } from '#ui/index.ts';
import { isDismissed, knowsPasskeys, useSecondPasskey, useSecondStep, useSignInWays } from '../api/second-step.ts';
import { accountTexts } from '../texts.ts';
import { useCodeForm } from '../use-code-form.ts';

const texts = accountTexts.secondStep;

/** After the right password: a code of the app, a recovery code, or a passkey. `onAgain`: the sign-in begins anew, and why. */
export default function SecondStepForm({ onDone, onAgain }: { onDone(): void; onAgain(why: string | null): void }) {
  const ways = useSignInWays();
  const step = useSecondStep();
  const passkey = useSecondPasskey();
  const form = useCodeForm();
  const finish = async (answer: () => Promise<unknown>, fallback?: string) => {
    form.clear();
    try {
      await answer();
      onDone();
    } catch (error) {
      if (isApiError(error) && error.code === 'invalid_state') {
        onAgain(error.message);
      } else if (!isDismissed(error)) {
        form.refuse(error, fallback);
      }
    }
  };
  const submit = form.handleSubmit(({ code }) => finish(() => step.mutateAsync(code)));
  const finishByPasskey = () => finish(() => passkey.mutateAsync(), texts.passkeyFailed);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Code" hint={texts.hint} error={form.fieldError}>
        <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} autoFocus {...form.field} />
      </Field>
      <FormError>{form.problem}</FormError>
      <Button type="submit" size="lg" pending={form.isSubmitting} pendingText="Signing in...">
        Continue
      </Button>
      {knowsPasskeys() && ways.data?.ways.includes('passkey') ? (
        <Button variant="secondary" size="lg" pending={passkey.isPending} onClick={() => void finishByPasskey()}>
          <KeyRound aria-hidden="true" />
          Use a passkey
        </Button>
      ) : null}
      <Button variant="ghost" onClick={() => onAgain(null)}>
        Start again
      </Button>
    </form>
  );
}

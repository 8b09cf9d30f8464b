import type { ReportLogo } from '@postloom/contracts';
import { useId, useRef, useState } from 'react';
import { messageOr } from '#lib/api/index.ts';
import { logoMessages, logoTypes, MAX_LOGO_BYTES } from '#lib/contract-data.ts';
import { Button, FormError, Label, toast } from '#ui/index.ts';
import { useDeleteReportLogo, useReportLogo, useSaveReportLogo } from '../api/report-brand.ts';
import { logoUrl } from '../logo-url.ts';
import { reportBrandTexts as texts } from '../report-brand-texts.ts';

/** The logo on reports. It is saved when it is chosen, because only then it is known what it will look like. */
export function ReportLogoField() {
  const query = useReportLogo();
  const save = useSaveReportLogo();
  const remove = useDeleteReportLogo();
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const logo = query.data?.logo ?? null;
  const isBusy = save.isPending || remove.isPending;
  const choose = (file: File) => {
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal === null) {
      void save.mutateAsync(file).then(
        () => toast({ title: texts.logoSaved, tone: 'success' }),
        (error: unknown) => setProblem(messageOr(error, texts.logoFailed)),
      );
    }
  };
  const takeOff = () => {
    setProblem(null);
    void remove.mutateAsync().then(
      () => toast({ title: texts.logoRemoved, tone: 'success' }),
      (error: unknown) => setProblem(messageOr(error, texts.logoNotRemoved)),
    );
  };
  return (
    <div className="grid gap-2">
      <Label htmlFor={id}>{texts.logo}</Label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={logoTypes.join(',')}
        tabIndex={-1}
        aria-describedby={`${id}-hint`}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) {
            choose(file);
          }
          target.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        {logo === null ? null : <Logo logo={logo} />}
        <Button
          type="button"
          variant="secondary"
          size="sm"
          disabled={isBusy || query.isPending}
          pending={save.isPending}
          pendingText={texts.logoSaving}
          onClick={() => input.current?.click()}
        >
          {logo === null ? texts.chooseLogo : texts.otherLogo}
        </Button>
        {logo === null ? null : (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            disabled={isBusy}
            pending={remove.isPending}
            pendingText={texts.logoRemoving}
            onClick={takeOff}
          >
            {texts.removeLogo}
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {texts.logoHint}
      </p>
      <FormError>{problem ?? (query.isError ? messageOr(query.error, texts.logoNotRead) : null)}</FormError>
    </div>
  );
}

function Logo({ logo }: { logo: ReportLogo }) {
  const { width, height } = logo;
  return (
    <span className="rounded-control border border-line bg-white p-1.5">
      <img src={logoUrl(logo)} width={width} height={height} alt={texts.logoAlt} className="max-h-12 w-auto" />
    </span>
  );
}

function refusalOf({ size, type }: File): string | null {
  if (!logoTypes.some((accepted) => accepted === type)) {
    return logoMessages.wrongType;
  }
  return size > MAX_LOGO_BYTES ? logoMessages.tooLarge : null;
}

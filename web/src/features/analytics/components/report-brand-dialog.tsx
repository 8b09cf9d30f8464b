import type { ReportBrandSettings } from '@postloom/contracts';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { Async } from '#components/async.tsx';
import { ForBusiness } from '#components/for-business.tsx';
import { usePageContext } from '#data/page-context.tsx';
import { messageOr } from '#lib/api/index.ts';
import { plansLink } from '#lib/plans.ts';
import {
  Button,
  Dialog,
  DialogContent,
  Field,
  FormError,
  Input,
  Label,
  Skeleton,
  SkeletonGroup,
  Switch,
  toast,
} from '#ui/index.ts';
import { useReportBrand, useReportLogo, useSaveReportBrand } from '../api/report-brand.ts';
import { logoUrl } from '../logo-url.ts';
import { reportBrandTexts as texts } from '../report-brand-texts.ts';
import { ReportLogoField } from './report-logo-field.tsx';

/** The color of reports for which none was chosen. */
const USUAL_COLOR = '#2B4C8C';

/** From whom reports are and in which color: for plans that have them so, and what it would take for the others. */
export default function ReportBrandDialog({ onClose }: { onClose(): void }) {
  const query = useReportBrand();
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={texts.title}
        description={
          <>
            <ForBusiness />
            {texts.lead}
          </>
        }
      >
        <Async
          query={query}
          message={texts.loadFailed}
          skeleton={
            <SkeletonGroup text={texts.loading} className="grid gap-3">
              <Skeleton className="h-28 rounded-card" />
              <Skeleton className="h-16 rounded-card" />
            </SkeletonGroup>
          }
        >
          {(settings) =>
            settings.brand.isWhiteLabel ? <BrandForm settings={settings} onSaved={onClose} /> : <Upgrade />
          }
        </Async>
      </DialogContent>
    </Dialog>
  );
}

function Upgrade() {
  return (
    <div className="grid gap-4">
      <p>{texts.upgrade}</p>
      <div>
        <Button asChild>
          <Link href={plansLink.href}>{plansLink.label}</Link>
        </Button>
      </div>
    </div>
  );
}

function BrandForm({ settings: { saved, brand }, onSaved }: { settings: ReportBrandSettings; onSaved(): void }) {
  const { business } = usePageContext();
  const [sender, setSender] = useState(saved.sender ?? '');
  const [color, setColor] = useState(saved.color);
  const save = useSaveReportBrand();
  const logo = useReportLogo().data?.logo;
  const id = useId();
  const own = business?.name ?? brand.about ?? brand.name;
  const name = sender.trim() === '' ? own : sender.trim();
  const send = () =>
    void save.mutateAsync({ sender: sender.trim() === '' ? null : sender.trim(), color }).then(
      () => {
        toast({ title: texts.saved, tone: 'success' });
        onSaved();
      },
      () => undefined, // shown in the form
    );
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) {
          send();
        }
      }}
    >
      <figure className="grid gap-2">
        <figcaption className="text-sm font-semibold">{texts.preview}</figcaption>
        <div className="overflow-hidden rounded-card border border-line">
          <div className="h-3" style={{ backgroundColor: color ?? business?.brandColors?.primary ?? USUAL_COLOR }} />
          <div className="flex items-center justify-between gap-4 px-4 py-3">
            <div className="grid min-w-0 gap-0.5">
              <span className="truncate text-lg font-bold">{name}</span>
              <span className="truncate text-sm text-muted">{name === own ? texts.report : texts.reportFor(own)}</span>
            </div>
            {logo ? (
              <span className="shrink-0 rounded-control bg-white p-1.5">
                <img
                  src={logoUrl(logo)}
                  width={logo.width}
                  height={logo.height}
                  alt=""
                  className="h-auto max-h-10 w-auto max-w-32"
                />
              </span>
            ) : null}
          </div>
        </div>
      </figure>
      <Field label={texts.sender} hint={texts.senderHint}>
        <Input maxLength={100} placeholder={own} value={sender} onChange={(event) => setSender(event.target.value)} />
      </Field>
      <ReportLogoField />
      <div className="grid gap-3">
        <div className="flex items-center justify-between gap-4">
          <Label htmlFor={`${id}-own`}>{texts.ownColor}</Label>
          <Switch
            id={`${id}-own`}
            checked={color !== null}
            onCheckedChange={(isOwn) => setColor(isOwn ? USUAL_COLOR : null)}
          />
        </div>
        {color === null ? null : (
          <Field label={texts.color}>
            <Input
              type="color"
              className="h-11 w-20 p-1"
              value={color}
              onChange={(event) => setColor(event.target.value)}
            />
          </Field>
        )}
      </div>
      <FormError>{save.isError ? messageOr(save.error, texts.saveFailed) : null}</FormError>
      <div>
        <Button type="submit" pending={save.isPending} pendingText="Saving...">
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { isPlanLimit, messageOr } from '#lib/api/index.ts';
import { plansLink } from '#lib/plans.ts';
import { Button, Field, Input, toast } from '#ui/index.ts';
import { useAddFromLink } from '../api/photo-links.ts';
import { moreWaysTexts } from '../more-ways-texts.ts';
import { uploadTexts } from '../upload-texts.ts';
import { takeZips } from '../zip/take-zips.ts';
import { FileButton } from './file-button.tsx';

export type MoreWaysProps = {
  businessId: string;
  /** The album that the photos go to; null: none. */
  albumId: string | null;
};

const { notAddress, failed } = moreWaysTexts.link;

/** The address of the web that somebody typed, who may have left out how it begins; null: it is none. */
function addressOf(typed: string): string | null {
  const begins = /^[a-z][a-z\d+.-]*:\/\//i.test(typed);
  const whole = begins ? typed : `https://${typed}`;
  if (!URL.canParse(whole)) {
    return null;
  }
  const { protocol, username, hostname } = new URL(whole);
  // A single word is the name of no website.
  const isWebsite = /^https?:$/.test(protocol) && username === '' && (begins || hostname.includes('.'));
  return isWebsite ? whole : null;
}

/** Photos that lie elsewhere: on a website, or in a zip. */
export function MoreWays({ businessId, albumId }: MoreWaysProps) {
  const client = useQueryClient();
  const link = useAddFromLink(businessId, albumId);
  const [url, setUrl] = useState('');
  const [isNoAddress, setIsNoAddress] = useState(false);
  const addZips = (files: readonly File[]) => {
    // Some pickers offer every file, whatever they were asked for.
    for (const { name } of takeZips(client, businessId, files, albumId)) {
      toast({ title: uploadTexts.uploadFailed, description: moreWaysTexts.zip.none(name), tone: 'error' });
    }
  };
  return (
    <form
      noValidate
      className="mt-4 flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const address = addressOf(url.trim());
        if (address === null) {
          setIsNoAddress(true);
          return;
        }
        void link.mutateAsync(address).then(
          () => setUrl(''),
          () => undefined, // the field says why
        );
      }}
    >
      <Field
        label={moreWaysTexts.link.label}
        hint={
          <>
            {moreWaysTexts.link.hint}
            <span role="status" className="block font-semibold">
              {link.data ? moreWaysTexts.link.added(link.data.photo.originalName) : ''}
            </span>
          </>
        }
        className="min-w-56 flex-1"
        error={isNoAddress ? notAddress : link.isError ? messageOr(link.error, failed) : undefined}
      >
        <Input
          type="url"
          inputMode="url"
          maxLength={2_000}
          placeholder="https://"
          readOnly={link.isPending}
          value={url}
          onChange={(event) => {
            setUrl(event.target.value);
            setIsNoAddress(false);
            link.reset();
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-3 pt-7">
        {isPlanLimit(link.error) ? (
          <Button asChild variant="secondary">
            <Link href={plansLink.href}>{plansLink.label}</Link>
          </Button>
        ) : null}
        <Button
          type="submit"
          variant="secondary"
          disabled={url.trim() === ''}
          pending={link.isPending}
          pendingText={moreWaysTexts.link.adding}
        >
          {moreWaysTexts.link.add}
        </Button>
        <FileButton accept=".zip,application/zip" onFiles={addZips}>
          <FileArchive aria-hidden="true" />
          {moreWaysTexts.zip.label}
        </FileButton>
      </div>
    </form>
  );
}

import type { DataImport, UserLimits } from '@postloom/contracts';
import { useState } from 'react';
import { useOwnLimits } from '#data/limits.ts';
import { messageOr } from '#lib/api/index.ts';
import { formatBytes } from '#lib/format.ts';
import { toggled } from '#lib/toggled.ts';
import { Button, Checkbox, FormError } from '#ui/index.ts';
import { useBeginImport, useDropImport } from '../api/imports.ts';
import { importTexts } from '../import-texts.ts';

const MEGABYTE = 1_048_576;

/** What the zip holds, and what of it comes back. Nothing is made before the person has chosen. */
export function ImportChoice({ now }: { now: DataImport }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(now.businesses.map(({ number }) => number)));
  const [settings, setSettings] = useState(true);
  const limits = useOwnLimits();
  const begin = useBeginImport();
  const drop = useDropImport();
  const businesses = now.businesses.filter(({ number }) => chosen.has(number));
  const unknown = limits.isLoading ? [] : [importTexts.unknownRoom];
  const problems = limits.data === undefined ? unknown : whatDoesNotFit(businesses, limits.data);
  return (
    <form
      className="grid w-full gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate({ businesses: [...chosen], settings });
      }}
    >
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{importTexts.found}</legend>
        {now.businesses.map(({ number, name, photoBytes, counts }) => (
          <label key={number} className="flex items-start gap-2">
            <Checkbox checked={chosen.has(number)} onCheckedChange={() => setChosen(toggled(chosen, number))} />
            <span className="grid min-w-0">
              <span className="break-words">{name}</span>
              <span className="text-sm text-muted">{importTexts.holds(counts, formatBytes(photoBytes))}</span>
            </span>
          </label>
        ))}
        {now.businesses.length === 0 ? <p className="text-sm text-muted">{importTexts.nothing}</p> : null}
      </fieldset>
      {now.businesses.length === 0 ? null : (
        <>
          <label className="flex items-start gap-2 border-t border-line pt-3">
            <Checkbox checked={settings} onCheckedChange={(checked) => setSettings(checked === true)} />
            <span>{importTexts.settings}</span>
          </label>
          <p className="text-sm text-muted">{importTexts.becomes}</p>
        </>
      )}
      <div role="status" className="grid gap-2 text-sm text-weld empty:hidden">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {begin.isError ? <FormError>{messageOr(begin.error, importTexts.beginFailed)}</FormError> : null}
      {drop.isError ? <FormError>{messageOr(drop.error, importTexts.dropFailed)}</FormError> : null}
      <div className="flex flex-wrap gap-2">
        {now.businesses.length === 0 ? null : (
          <Button
            type="submit"
            disabled={chosen.size === 0 || limits.isLoading}
            pending={begin.isPending}
            pendingText={importTexts.beginning}
          >
            {importTexts.begin}
          </Button>
        )}
        <Button variant="ghost" pending={drop.isPending} onClick={() => drop.mutate()}>
          {importTexts.drop}
        </Button>
      </div>
    </form>
  );
}

/** A limit below zero is none. */
function whatDoesNotFit(businesses: DataImport['businesses'], limits: UserLimits): string[] {
  const bytes = businesses.reduce((sum, { photoBytes }) => sum + photoBytes, 0);
  const room = Math.max(0, limits.storageLimit - limits.storageUsed) * MEGABYTE;
  const drafts = businesses.reduce((sum, { openPosts }) => sum + openPosts, 0);
  const left = Math.max(0, limits.postsLimit - Number(limits.postsUsed));
  return [
    ...(limits.storageLimit >= 0 && bytes > room ? [importTexts.tooMuch(formatBytes(bytes), formatBytes(room))] : []),
    ...(limits.postsLimit >= 0 && drafts > left ? [importTexts.tooMany(drafts, left)] : []),
  ];
}

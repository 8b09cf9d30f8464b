import type { DataImport } from '@postloom/contracts';
import { importTexts } from '../import-texts.ts';

/** What came back, and what is not as it was. */
export function ImportReport({ now }: { now: DataImport }) {
  const more = now.findingsTotal - now.findings.length;
  return (
    <div className="grid w-full gap-2">
      <p className="font-semibold">{importTexts.done}</p>
      <p className="text-sm">{importTexts.brought(now.brought)}</p>
      {now.leftOut > 0 ? <p className="text-sm text-weld">{importTexts.leftOut(now.leftOut)}</p> : null}
      {now.findings.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-sm font-medium">{importTexts.report(now.findingsTotal)}</summary>
          <ul className="mt-2 grid max-h-80 gap-2 overflow-y-auto text-sm">
            {now.findings.map(({ file, line, what }) => (
              <li key={`${file} ${line} ${what}`} className="break-words">
                {what} <span className="text-muted">{line === null ? `(${file})` : importTexts.place(file, line)}</span>
              </li>
            ))}
            {more > 0 ? <li className="text-muted">{importTexts.more(more)}</li> : null}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

import type { Album, Finding } from '@postloom/contracts';
import { findingSentence } from '#lib/contract-data.ts';
import { Card, CardBody, CardHeader } from '#ui/index.ts';
import { analyticsTexts } from '../texts.ts';

const texts = analyticsTexts.findings;

/** 'What Worked': what went along with more or less engagement, with its evidence. */
export function FindingsCard({
  findings,
  albums,
}: {
  findings: readonly Finding[];
  albums: readonly Album[] | undefined;
}) {
  return (
    <Card aria-labelledby="findings">
      <CardHeader id="findings" title={texts.title} />
      <CardBody className="grid max-w-[68ch] gap-3 text-sm">
        {findings.length === 0 ? (
          <p className="text-muted">{texts.none}</p>
        ) : (
          <>
            <ul className="grid list-disc gap-2 pl-5">
              {findings.map((finding) => (
                <li key={`${finding.kind} ${finding.value}`}>
                  {findingSentence(finding, albums?.find(({ id }) => id === finding.value)?.name)}
                </li>
              ))}
            </ul>
            <p className="text-muted">{texts.note}</p>
          </>
        )}
      </CardBody>
    </Card>
  );
}

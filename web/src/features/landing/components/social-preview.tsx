import { BrandMark, platforms, WovenBand } from '#ui/index.ts';
import { demoPosts } from '../demo-week.ts';
import { landingTexts } from '../texts.ts';

const MARGIN = 72;
const CELL = 36;
/** Weeks of the band; the last one is the week at work, and some days after it are still bare. */
const WEEKS = 4;
const DAYS = 35;
const weeks = Array.from({ length: WEEKS }, (_, week) => week);

/** The picture beside a link to the product in chats and feeds: drawn as a file by scripts/social-preview.mjs, shown on no page. */
export function SocialPreview({ width, height }: { width: number; height: number }) {
  const { title, offer } = landingTexts.hero;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fontFamily="Bricolage Grotesque"
      fill="var(--ink)"
    >
      <rect width={width} height={height} fill="var(--paper)" />
      <svg x={MARGIN} y="46" width="60" height="60">
        <BrandMark />
      </svg>
      <text x={MARGIN + 80} y="91" fontSize="42" fontWeight="700" letterSpacing="-0.8">
        Postloom
      </text>
      <text fontSize="78" fontWeight="700" letterSpacing="-1.6">
        {title.split(/ (?=for )/).map((line, index) => (
          <tspan key={line} x={MARGIN - 4} y={198 + index * 82}>
            {line}
          </tspan>
        ))}
      </text>
      <text fontSize="30" fill="var(--muted)">
        {offer.split(/ (?=and schedule )/).map((line, index) => (
          <tspan key={line} x={MARGIN} y={334 + index * 40}>
            {line}
          </tspan>
        ))}
      </text>
      <svg y={height - 6 * CELL} width={width} height={6 * CELL} viewBox={`${CELL / 2} 0 ${width} ${6 * CELL}`}>
        <svg width={DAYS * CELL} height={6 * CELL}>
          <WovenBand
            days={DAYS}
            threads={platforms}
            cell={CELL}
            ground="var(--paper)"
            wovenDays={WEEKS * 7}
            knots={weeks.flatMap((week) =>
              demoPosts.map(({ day, platform, status }) => ({
                day: week * 7 + day + 1,
                thread: platforms.indexOf(platform),
                status: week < WEEKS - 1 ? 'published' : status,
              })),
            )}
          />
        </svg>
      </svg>
    </svg>
  );
}

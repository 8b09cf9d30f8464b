import type { Platform } from '@postloom/contracts';
import { cn } from '#lib/cn.ts';
import type { PostStatus } from './status.tsx';

const dyes = {
  woad: 'var(--woad)',
  madder: 'var(--madder)',
  weld: 'var(--weld-fill)',
  moss: 'var(--moss)',
  flax: 'var(--flax)',
} as const;

/** Names of thread colours; each is a token. */
export type ThreadColour = keyof typeof dyes | Platform;

const colourOf = (colour: ThreadColour): string =>
  colour in dyes ? dyes[colour as keyof typeof dyes] : `var(--thread-${colour})`;

export type Knot = { day: number; thread: number; status: PostStatus };

export type WovenBandProps = {
  /** Number of warp threads: the days. */
  days: number;
  /** Weft threads from top to bottom: the platforms. */
  threads: readonly ThreadColour[];
  /** Posts: where a day and a platform meet. */
  knots: readonly Knot[];
  /** Distance of two crossings in SVG units. */
  cell?: number;
  /** Colour behind the band, for the gaps where one thread passes under another. */
  ground?: string;
  /** Colour of the warp. */
  warp?: string;
  /** Days woven so far; later days show bare warp. All by default. */
  wovenDays?: number;
  className?: string;
  /** What the picture shows; without it the band is decoration. */
  label?: string;
};

/** True where the weft passes over the warp: plain weave. */
export function weftIsOver(day: number, thread: number): boolean {
  return (day + thread) % 2 === 0;
}

const knotColour: Record<PostStatus, string> = {
  published: 'var(--moss)',
  scheduled: 'var(--weld-fill)',
  draft: 'var(--flax)',
  failed: 'var(--madder)',
};

/**
 * The brand's motif from data: days are the warp, platforms the weft, posts the knots. Plain weave, drawn as threads with a
 * gap where one goes under the other.
 */
export function WovenBand({
  days,
  threads,
  knots,
  cell = 40,
  ground = 'var(--cloth)',
  warp = 'var(--line-strong)',
  wovenDays = days,
  className,
  label,
}: WovenBandProps) {
  const width = days * cell;
  const height = (threads.length + 1) * cell;
  const x = (day: number) => day * cell + cell / 2;
  const y = (thread: number) => (thread + 1) * cell;
  const weftWidth = cell * 0.26;
  const warpWidth = Math.max(1.5, cell * 0.07);
  const gap = cell * 0.1;
  const strands = [-cell * 0.13, 0, cell * 0.13];
  const weftEnd = wovenDays >= days ? width : x(wovenDays - 1) + cell * 0.5;

  const warpPiece = (day: number, from: number, to: number, key: string) =>
    strands.map((offset) => (
      <line
        key={`${key}${offset}`}
        x1={x(day) + offset}
        x2={x(day) + offset}
        y1={from}
        y2={to}
        stroke={warp}
        strokeWidth={warpWidth}
        strokeLinecap="round"
      />
    ));

  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={cn('overflow-visible', className)}
      fill="none"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {Array.from({ length: days }, (_, day) => warpPiece(day, cell * 0.2, height - cell * 0.2, `w${day}`))}
      {threads.map((colour, thread) => (
        <g key={`t${thread}`}>
          {Array.from({ length: wovenDays }, (_, day) =>
            weftIsOver(day, thread) ? (
              <rect
                key={day}
                x={x(day) - cell * 0.28}
                y={y(thread) - weftWidth / 2 - gap}
                width={cell * 0.56}
                height={weftWidth + gap * 2}
                fill={ground}
              />
            ) : null,
          )}
          <line
            x1={cell * 0.08}
            x2={weftEnd - cell * 0.08}
            y1={y(thread)}
            y2={y(thread)}
            stroke={colourOf(colour)}
            strokeWidth={weftWidth}
            strokeLinecap="round"
          />
          {Array.from({ length: wovenDays }, (_, day) =>
            weftIsOver(day, thread) ? null : (
              <g key={day}>
                <rect
                  x={x(day) - cell * 0.23}
                  y={y(thread) - cell * 0.3}
                  width={cell * 0.46}
                  height={cell * 0.6}
                  fill={ground}
                />
                {warpPiece(day, y(thread) - cell * 0.3, y(thread) + cell * 0.3, `o${thread}-${day}`)}
              </g>
            ),
          )}
        </g>
      ))}
      {knots.map((knot) => (
        <g key={`${knot.day}-${knot.thread}`} transform={`translate(${x(knot.day)} ${y(knot.thread)})`}>
          <rect
            x={-cell * 0.36}
            y={-cell * 0.36}
            width={cell * 0.72}
            height={cell * 0.72}
            rx={cell * 0.2}
            fill={ground}
            transform="rotate(45)"
          />
          <rect
            x={-cell * 0.25}
            y={-cell * 0.25}
            width={cell * 0.5}
            height={cell * 0.5}
            rx={cell * 0.14}
            transform="rotate(45)"
            fill={knot.status === 'draft' ? ground : knotColour[knot.status]}
            stroke={knotColour[knot.status]}
            strokeWidth={cell * 0.07}
            {...(knot.status === 'draft' ? { strokeDasharray: `${cell * 0.12} ${cell * 0.1}` } : {})}
          />
        </g>
      ))}
    </svg>
  );
}

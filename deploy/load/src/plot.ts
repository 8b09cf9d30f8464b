/** One line of a plot: a value for each second. */
export interface Line {
  readonly name: string;
  readonly color: string;
  readonly values: readonly number[];
}

/** One field of a plot with an axis of its own. */
export interface Field {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** A moment worth a line from top to bottom. */
export interface Mark {
  readonly second: number;
  readonly text: string;
}

const [WIDTH, LEFT, RIGHT] = [960, 64, 16];
const [FIELD, GAP, TOP] = [180, 56, 40];
const MOST_TICKS = 4;

/** An SVG document: fields one below the other over the same seconds, or over what `named` makes of a value's place. */
export function plot(
  title: string,
  fields: readonly Field[],
  marks: readonly Mark[],
  named = (second: number): string => `${second} s`,
): string {
  const seconds = Math.max(1, ...fields.flatMap(({ lines }) => lines.map(({ values }) => values.length - 1)));
  const x = (second: number): string => (LEFT + (second / seconds) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const bottom = TOP + fields.length * (FIELD + GAP);
  const parts = fields.map((field, index) => fieldOf(field, TOP + GAP / 2 + index * (FIELD + GAP), x));
  const markers = marks.map(
    ({ second, text }, index) =>
      `<line x1="${x(second)}" x2="${x(second)}" y1="${TOP}" y2="${bottom - GAP / 2}" stroke="#888" stroke-dasharray="4 3"/>` +
      `<text x="${Number(x(second)) + 4}" y="${TOP - 6 + (index % 2) * 12}" fill="#555">${escaped(text)}</text>`,
  );
  const step = roundStep(seconds / 10);
  const times = Array.from(
    { length: Math.floor(seconds / step) + 1 },
    (_, index) =>
      `<text x="${x(index * step)}" y="${bottom - 8}" text-anchor="middle" fill="#555">${named(index * step)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom}" font-family="sans-serif" font-size="11">
<rect width="${WIDTH}" height="${bottom}" fill="#fff"/>
<text x="${LEFT}" y="20" font-size="14">${escaped(title)}</text>
${[...parts, ...markers, ...times].join('\n')}
</svg>
`;
}

function fieldOf({ title, lines }: Field, top: number, x: (second: number) => string): string {
  const highest = Math.max(1, ...lines.flatMap(({ values }) => values));
  const step = roundStep(highest / MOST_TICKS);
  const ticks = Math.ceil(highest / step);
  const most = step * ticks;
  const y = (value: number): string => (top + FIELD - (value / most) * FIELD).toFixed(1);
  const grid = Array.from({ length: ticks + 1 }, (_, index) => {
    const value = index * step;
    return (
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" stroke="#e4e4e4"/>` +
      `<text x="${LEFT - 6}" y="${Number(y(value)) + 4}" text-anchor="end" fill="#555">${value}</text>`
    );
  });
  const drawn = lines.map(({ name, color, values }, index) => {
    const points = values.map((value, second) => `${x(second)},${y(value)}`).join(' ');
    return (
      `<polyline points="${points}" fill="none" stroke="${color}" stroke-width="1.5"/>` +
      `<text x="${WIDTH - RIGHT - index * 150}" y="${top - 8}" text-anchor="end" fill="${color}">${escaped(name)}</text>`
    );
  });
  return [`<text x="${LEFT}" y="${top - 8}" fill="#222">${escaped(title)}</text>`, ...grid, ...drawn].join('\n');
}

/** The smallest of 1, 2, 5, 10, 20, ... that is not below the number. */
function roundStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

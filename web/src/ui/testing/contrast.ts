import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Rgb = readonly [number, number, number];
const css = readFileSync(resolve(import.meta.dirname, '../tokens.css'), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const start = css.indexOf(selector);
  if (start < 0) {
    throw new Error(`tokens.css has no ${selector}`);
  }
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', (match[2] ?? '').trim()]),
  );
}

function rgb(hex: string): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) {
    throw new Error(`Not a six-digit colour: ${hex}`);
  }
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 contrast ratio. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const selectors = { light: ":root,\n[data-theme='light']", dark: "[data-theme='dark']" } as const;
export type ThemeName = keyof typeof selectors;
export const themeNames = ['light', 'dark'] as const;

/** The colors of a theme by their tokens' names. */
export function colorsOf(theme: ThemeName) {
  const tokens = tokensOf(selectors[theme]);
  return {
    names: [...tokens.keys()],
    color: (name: string): Rgb => {
      const value = tokens.get(name);
      if (value === undefined) {
        throw new Error(`No token --${name}`);
      }
      return rgb(value);
    },
  };
}

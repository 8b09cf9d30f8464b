import { clsx, type ClassValue } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';

const any = [() => true];
const sizes = ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl'];

/**
 * Only the kinds of classes that a caller overrides on a component of ui/. tailwind-merge's own table of all of Tailwind is
 * seven times as large as this and the engine together. A kind that is missing here is simply not merged.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  prefix: undefined,
  experimentalParseClassName: undefined,
  theme: {},
  classGroups: {
    display: ['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'inline-grid', 'contents', 'hidden'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    inset: [{ inset: any }],
    top: [{ top: any }],
    right: [{ right: any }],
    bottom: [{ bottom: any }],
    left: [{ left: any }],
    z: [{ z: any }],
    size: [{ size: any }],
    h: [{ h: any }],
    w: [{ w: any }],
    'min-h': [{ 'min-h': any }],
    'max-h': [{ 'max-h': any }],
    'min-w': [{ 'min-w': any }],
    'max-w': [{ 'max-w': any }],
    p: [{ p: any }],
    px: [{ px: any }],
    py: [{ py: any }],
    pt: [{ pt: any }],
    pr: [{ pr: any }],
    pb: [{ pb: any }],
    pl: [{ pl: any }],
    m: [{ m: any }],
    mx: [{ mx: any }],
    my: [{ my: any }],
    mt: [{ mt: any }],
    mr: [{ mr: any }],
    mb: [{ mb: any }],
    ml: [{ ml: any }],
    gap: [{ gap: any }],
    overflow: [{ overflow: ['auto', 'hidden', 'visible', 'scroll', 'clip'] }],
    justify: [{ justify: ['start', 'center', 'end', 'between', 'around', 'evenly'] }],
    items: [{ items: any }],
    'font-size': [{ text: sizes }],
    'text-align': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
    'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
    'text-color': [{ text: any }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    whitespace: [{ whitespace: any }],
    leading: [{ leading: any }],
    rounded: [{ rounded: ['', 'none', 'sm', 'control', 'card', 'full'] }],
    shadow: [{ shadow: any }],
    bg: [{ bg: any }],
    'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
    'border-width': [{ border: ['', '0', '2', '4'] }],
    'border-color': [{ border: ['line', 'line-strong', 'woad', 'madder', 'weld', 'moss', 'transparent', 'current'] }],
    opacity: [{ opacity: any }],
    cursor: [{ cursor: any }],
  },
  conflictingClassGroups: {
    size: ['h', 'w'],
    inset: ['top', 'right', 'bottom', 'left'],
    p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
    px: ['pr', 'pl'],
    py: ['pt', 'pb'],
    m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
    mx: ['mr', 'ml'],
    my: ['mt', 'mb'],
  },
  conflictingClassGroupModifiers: {},
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: [
    'before',
    'after',
    '*',
    '**',
    'placeholder',
    'file',
    'marker',
    'selection',
    'first-letter',
    'first-line',
    'backdrop',
  ],
}));

/** Joins class names; a later class wins over an earlier one of the same kind. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}

/** The product's colors (web/src/ui/tokens.css) that mails use, by class: the light one stands inline, the dark one in the style sheet. */
export const mailColors = {
  light: {
    paper: '#fbf8f3',
    cloth: '#ffffff',
    sunken: '#f4efe7',
    line: '#e7e0d5',
    ink: '#221d36',
    muted: '#655f78',
    woad: '#2b4c8c',
    'on-woad': '#ffffff',
    madder: '#b5342b',
    'weld-fill': '#f2b632',
    moss: '#2e6b48',
  },
  dark: {
    paper: '#15131f',
    cloth: '#1e1b2b',
    sunken: '#191624',
    line: '#332f45',
    ink: '#f3efe8',
    muted: '#a9a3bc',
    woad: '#8fb0f2',
    'on-woad': '#15131f',
    madder: '#f2877c',
    'weld-fill': '#f2c14e',
    moss: '#7cc79b',
  },
} as const;

export type MailColor = keyof typeof mailColors.light;

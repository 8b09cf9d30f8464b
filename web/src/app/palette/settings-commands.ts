import { leaveDevice } from '../device-data.ts';
import { navIcons } from '../navigation.ts';
import type { Command } from './commands.ts';
import { texts } from './texts.ts';

type Section = { label: string; words: string; href: string; ofBusiness?: true };

/** Sections of the two pages of settings, by the words that people look for them with. */
const sections: readonly Section[] = [
  { label: 'Time zone', words: 'timezone clock hours', href: '/business-settings?tab=general', ofBusiness: true },
  { label: 'Your profile', words: 'name email address', href: '/settings#account-profile' },
  {
    label: 'Plan and billing',
    words: 'subscription upgrade price invoices payment cancel',
    href: '/settings#subscription',
  },
  { label: 'Caption preferences', words: 'ai style hashtags automatic', href: '/settings#captions' },
  { label: 'Notifications', words: 'email push alerts reminders', href: '/settings#notifications' },
  {
    label: 'Social accounts',
    words: 'connect reconnect disconnect instagram facebook twitter linkedin tiktok',
    href: '/settings#social-accounts',
    ofBusiness: true,
  },
  { label: 'Password and security', words: 'passkeys sign-in login sessions devices', href: '/settings#sign-in' },
  { label: 'Export your data', words: 'download backup import', href: '/settings#export' },
];

/** Words that find a page by what is done there. */
const pageWords: Readonly<Record<string, string>> = {
  '/automation': 'recurring pause holiday vacation break create schedule repeat daily weekly skip',
};

export const withPageWords = (commands: readonly Command[]): readonly Command[] =>
  commands.map((command) => {
    const words = pageWords[command.id];
    return words === undefined ? command : { ...command, words };
  });

/** Leads to each section; without a business there are none of its own. */
export function settingsCommands(hasBusiness: boolean, go: (href: string) => void): readonly Command[] {
  const leading = sections
    .filter(({ ofBusiness }) => hasBusiness || !ofBusiness)
    .map(({ label, words, href }) => ({ id: label, label, words, run: () => go(href) }));
  const signOut = () => {
    leaveDevice();
    location.assign('/api/logout');
  };
  return [...leading, { id: 'sign-out', label: 'Sign out', words: 'log out logout', run: signOut }].map((command) => ({
    ...command,
    group: texts.settings,
    icon: navIcons.settings,
  }));
}

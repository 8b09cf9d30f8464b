import type { AiProvider } from './captions.ts';

/** Labels are fixed; the model ids behind them are server settings. */
export const aiProviders: readonly { readonly id: AiProvider; readonly label: string; readonly longLabel: string }[] = [
  { id: 'openai', label: 'GPT-4o', longLabel: 'OpenAI GPT-4o' },
  { id: 'anthropic', label: 'Claude 3.5', longLabel: 'Anthropic Claude 3.5' },
  { id: 'grok', label: 'Grok Vision', longLabel: 'xAI Grok Vision' },
];

/** As much of a text that a caption replaces as is sent and read, in UTF-16 units: its beginning tells what to differ from. */
export const LONGEST_REPLACED = 2_200;

/** As much of the text that was posted in a caption's place is kept, in code points. */
export const LONGEST_POSTED = 1_000;

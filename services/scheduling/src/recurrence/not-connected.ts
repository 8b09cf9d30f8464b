import { platformRules, postMessages } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';

/** 'Please connect your {platforms} account(s) first.' */
export function notConnectedSentence(platforms: readonly Platform[]): string {
  return postMessages.notConnected(platforms.map((platform) => platformRules[platform].name).join(', '));
}

const formatted = (figure: number): string => figure.toLocaleString('en-US');

/** What a person reads when a post cannot be saved as it is; without schemas, so that screens can show it. */
export const postMessages = {
  captionRequired: 'Please enter a caption for your post.',
  photoRequired: 'Please select a photo to schedule.',
  platformRequired: 'Please select at least one platform.',
  notConnected: (platforms: string) => `Please connect your ${platforms} account(s) first.`,
  reconnectRequired: (platform: string) =>
    `${platform} no longer accepts the connection. Posts for it wait until the account is reconnected.`,
  waitsForOtherAccount: (platform: string) =>
    `This post waits for the ${platform} account it was scheduled for. First decide, at your connected accounts, whether it goes from the account connected now.`,
  inThePast: 'Please choose a date and time in the future.',
  linkInvalid: 'Please enter a web address, or leave it empty.',
  captionTooLong: (platform: string, length: number, limit: number) =>
    `The caption is too long for ${platform}: ${formatted(length)} characters, ${formatted(limit)} are allowed.`,
  tooManyHashtags: (platform: string, hashtags: number, limit: number) =>
    `${platform} takes at most ${limit} hashtags; there are ${hashtags}.`,
} as const;

/** What a person reads when a recurring schedule cannot be saved as it is. */
export const scheduleMessages = {
  nameRequired: 'Schedule name is required',
  nameTooLong: 'The name can have at most 100 characters.',
  platformRequired: 'At least one platform is required',
} as const;

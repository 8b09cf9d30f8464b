/** Words of the form that changes one post of a schedule. */
export const occurrenceTexts = {
  editOnly: (when: string, schedule: string) =>
    `Only the post on ${when} changes. The schedule “${schedule}” stays the same.`,
  edited: (when: string) => `The post on ${when} was changed.`,
  captionHint:
    'Leave this empty to have a caption written for you shortly before the post goes out, using your caption preferences. If automatic captions are off there, it becomes a draft instead.',
  timeHint: (zone: string, usual: string) =>
    `On the same day, in ${zone}. The schedule posts at ${usual}. For another day, skip this post and schedule a new one.`,
  photo: {
    own: 'You chose this photo.',
    picked: 'The schedule picked this photo. Choose another one to change it.',
    next: (album: string | undefined) =>
      `The photo this schedule hasn’t used in the longest time${album === undefined ? '' : `, from the album “${album}”`}. You can choose another one here.`,
  },
} as const;

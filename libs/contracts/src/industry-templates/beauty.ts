import type { TemplateContent } from './schema.ts';

export const beauty: TemplateContent = {
  captionIdeas: [
    'Photograph a finished look from behind, in window light, and say in one line what the client asked for.',
    'Show the color bowl and brush before you begin, and let people guess the shade.',
    'Take a before and an after in the same chair and the same light, and name the step that changed the most.',
    'Photograph three products you use every day and explain the one people keep asking about.',
    'Show your station at opening time and tell first-time clients what happens in their first ten minutes.',
    'Photograph a nail set against a plain sleeve and ask which color should come next.',
    'Show how you section hair for a cut and why nobody should skip it at home.',
    'Take a close-up of a brush, scissors or file you love and tell how long it has been with you.',
    'Answer a question you get under every photo, such as how long it lasts, over a picture of that look.',
    'Photograph an empty chair for a free appointment today and say how to take it.',
    'Show a style two weeks later, with the client’s permission, to prove how it grows out.',
    'Write down the aftercare you give on a card, and photograph the card.',
    'Photograph the shampoo basin and describe the head massage people fall asleep in.',
    'Show a gentle correction you are proud of, and be honest about how many visits it took.',
    'Put two shades side by side on the back of a hand and let followers vote.',
    'Photograph someone from the team choosing their own treatment, and quote why.',
    'Show how you clean your tools between clients. It is dull, and people trust you more for it.',
    'Take a mirror picture of a bridal or party rehearsal without the face, and name what you tried first.',
    'Photograph a towel stack or a scented candle and ask what people want from an hour off.',
    'Show one minute of styling that clients can repeat tomorrow morning, step by step.',
    'Photograph a child’s first haircut from behind, if the parents agree, and the lock they took home.',
  ],
  hashtags: [
    { name: 'Hair', tags: ['#hairstylist', '#hairtransformation', '#balayage', '#haircolor', '#hairsalon'] },
    { name: 'Nails and skin', tags: ['#nailsofinstagram', '#nailart', '#skincare', '#glowingskin', '#manicure'] },
    { name: 'In the salon', tags: ['#salonlife', '#beautysalon', '#selfcare', '#beforeandafter', '#beautytips'] },
  ],
  postingRhythm: [
    {
      weekday: 'tuesday',
      time: '10:00',
      kind: 'Fresh out of the chair',
      why: 'Many salons start their week on Tuesday, and finished looks are what new clients search for.',
    },
    {
      weekday: 'wednesday',
      time: '19:00',
      kind: 'Care at home',
      why: 'In the evening people are in front of their own mirror; a small tip gets saved.',
    },
    {
      weekday: 'thursday',
      time: '12:00',
      kind: 'Free appointment',
      why: 'There is still time to fill Friday and Saturday, and lunch breaks are when people book.',
    },
    {
      weekday: 'saturday',
      time: '18:00',
      kind: 'Salon moments',
      why: 'After the busiest day, the mood of the place tells people how it feels to sit there.',
    },
  ],
  examplePosts: [
    {
      kind: 'Fresh out of the chair',
      caption:
        'Turn around, shake it out, smile at the mirror. We never get tired of that moment. Would you wear this one?',
      photo: 'Finished hair from behind in window light, with the client’s permission.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Fresh out of the chair',
      caption:
        'A photo on your phone, or "just a trim"? Either way, we talk first and start second. Save this for your next visit.',
      photo: 'A finished cut, nails or make-up, close up on a plain background.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Care at home',
      caption:
        'The tip we give more than any other: less product, more patience. Start with half of what you normally use, wait a minute, then decide. What does your morning routine look like?',
      photo: 'A small amount of product on a palm or brush.',
      platforms: ['instagram', 'facebook', 'tiktok'],
    },
    {
      kind: 'Care at home',
      caption:
        'Your look should still feel like yours on day ten. Ask us how to care for it before you leave the chair. We are happy to write it down.',
      photo: 'Care products or an aftercare card at the station.',
      platforms: ['instagram', 'facebook'],
    },
    {
      kind: 'Free appointment',
      caption:
        'One chair, one open spot, one very good excuse to leave work on time. Send us a message and it is yours.',
      photo: 'Your chair, empty and inviting, with the mirror lights on.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Free appointment',
      caption:
        'If your hair has been in the same bun for days, take this as your sign. Message us and we will find you a time.',
      photo: 'The appointment book, the door, or the team waiting.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Salon moments',
      caption:
        'Last client out, music up, brooms out. Thank you for the talks, the laughter and the secrets that stay in this room. Sleep well, and do not tie it up wet.',
      photo: 'The salon at closing time, lights warm.',
      platforms: ['instagram', 'facebook'],
    },
    {
      kind: 'Salon moments',
      caption:
        'Half of this job is color and scissors. The other half is listening. Who is your person behind the chair? Tag them.',
      photo: 'A stylist at work, hands in focus, with permission.',
      platforms: ['instagram', 'facebook', 'linkedin', 'twitter'],
    },
  ],
};

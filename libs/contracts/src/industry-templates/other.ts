import type { TemplateContent } from './schema.ts';

export const other: TemplateContent = {
  captionIdeas: [
    'Photograph the first thing you do when you unlock in the morning and tell people what comes second.',
    'Show what you are working on right now, unfinished, and say what is still missing.',
    'Take a picture of the object in your shop that has been there longest and tell where it came from.',
    'Introduce yourself again: a photo of you at work and three facts your regulars do not know.',
    'Photograph your hands doing the part of the job that looks easy and is not.',
    'Ask a regular what they would tell a friend about you, and write it down in their words.',
    'Show the place from across the street, so that newcomers recognize it when they come looking.',
    'Photograph a thing that broke and how you mended it.',
    'Explain where your name comes from, over a picture of the sign.',
    'Show the busiest hour and the quietest one, and recommend the better time to drop by.',
    'Share a question people are shy to ask you, and answer it kindly, with a photo that fits.',
    'Photograph what lies on your counter at noon, arranged by nobody.',
    'Show a neighbor’s business you like and say what you buy there yourself.',
    'Post an old photo of the place beside one from today and let people spot the changes.',
    'Take a picture of a note, drawing or message a customer left, with permission, and how it made you feel.',
    'Show a choice you have to make this week, such as two colors or two names, and let followers decide.',
    'Photograph the boring task you finally finished, and celebrate it properly.',
    'Say what you wish you had known when you started out, next to a picture of something from that time.',
    'Show how something is made, from nothing to done, in four photos taken from the same spot.',
    'Photograph the weather outside your door and what it changes about the day’s work.',
    'Thank one person who helped you this week, with their photo if they agree.',
  ],
  hashtags: [
    {
      name: 'Small business',
      tags: ['#smallbusinessowner', '#localbusiness', '#smallbiz', '#supportlocal', '#familybusiness'],
    },
    {
      name: 'At work',
      tags: ['#behindthescenes', '#workinprogress', '#dayinthelife', '#makersgonnamake', '#lovewhatyoudo'],
    },
    {
      name: 'With customers',
      tags: ['#happycustomers', '#thankyou', '#community', '#shopindependent', '#customerlove'],
    },
  ],
  postingRhythm: [
    {
      weekday: 'monday',
      time: '09:00',
      kind: 'What we are up to',
      why: 'A look at the week ahead tells people that you are open and busy.',
    },
    {
      weekday: 'wednesday',
      time: '12:30',
      kind: 'Show, don’t tell',
      why: 'Midweek lunch breaks are long enough for one picture of how you work.',
    },
    {
      weekday: 'friday',
      time: '16:00',
      kind: 'Over to you',
      why: 'Questions do well when people are winding down and have a minute to answer.',
    },
    {
      weekday: 'sunday',
      time: '17:30',
      kind: 'The story behind it',
      why: 'Stories need time. Sunday evening has some.',
    },
  ],
  examplePosts: [
    {
      kind: 'What we are up to',
      caption:
        'Lights on, sleeves up. Here is what is on the table this week. Drop by, say hello, or just watch us work it out.',
      photo: 'Your workplace in the morning.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
    {
      kind: 'What we are up to',
      caption: 'A new week, a long list, and good company to get through it with. What are you hoping to finish?',
      photo: 'A to-do list, a workbench or the team arriving.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
    {
      kind: 'Show, don’t tell',
      caption:
        'People often ask how we do this. The honest answer: slowly, and then all at once. Here is the slow part.',
      photo: 'Hands at work, close up.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Show, don’t tell',
      caption: 'Not finished yet, and we could not wait to show you. Guess what it is going to be.',
      photo: 'Something half done on your bench, desk or counter.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Over to you',
      caption: 'We cannot agree on this one, so now you decide. Left or right? No wrong answers, only strong opinions.',
      photo: 'Two options side by side.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Over to you',
      caption: 'Ask us anything about what we do. The odd questions are our favorites.',
      photo: 'You or a colleague, smiling, at your place of work.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
    {
      kind: 'The story behind it',
      caption:
        'Every business starts with somebody saying "how hard can it be?" We know the answer now, and we would do it again. Thank you for being part of it.',
      photo: 'An early picture of the business, or your sign.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'The story behind it',
      caption:
        'This has been with us since the beginning. It is scratched, a bit crooked, and nobody is allowed to throw it away. What is the oldest thing at your work?',
      photo: 'An old tool, sign or object you still use.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
  ],
};

import { planCatalogue, platformRules, platforms } from '#lib/contract-data.ts';
import { listOf, plural } from '#lib/words.ts';
import { demoBusiness } from './demo-week.ts';

const { limits } = planCatalogue.free;
const names = listOf(platforms.map((platform) => platformRules[platform].name));

export const landingTexts = {
  freePlan: 'Free Forever Plan',
  start: 'Get Started Free',
  noCard: 'No credit card required',
  cancel: 'Cancel anytime',
  hero: {
    title: 'Social Media Automation for Every Business',
    offer: `Upload photos, get captions in your own tone, and schedule posts to ${names}.`,
    forWhom: 'Made for small businesses and agencies.',
    week: `${demoBusiness.name}’s week, planned ahead`,
    weekKey: 'Each line is a platform, each card a post.',
    zone: 'All times in New York',
  },
  features: {
    title: 'Everything between the photo and the post',
    lead: 'From a photo on your phone to a post on five platforms, without changing tools in between.',
    upload: {
      title: 'Smart Content Upload',
      text: 'Drag in a day’s photos. They are sized, stored, and ready for every platform.',
    },
    captions: {
      title: 'Premium AI Caption Generation',
      text: 'Captions written from the photo itself, in the tone of your business. You choose among three AI providers.',
    },
    schedule: {
      title: 'Multi-Platform Scheduling',
      text: 'One post, five platforms, each at its own moment. Recurring schedules keep you posting when you’re busy.',
    },
    businesses: {
      title: 'Business Management',
      text: 'Several businesses in one place, each with its own photos, voice, and calendar.',
    },
    analytics: {
      title: 'Advanced Analytics',
      text: 'See which days and platforms people respond to, and time your next posts by it.',
    },
    team: {
      title: 'Team Collaboration',
      text: 'Write together and approve before anything goes out. Part of the Agency plan.',
    },
  },
  calendar: {
    title: 'Your month at a glance',
    lead: 'Every post with its photo, time, and platforms. Drag a post to another day to move it.',
    picture: 'A month in Postloom’s calendar: each day shows its posts with their photo, time, and platforms.',
  },
  industries: {
    title: 'Made for your line of work',
    lead: 'Each industry brings its own tone, ideas, and rhythm. Change whatever doesn’t fit.',
  },
  pricing: {
    title: 'Start free, upgrade when you outgrow it',
    lead: 'All three AI providers are in every plan. No credit card required, cancel anytime.',
    popular: 'Most Popular',
    pitch: {
      free: 'Everything one account needs.',
      pro: 'For a business that posts every week.',
      agency: 'For teams that post for many clients.',
    },
    startTrial: 'Start Pro Trial',
    contact: 'Contact Sales',
  },
  questions: {
    title: 'Questions people ask first',
    lead: 'Short answers, and what Postloom can’t do yet.',
    /** `contact`: the words of the answer's end that lead to the support. */
    list: [
      {
        question: 'Is the free plan really free?',
        answer: `Yes, for as long as you like: ${plural(limits.posts, 'post')} and ${plural(limits.captions, 'AI caption')} a month on ${plural(limits.accounts, 'social account')}. We don’t ask for a credit card, and nothing turns into a paid plan by itself.`,
      },
      {
        question: 'Which platforms can I post to?',
        answer: `${names}. You write once and change the words or the crop for any of them.`,
      },
      {
        question: 'Does anything go out without my approval?',
        answer:
          'No. A post goes out at the time you set. A recurring schedule picks the photo and writes the caption for you, but only because you turned it on, and you can see, change, or skip what is next.',
      },
      {
        question: 'What happens when a platform is down?',
        answer:
          'Postloom keeps trying, and you see it on the calendar. If a post can’t go out, we say why and what to do. Nothing is published twice to make up for it.',
      },
      {
        question: 'Do the captions sound like me?',
        answer:
          'They start from the photo and from what you wrote about your business: who you serve, what you’re known for, how you talk. They are suggestions. Read them, change them, or write your own.',
      },
      {
        question: 'What do you do with my photos?',
        answer:
          'We keep them for you, publish them where you tell us to, and send a smaller copy to the AI provider that writes the caption. Nothing else. Location and camera data are taken out of every picture that leaves Postloom, and you can delete everything at any time.',
      },
      {
        question: 'What can’t Postloom do yet?',
        answer: 'It posts photos, one or several at a time, but no video or stories. If something is missing,',
        contact: 'write to us',
      },
    ],
  },
  closing: {
    title: 'Next week can be finished by tonight',
    lead: 'Set up your business, connect an account, and schedule the first post. It takes about ten minutes, and the free plan stays free.',
  },
} as const;

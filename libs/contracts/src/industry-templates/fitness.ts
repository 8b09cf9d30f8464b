import type { TemplateContent } from './schema.ts';

export const fitness: TemplateContent = {
  captionIdeas: [
    'Photograph the starting position of one exercise and name the single cue you repeat most often when coaching it.',
    'Show the whiteboard with today’s session and mark the set everybody will grumble about.',
    'Take a picture of the mats rolled out before the first class and invite people who have never been to one.',
    'Show two versions of the same move, an easier one and a harder one, and say who should start with which.',
    'Photograph your own gym bag, unpacked, and explain the one thing you never leave at home.',
    'Ask a member what got them through the door on a tired day, and quote them under a photo of the door.',
    'Show chalk, grip or worn shoes in close-up and write about something that took you months to learn.',
    'Photograph a water bottle and a towel and share how you plan breaks in a hot week.',
    'Set a phone on the floor, take a stretch from the side, and say how long to hold it and what to feel.',
    'Show the quietest machine in the room and teach one exercise on it that few people know.',
    'Write a five-minute routine for people who sit all day and photograph the chair it needs.',
    'Photograph the clock at your earliest class and thank the ones who came.',
    'Show how you set up the rack, bench or reformer for a short person and for a tall one.',
    'Take a photo of the route you run or walk and describe the hill that always wins.',
    'Show a warm-up you never skip and what happens when you do.',
    'Photograph a foam roller in use and bust one myth about soreness in two plain sentences.',
    'Ask followers to choose the last song of tonight’s class, over a photo of the speaker.',
    'Show a small win with permission: a first pull-up, a steadier plank, a lighter walk up the stairs.',
    'Photograph your breakfast on a training day and say how it differs from a rest day, without counting anything.',
    'Show the cleaning after class, and remind people of the one bit of gym etiquette that makes you smile.',
    'Take a portrait of a coach mid-explanation and let them finish the sentence "I started because…".',
  ],
  hashtags: [
    { name: 'Training', tags: ['#fitness', '#workout', '#strengthtraining', '#personaltrainer', '#gymlife'] },
    { name: 'Classes', tags: ['#groupfitness', '#yogaclass', '#pilates', '#fitnesscommunity', '#fitnessclass'] },
    { name: 'Everyday health', tags: ['#healthyhabits', '#mobility', '#movemore', '#wellness', '#fitnesstips'] },
  ],
  postingRhythm: [
    {
      weekday: 'monday',
      time: '06:30',
      kind: 'Start of the week',
      why: 'Intentions are highest on Monday morning; one small task is easier to say yes to than a big plan.',
    },
    {
      weekday: 'wednesday',
      time: '12:30',
      kind: 'One move, done well',
      why: 'Midweek, people save what they can try at once. A single cue is remembered.',
    },
    {
      weekday: 'friday',
      time: '16:30',
      kind: 'People of the gym',
      why: 'Real members, shown with permission, do more for a shy beginner than any trained body.',
    },
    {
      weekday: 'sunday',
      time: '17:00',
      kind: 'Class invitation',
      why: 'On Sunday evening calendars fill up; that is the moment to offer a place.',
    },
  ],
  examplePosts: [
    {
      kind: 'Start of the week',
      caption: 'You do not need a perfect week. You need the first ten minutes of it. See you on the mat.',
      photo: 'An empty training floor in early light.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Start of the week',
      caption:
        'Pick one thing for this week and keep it small: the stairs, a walk at lunch, an early night. Tell us yours below and we will ask how it went.',
      photo: 'Stairs, running shoes or a rolled-out mat, close up.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
    {
      kind: 'One move, done well',
      caption:
        'The cue we repeat all day: slow down on the way back. Same exercise, same weight, a whole different set. Try it in your next session and tell us how it felt.',
      photo: 'An exercise from the side, at its lowest point, with a neutral background.',
      platforms: ['instagram', 'facebook', 'tiktok'],
    },
    {
      kind: 'One move, done well',
      caption:
        'New to this one? Start lighter than you think and stop while it still looks good. Good reps first, more reps later.',
      photo: 'A coach showing the easy version of a move.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'People of the gym',
      caption:
        'Nobody here started out strong. They started out curious, a bit nervous and in old sneakers. That is all you need to bring.',
      photo: 'A group after class, relaxed, everyone having agreed to be shown.',
      platforms: ['instagram', 'facebook'],
    },
    {
      kind: 'People of the gym',
      caption:
        'A cheer for everybody who showed up this week when the couch made a better offer. We saw you. Tag your training partner.',
      photo: 'High fives, chalked hands or shoes in a row.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Class invitation',
      caption:
        'First time? Come ten minutes early, tell us what hurts and what you like, and stand wherever you feel comfortable. We will do the counting. Message us for a spot.',
      photo: 'The studio set up for class, mats in rows.',
      platforms: ['instagram', 'facebook'],
    },
    {
      kind: 'Class invitation',
      caption:
        'There is a place with your name on it in the back row. Nobody watches, everybody sweats. Which class shall we save it in?',
      photo: 'The back of the room, seen from the door.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
  ],
};

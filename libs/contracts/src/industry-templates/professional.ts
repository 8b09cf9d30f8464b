import type { TemplateContent } from './schema.ts';

export const professional: TemplateContent = {
  captionIdeas: [
    'Write down the question a client asked you today, without anything that identifies them, and answer it in three sentences.',
    'Photograph the whiteboard after a meeting, with the confidential half covered, and say what the arrows mean.',
    'Show a form, letter or statement everybody receives and circle the line that matters.',
    'Take a picture of two chairs and a table and describe how a first conversation with you goes.',
    'Photograph a book on your desk and the one idea from it that you use every week.',
    'Explain a term from your field with a household object, and photograph the object.',
    'Show your desk at the busiest time of your year and say what you are waiting for.',
    'Photograph a checklist you really use and publish its first three points.',
    'Say which deadline people in your field keep missing, over a photo of a calendar page without dates.',
    'Introduce a colleague through the thing on their desk that has nothing to do with work.',
    'Describe a mistake you made early in your career and what you do differently since, with an old photo if you have one.',
    'Photograph your packed bag before a client visit and explain why the paper notebook is still in it.',
    'Show a before and after of something abstract: a tangled folder and the tidy one.',
    'Ask your network how they handle something you are deciding, with a photo of your two options on paper.',
    'Photograph the sign at your door and tell the story behind the name.',
    'Say what you do not do and whom you send people to instead. A picture of a handshake will do.',
    'Show how you keep documents safe, a locked cabinet or a shredder, and why that is part of the service.',
    'Take a picture at a talk, course or trade fair and pass on the most useful minute of it.',
    'Photograph an empty inbox or a full one, and share the rule that keeps yours in order.',
    'List what people should have ready before they call somebody like you, under a photo of a folder.',
    'Show the view from your office window and write about a decision that was made in front of it.',
  ],
  hashtags: [
    { name: 'Advice', tags: ['#businesstips', '#smallbusinesstips', '#financetips', '#legaltips', '#businessadvice'] },
    { name: 'At work', tags: ['#officelife', '#professionalservices', '#teamwork', '#consulting', '#accounting'] },
    { name: 'Growing', tags: ['#entrepreneurship', '#leadership', '#productivity', '#businessgrowth', '#networking'] },
  ],
  postingRhythm: [
    {
      weekday: 'tuesday',
      time: '08:30',
      kind: 'Question answered',
      why: 'At the start of a working day, decision makers read before the meetings begin.',
    },
    {
      weekday: 'wednesday',
      time: '12:00',
      kind: 'How we work',
      why: 'People buy a way of working; midday in midweek is when they have time to look at one.',
    },
    {
      weekday: 'thursday',
      time: '08:30',
      kind: 'Worth knowing',
      why: 'The best day for something useful enough to forward to a colleague.',
    },
    {
      weekday: 'friday',
      time: '15:30',
      kind: 'The people',
      why: 'Work winds down, and a face or a small story gets the answers a service post does not.',
    },
  ],
  examplePosts: [
    {
      kind: 'Question answered',
      caption:
        '"When should I come to you?" Earlier than you think. A short talk before you sign is worth more than a long one after. Which question have you been putting off?',
      photo: 'A pen lying on an unsigned page, nothing legible.',
      platforms: ['linkedin', 'facebook', 'instagram'],
    },
    {
      kind: 'Question answered',
      caption:
        'If you cannot explain your problem in one sentence yet, bring it anyway. Finding that sentence is usually our first hour together.',
      photo: 'A notebook with crossed-out lines.',
      platforms: ['linkedin', 'facebook', 'twitter', 'instagram'],
    },
    {
      kind: 'How we work',
      caption:
        'We like to begin by listening, and then to say back what we understood. Only when you answer "yes, exactly" does the work begin. It sounds slow. It saves everybody a second round.',
      photo: 'Two people at a table with notes, faces not needed.',
      platforms: ['linkedin', 'facebook', 'instagram'],
    },
    {
      kind: 'How we work',
      caption:
        'A tidy folder is not a personality trait. It is the reason we can answer your call without putting you on hold.',
      photo: 'Labeled folders or a clean desk, no client names.',
      platforms: ['linkedin', 'facebook', 'twitter', 'instagram'],
    },
    {
      kind: 'Worth knowing',
      caption:
        'A small habit with a large effect: after every important call, send two lines about what was agreed. It takes a minute and settles most arguments before they start.',
      photo: 'A phone beside a notepad.',
      platforms: ['linkedin', 'facebook', 'twitter', 'instagram'],
    },
    {
      kind: 'Worth knowing',
      caption:
        'Keep your papers where somebody else could find them. Tell one person you trust where that is. It is the least exciting advice we give and the one people thank us for.',
      photo: 'A shelf with binders or a locked drawer.',
      platforms: ['linkedin', 'facebook', 'instagram'],
    },
    {
      kind: 'The people',
      caption:
        'The meeting is over and the good conversation starts, as usual, next to the coffee machine. What was the best advice you ever got in a hallway?',
      photo: 'The coffee corner or a hallway, colleagues in agreement.',
      platforms: ['linkedin', 'facebook', 'twitter', 'instagram'],
    },
    {
      kind: 'The people',
      caption:
        'You see one contact person. Behind them are colleagues who check, ask back and catch what one pair of eyes would miss. Today the stage is theirs.',
      photo: 'The team, or somebody who rarely appears in pictures, with permission.',
      platforms: ['linkedin', 'facebook', 'instagram'],
    },
  ],
};

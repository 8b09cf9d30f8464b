import type { TemplateContent } from './schema.ts';

export const construction: TemplateContent = {
  captionIdeas: [
    'Stand where you stood on day one and take the same picture again; post both and name the hardest hour between them.',
    'Photograph the inside of a wall before it is closed and explain what will be behind the paint.',
    'Show the tool you reached for most today, scratches included, and what you would replace it with.',
    'Take a close-up of a joint, miter or weld you are proud of and say how you got it tight.',
    'Photograph the truck loaded in the morning and let people guess what the job is.',
    'Show a leak, crack or rotten board you found and how an owner could have spotted it earlier.',
    'Photograph the floor protection before work begins and describe how you leave a home in the evening.',
    'Lay out three tile, wood or paint samples in the room they are meant for and ask for a vote.',
    'Show a level with the bubble in the middle, and the trick you used because the house was not straight.',
    'Write a seasonal checklist of three things to look at outdoors, under a photo of a gutter or gate.',
    'Photograph an old repair that made you laugh, without a hint of whose home it was, and what you did instead.',
    'Show the apprentice’s first piece of work and what they learned from it.',
    'Take a picture of the drawing next to the real thing and point out what changed along the way.',
    'Photograph the shut-off valve or fuse box and remind people to find theirs before they need it.',
    'Show material being delivered and explain how you work out how much to order.',
    'Photograph a swept site at the end of the day; say who swept.',
    'Explain what a permit, survey or inspection is for, with a photo of the stamp and no address.',
    'Show two ways of doing the same job, the quick one and the lasting one, and when each is fine.',
    'Photograph your lunch on the tailgate and the view of the day.',
    'Show how you keep dust, noise or cold out of the rooms a client is still living in.',
    'Ask a client whether you may show the finished corner they use most, and quote what they said.',
  ],
  hashtags: [
    {
      name: 'Projects',
      tags: ['#homerenovation', '#remodeling', '#construction', '#renovationproject', '#homeimprovement'],
    },
    { name: 'Craft', tags: ['#carpentry', '#woodworking', '#tilework', '#craftsmanship', '#toolsofthetrade'] },
    { name: 'Help at home', tags: ['#homemaintenance', '#plumbing', '#electrician', '#landscaping', '#hometips'] },
  ],
  postingRhythm: [
    {
      weekday: 'monday',
      time: '07:00',
      kind: 'On site',
      why: 'You are up early anyway, and a Monday photo shows that work has begun.',
    },
    {
      weekday: 'wednesday',
      time: '18:00',
      kind: 'Before and after',
      why: 'After work, people look around at home. Nothing sells a renovation like the pair of pictures.',
    },
    {
      weekday: 'friday',
      time: '14:00',
      kind: 'Well made',
      why: 'End of the working week: one detail, done properly, for the people who care about it.',
    },
    {
      weekday: 'saturday',
      time: '09:00',
      kind: 'Look after your home',
      why: 'Saturday is the day for small repairs; a tip now is remembered when a big one comes.',
    },
  ],
  examplePosts: [
    {
      kind: 'On site',
      caption: 'Coffee in hand, plans on the hood, a full day ahead. What is on your list this week?',
      photo: 'The truck, the site or the tools in early light.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'On site',
      caption:
        'It always looks worse before it looks better. This is the part nobody puts in the brochure, and the part where good work is decided.',
      photo: 'The messy middle of a job, taken from the doorway.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Before and after',
      caption: 'Same spot, a lot of sawdust in between. Which difference do you see first?',
      photo: 'Two pictures of the same corner from the same place.',
      platforms: ['instagram', 'facebook', 'tiktok'],
    },
    {
      kind: 'Before and after',
      caption:
        'The doorway test: stand still, look around and see whether anything bothers you. Thinking about a project of your own? Send us a photo of the room.',
      photo: 'The finished room, tidy, lights on.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Well made',
      caption: 'You will never look at this corner again once the furniture is in. It still has to be right.',
      photo: 'A joint, edge or tile line, very close.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Well made',
      caption:
        'Measure, mark, check, then cut. It takes a little longer and it shows for years. Which trade do you admire most? Tell us below.',
      photo: 'Pencil mark, square and saw on a board.',
      platforms: ['instagram', 'facebook', 'linkedin', 'twitter'],
    },
    {
      kind: 'Look after your home',
      caption:
        'Do you know where your main water valve is? Go and find it now, turn it once, and show everybody at home. It is the cheapest insurance there is.',
      photo: 'A shut-off valve or fuse box, clearly visible.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Look after your home',
      caption:
        'Ten minutes around the house with your eyes up: gutters, window frames, anything that looks darker than last time. Found something odd? Send us a picture and we will tell you what we think.',
      photo: 'A gutter, roof edge or window frame from below.',
      platforms: ['instagram', 'facebook'],
    },
  ],
};

import type { TemplateContent } from './schema.ts';

export const events: TemplateContent = {
  captionIdeas: [
    'Photograph an empty venue from the entrance and describe what it will sound like when it is full.',
    'Show your running sheet with names covered and mark the five minutes that everything depends on.',
    'Take a close-up of one place setting and explain the choice nobody notices consciously.',
    'Photograph the emergency kit, from safety pins to tape, and tell which item saved the day most recently.',
    'Show the mood board next to the finished corner and what had to change between them.',
    'Catch the last quiet minute before the doors open: a held breath, a straightened chair, a lit candle.',
    'Photograph flowers in buckets on arrival and name the ones that survive a warm room.',
    'Ask couples or hosts what they worry about most, over a photo of a full notebook.',
    'Show a seating plan as slips of paper on the floor and give your rule for the difficult table.',
    'Photograph the crew carrying things in at dawn, and thank them in the caption.',
    'Show three invitation samples and ask which party people would rather go to.',
    'Take a picture of a dance floor when only one person is on it, with consent, and salute the brave.',
    'Photograph the plan B: the tent, the umbrellas, the indoor corner, and why you always have one.',
    'Show how a table looks before and after lighting, from the same chair.',
    'Write down a timeline tip for hosts, such as when to feed the band, with a photo of the stage door.',
    'Photograph a tasting and tell how many forks it took to agree.',
    'Show the smallest event you ever enjoyed planning, and what made it large.',
    'Photograph the welcome sign, badge table or coat check and what guests decide in their first thirty seconds.',
    'Show the room at the very end, confetti and tired chairs, and the one thing that was left behind.',
    'Introduce a florist, caterer or DJ you love to work with, photographed at work, after asking.',
    'Photograph one color in ten places around a venue and post them as a set.',
  ],
  hashtags: [
    {
      name: 'Celebrations',
      tags: ['#eventplanner', '#weddingplanner', '#partyplanning', '#weddinginspiration', '#celebration'],
    },
    { name: 'Design', tags: ['#eventdesign', '#tablescape', '#eventdecor', '#floraldesign', '#partydecor'] },
    {
      name: 'Corporate',
      tags: ['#corporateevents', '#eventprofs', '#eventmanagement', '#conference', '#meetingplanner'],
    },
  ],
  postingRhythm: [
    {
      weekday: 'monday',
      time: '12:00',
      kind: 'After the party',
      why: 'The weekend’s pictures are fresh, and everybody who was there will share them.',
    },
    {
      weekday: 'wednesday',
      time: '17:30',
      kind: 'Planning tip',
      why: 'Hosts plan on weekday evenings; a small answer gets saved and sent to a partner.',
    },
    {
      weekday: 'thursday',
      time: '11:30',
      kind: 'In the details',
      why: 'A close-up stands out among portraits, and Thursday is when you are setting up anyway.',
    },
    {
      weekday: 'saturday',
      time: '10:30',
      kind: 'Setting the scene',
      why: 'Your busiest day: show the room before the guests do.',
    },
  ],
  examplePosts: [
    {
      kind: 'After the party',
      caption:
        'The candles are down to stumps and nobody remembers whose chair is whose. That is how you know it was a good one.',
      photo: 'The room at the end of the night, lights still warm.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'After the party',
      caption:
        'What stays is never the centerpiece. It is the toast that went off script and the song everybody suddenly knew. Which moment do you still talk about?',
      photo: 'A toast, a full dance floor or raised glasses, with consent.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Planning tip',
      caption:
        'Write the guest list before you fall in love with a venue. Numbers first, dreams second. It is the least romantic tip we have and it saves the most tears.',
      photo: 'A notebook with a handwritten list, names not legible.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Planning tip',
      caption:
        'Leave gaps in the schedule. Guests need time to find the bar, each other and their seats. The best moments happen in the minutes you did not plan.',
      photo: 'Guests mingling, seen from a distance, or an empty bar being set.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
    {
      kind: 'In the details',
      caption:
        'Nobody will remember this napkin fold. Everybody will remember that the evening felt cared for. That is how it works.',
      photo: 'A place setting, very close.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'In the details',
      caption:
        'Look closer. Somebody chose this ribbon, cut it, tied it and tied it again. Which detail do you notice first when you sit down at a table?',
      photo: 'Ribbon, paper, flowers or cutlery in close-up.',
      platforms: ['instagram', 'facebook', 'tiktok'],
    },
    {
      kind: 'Setting the scene',
      caption:
        'Doors closed, lights half up, one last walk around every table. In a little while this room will be loud. Right now it is ours.',
      photo: 'The finished room before guests arrive.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Setting the scene',
      caption:
        'From boxes and ladders to this. If you have an idea for a day worth remembering, tell us about it. We love the vague ones best.',
      photo: 'Setting up, ladders and boxes in view.',
      platforms: ['instagram', 'facebook', 'linkedin', 'tiktok'],
    },
  ],
};

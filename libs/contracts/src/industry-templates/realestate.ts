import type { TemplateContent } from './schema.ts';

export const realestate: TemplateContent = {
  captionIdeas: [
    'Stand in the best spot of your current listing and photograph what a buyer would see with the morning coffee.',
    'Pick one detail most visitors walk past, such as a door handle or an old tile, and say why it is worth a second look.',
    'Photograph the kitchen from the corner where it looks largest and name the three things you would do there first.',
    'Take the front door straight on and describe the first ten seconds of a viewing, from the key to the hallway.',
    'Show the storage: open a closet or pantry and say what fits in it. Buyers always ask and listings rarely show it.',
    'Photograph your open-house kit, from shoe covers to floor plans, and explain why each item comes along.',
    'Take the same room with the lights off and on, and write one line about what light does to a photo.',
    'Show the view from one window at the hour you happen to be there, and say what you hear when it is open.',
    'Photograph a stack of paperwork without any names and explain one document a first-time buyer has never heard of.',
    'Walk from the listing to the nearest coffee with your camera and post what you pass on the way.',
    'Show a staging change you made today, before and after, and name the one object that made the difference.',
    'Photograph a yard, balcony or windowsill and ask people what they would grow on it.',
    'Answer the question you heard most often this week, over a photo of the place where you heard it.',
    'Take a picture of a measuring tape across a room and give your trick for judging whether a sofa fits.',
    'Show the sign going up or coming down, and thank the people who made it happen without naming them.',
    'Photograph your desk on a contract day and say what you are checking before anybody signs.',
    'Point the camera up: ceilings, beams, stucco. Say what height does for a room that measures the same on paper.',
    'Show a bathroom honestly and list what you would change in a weekend and what you would leave alone.',
    'Photograph a local shop you recommend to people who just got their keys, and tag it after asking the owner.',
    'Take a picture of the least glamorous part of a house, boiler or breaker box, and say what to ask about it.',
    'Show the keys in your hand and write what you tell people to do on the very first day.',
  ],
  hashtags: [
    { name: 'Homes for sale', tags: ['#realestate', '#justlisted', '#homeforsale', '#dreamhome', '#househunting'] },
    { name: 'Advice', tags: ['#realestatetips', '#homebuyingtips', '#firsttimehomebuyer', '#homeselling', '#realtor'] },
    { name: 'Interiors', tags: ['#interiordesign', '#homestaging', '#homeinspo', '#curbappeal', '#kitchendesign'] },
  ],
  postingRhythm: [
    {
      weekday: 'tuesday',
      time: '12:00',
      kind: 'One room',
      why: 'Lunch breaks are when people browse homes; one strong room gets more saves than a full tour.',
    },
    {
      weekday: 'thursday',
      time: '17:30',
      kind: 'Viewing invitation',
      why: 'Early enough for people to plan a viewing around the weekend, late enough not to be forgotten.',
    },
    {
      weekday: 'saturday',
      time: '09:30',
      kind: 'Out and about',
      why: 'Saturday mornings are spent outside; what is within walking distance is on everybody’s mind.',
    },
    {
      weekday: 'sunday',
      time: '18:00',
      kind: 'Good to know',
      why: 'Sunday evenings are for plans. A plain answer to one question brings the messages on Monday.',
    },
  ],
  examplePosts: [
    {
      kind: 'One room',
      caption:
        'You can tell a lot about a home from the corner people end up in. In this one, it is here. Which spot would you claim first?',
      photo: 'The coziest corner of a listing, taken from seated height with the lights on.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'One room',
      caption:
        'Look past the furniture for a second. Follow the light across the floor, the way the doors line up, the space that is left when the boxes are gone. That is what you live with every day.',
      photo: 'A bright room along its longest line, doors open, no people.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Viewing invitation',
      caption:
        'Photos show you the rooms. Only a visit tells you how the stairs sound and where the sun comes in. Send us a message and we will find a time that suits you.',
      photo: 'The front door, slightly open, seen from outside.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Viewing invitation',
      caption:
        'Bring your questions, your measuring tape and the friend who notices everything. We like viewings where nobody is in a hurry. Message us to arrange yours.',
      photo: 'Keys and a floor plan on a kitchen counter.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Out and about',
      caption:
        'Walk the last stretch to a viewing. You notice the trees, the bakery smell, the bench you will end up sitting on. What made you choose your street?',
      photo: 'The street on foot, front gardens or shop fronts, no faces or license plates.',
      platforms: ['instagram', 'facebook'],
    },
    {
      kind: 'Out and about',
      caption:
        'New keys, empty fridge, nothing unpacked: where do you send a new neighbor for the first coffee? Tell us below, we are collecting.',
      photo: 'A coffee on a window ledge or café table near a listing.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Good to know',
      caption:
        'The question most people save for the end of a viewing should come first: what has been repaired, and what is next? Ask it early. A good answer tells you more than fresh paint.',
      photo: 'A boiler, breaker box or window frame, sharp and well lit.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Good to know',
      caption:
        'Before you fall for a home, visit it twice: once in daylight and once in the evening. Same rooms, different place. Save this for your next viewing.',
      photo: 'The same facade or window in evening light.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
  ],
};

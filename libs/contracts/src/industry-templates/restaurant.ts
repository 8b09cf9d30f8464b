import type { TemplateContent } from './schema.ts';

export const restaurant: TemplateContent = {
  captionIdeas: [
    'Photograph the first plate that leaves the pass today, before anyone garnishes it for the camera, and name what is on it.',
    'Show one ingredient raw, the way it arrived this morning, and say which dish it is going into.',
    'Take the specials board as it is written, chalk smudges and all, and tell people which line you would order.',
    'Catch the steam: lift a lid, tear the bread, cut the pie, and write one sentence about the smell.',
    'Photograph the hands of whoever is making the dough, and ask them what most people get wrong at home.',
    'Show the staff meal today. Guests love to know what cooks eat when nobody orders.',
    'Line up the three dishes that regulars never change and ask followers which table they belong to.',
    'Take an empty table in good light and describe who it is perfect for: a first date, a long lunch, a solo book.',
    'Photograph a sauce, spice mix or pickle in its jar and tell the story of how it got onto the menu.',
    'Show the oven, grill or coffee machine at its busiest minute and thank the person who runs it.',
    'Ask your newest team member to choose their favorite plate, photograph it, and quote what they said about it.',
    'Show a vegetable nobody orders by name and the dish that changes their mind.',
    'Photograph the same dish from above and from the side, and ask which picture makes people hungrier.',
    'Show how you pack a takeaway order so that it still looks good at home.',
    'Take a drink against the window and suggest the plate that goes with it, and why.',
    'Photograph the delivery crate from a grower or baker you work with, and say what makes theirs different.',
    'Show a happy mistake, such as a lopsided cake, and say what happened to it. Somebody ate it, of course.',
    'Write down a small kitchen trick, like how you keep herbs fresh, under a photo of it in use.',
    'Photograph the last portion of something that is nearly gone and say until when it will be on.',
    'Show the room ten minutes before opening: chairs straight, candles lit, nobody in it yet.',
    'Ask a guest whether you may photograph their full table from above, and post the spread without faces.',
  ],
  hashtags: [
    { name: 'On the plate', tags: ['#foodie', '#instafood', '#foodphotography', '#homemadefood', '#comfortfood'] },
    { name: 'Going out', tags: ['#restaurant', '#eatlocal', '#dinnertime', '#brunch', '#foodlover'] },
    { name: 'In the kitchen', tags: ['#cheflife', '#kitchenlife', '#freshingredients', '#farmtotable', '#baking'] },
  ],
  postingRhythm: [
    {
      weekday: 'tuesday',
      time: '11:00',
      kind: 'Dish of the day',
      why: 'An hour before lunch, hunger does half the work, and Tuesdays need the push.',
    },
    {
      weekday: 'thursday',
      time: '16:00',
      kind: 'Table for the weekend',
      why: 'Thursday afternoon is when groups decide where to go; be the picture in their chat.',
    },
    {
      weekday: 'saturday',
      time: '10:00',
      kind: 'Fresh today',
      why: 'Weekend guests choose late. Show what came out of the oven or off the truck this morning.',
    },
    {
      weekday: 'sunday',
      time: '17:00',
      kind: 'Behind the counter',
      why: 'A quieter hour, when people have time for faces, hands and small stories.',
    },
  ],
  examplePosts: [
    {
      kind: 'Dish of the day',
      caption: 'This just left the kitchen, and we are a little jealous of whoever ordered it. Come hungry.',
      photo: 'One finished plate on the pass, close up, steam if there is any.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Dish of the day',
      caption:
        'Some plates need a long description. This one needs a fork and a bit of quiet. Tag the person you would not share it with.',
      photo: 'A generous dish from above with cutlery beside it.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Table for the weekend',
      caption:
        'Corner table, good light, nobody rushing you. Who are you bringing this weekend? Send us a message to reserve it.',
      photo: 'Your best table, laid and empty, in daylight or candlelight.',
      platforms: ['instagram', 'facebook'],
    },
    {
      kind: 'Table for the weekend',
      caption:
        'Plans for the weekend: order too much, pass every plate around, argue about the last bite. We will take care of the rest.',
      photo: 'A shared table from above, several dishes, hands but no faces.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Fresh today',
      caption:
        'Good morning from the kitchen. This is what the first hour of our day looks like. Guess what it becomes.',
      photo: 'Raw ingredients or dough early in the day, on the counter.',
      platforms: ['instagram', 'facebook', 'tiktok'],
    },
    {
      kind: 'Fresh today',
      caption: 'Still warm, and not for long. Early birds win.',
      photo: 'Bread, cake or a tray just out of the oven.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Behind the counter',
      caption:
        'You know the plates. These are the hands behind them. If you liked your last meal with us, leave them a kind word below.',
      photo: 'A team member at work, hands in focus, with their permission.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Behind the counter',
      caption:
        'Ten minutes before we open: chairs straight, music low, one last look around. Our favorite quiet of the day, right before our favorite noise.',
      photo: 'The dining room just before opening, no guests.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
  ],
};

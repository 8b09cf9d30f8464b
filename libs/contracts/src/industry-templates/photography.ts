import type { TemplateContent } from './schema.ts';

export const photography: TemplateContent = {
  captionIdeas: [
    'Post the frame before the famous one and say what made you press the button again.',
    'Photograph your camera bag, open, and explain the cheapest thing in it that you could not work without.',
    'Show a straight-out-of-camera image next to the edit and name the one slider that did most of the work.',
    'Take a picture of your workspace while a gallery exports and describe how you choose between two nearly equal frames.',
    'Show the place of a session with nobody in it, and ask people to imagine who stands there.',
    'Photograph a print next to its file on a screen and write about what paper does.',
    'Share a portrait, with the person’s consent, and the sentence that made them relax.',
    'Show how you hold a reflector, a diffuser or just a white wall, and what it does to a face.',
    'Post a picture that failed technically and that you love anyway, and say why you kept it.',
    'Take the same coffee cup in three kinds of light within one minute and let people pick.',
    'Show what to wear: lay out two outfits that work together and one that fights with them.',
    'Photograph your notes or shot list from a recent job, with names covered, and how closely you followed it.',
    'Answer what clients ask before they book, such as where to put their hands, with a photo that shows it.',
    'Crop one of your own pictures tighter and then tighter still, and ask where to stop.',
    'Show an album page being turned and tell how you decide the order of pictures.',
    'Take a self-portrait in a shop window while you work, and introduce yourself to the newest followers.',
    'Show a location five minutes before the light was right and five minutes after.',
    'Photograph memory cards, drives or negatives and explain in plain words how you keep people’s pictures safe.',
    'Share an old picture from your early days and the honest critique you would give it now.',
    'Show an unposed moment between two poses and say why those are the ones families frame.',
    'Look straight down, straight up or through something today, and post the view nobody else in the street saw.',
  ],
  hashtags: [
    {
      name: 'Portraits',
      tags: ['#portraitphotography', '#naturallightphotography', '#familyphotography', '#portraitmood', '#headshots'],
    },
    {
      name: 'Weddings and couples',
      tags: [
        '#weddingphotography',
        '#couplesphotography',
        '#engagementphotos',
        '#weddingphotographer',
        '#loveauthentic',
      ],
    },
    {
      name: 'Behind the lens',
      tags: ['#photographerlife', '#behindthescenes', '#photographytips', '#photoediting', '#photooftheday'],
    },
  ],
  postingRhythm: [
    {
      weekday: 'monday',
      time: '18:30',
      kind: 'From the archive',
      why: 'One strong picture with its story, when feeds are full of announcements.',
    },
    {
      weekday: 'wednesday',
      time: '13:00',
      kind: 'Behind the picture',
      why: 'How it was made is what both clients and other photographers stop for.',
    },
    {
      weekday: 'friday',
      time: '17:00',
      kind: 'Before your session',
      why: 'People plan shoots on weekends; an answered worry turns into a message.',
    },
    {
      weekday: 'sunday',
      time: '19:30',
      kind: 'Frame of the week',
      why: 'Sunday evening is when people look slowly. Give them the best one.',
    },
  ],
  examplePosts: [
    {
      kind: 'From the archive',
      caption:
        'My favorite part of a portrait is the half second after the pose is over. Everything else is just light.',
      photo: 'A portrait with movement or laughter, with the person’s consent.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'From the archive',
      caption: 'Some frames have to wait until you are ready to see them. What do you notice first?',
      photo: 'A quiet picture that you passed over in the first edit.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
    {
      kind: 'Behind the picture',
      caption:
        'You do not always need a studio. A window, a white wall and some patience go a long way. Before you buy new gear, walk around your home once and watch where the light falls.',
      photo: 'Your set as it really looked, or the view over your shoulder.',
      platforms: ['instagram', 'facebook', 'tiktok'],
    },
    {
      kind: 'Behind the picture',
      caption: 'The click is the quick part. Waiting for the light to make up its mind is the rest of the job.',
      photo: 'An outdoor picture made in changing light.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'Before your session',
      caption:
        '"I am not photogenic" is a sentence I hear a lot. Then we walk, we talk, you forget the camera, and I do the rest. Write to me if that sounds doable.',
      photo: 'A relaxed portrait, the person looking away from the camera.',
      platforms: ['instagram', 'facebook'],
    },
    {
      kind: 'Before your session',
      caption:
        'What to wear? Something you would put on again tomorrow. Comfortable shoes, one layer to play with, nothing you have to pull at. I help with the rest.',
      photo: 'Clothes laid out or details of fabric in a portrait.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Frame of the week',
      caption:
        'If I could keep only one frame of this week, it would be this. Look at it for three seconds longer than usual.',
      photo: 'Your strongest picture of the week.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Frame of the week',
      caption:
        'No pose, no plan, no second try. This is why I keep the camera out a little longer than everyone expects.',
      photo: 'A moment between two poses.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
  ],
};

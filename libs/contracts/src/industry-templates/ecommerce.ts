import type { TemplateContent } from './schema.ts';

export const ecommerce: TemplateContent = {
  captionIdeas: [
    'Put your best seller next to something everyone owns, like a mug, so that its size is clear at a glance.',
    'Photograph an order on the packing table, address hidden, and say what goes into the box besides the product.',
    'Show the label, seam or underside that people never see in product pictures, and explain it.',
    'Use a product yourself for one ordinary task today and photograph it in the middle of the mess.',
    'Lay out three products that make one gift and describe the person you had in mind.',
    'Photograph the newest arrival half unpacked and ask what people would use it for.',
    'Show a product that has been in use for a long time, worn edges included, and tell how it held up.',
    'Ask a customer whether you may repost their picture, and thank them by first name if they like.',
    'Photograph the same item in every color you stock and ask which one you should never discontinue.',
    'Show the shelf where returns land and explain honestly why things come back and what you do with them.',
    'Write out how to wash, oil or store one product properly, under a photo of the right way.',
    'Photograph the sketch, sample or prototype that did not make it and what was wrong with it.',
    'Show the shop window or home page from a customer’s side and ask what they would click first.',
    'Take a top view of everything you pack for a market day, and where people find you there.',
    'Photograph two items people often confuse and explain the difference in one sentence each.',
    'Show the person who answers your messages, and the funniest fair question they ever got.',
    'Put a product where nobody expects it, in the garden or on a train seat, and see what people say.',
    'Photograph a supplier’s parcel and say what you check before anything goes on the shelf.',
    'Show the last pieces of something on the shelf and tell people plainly whether it is coming back.',
    'Compare packaging before and after you cut down on plastic, side by side.',
    'Photograph your own favorite, not the top seller, and defend it.',
  ],
  hashtags: [
    { name: 'The shop', tags: ['#shopsmall', '#smallbusiness', '#onlineshop', '#shoplocal', '#supportsmallbusiness'] },
    { name: 'New in', tags: ['#newarrivals', '#productphotography', '#giftideas', '#unboxing', '#musthave'] },
    { name: 'Making and packing', tags: ['#packanorder', '#handmade', '#smallbatch', '#madewithlove', '#slowfashion'] },
  ],
  postingRhythm: [
    {
      weekday: 'monday',
      time: '19:00',
      kind: 'New on the shelf',
      why: 'Evenings are for browsing; new things early in the week can still arrive before the weekend.',
    },
    {
      weekday: 'wednesday',
      time: '12:15',
      kind: 'In use',
      why: 'A product in real life answers the question a product picture leaves open.',
    },
    {
      weekday: 'friday',
      time: '15:00',
      kind: 'Gift idea',
      why: 'Weekends bring birthdays. On Friday afternoon somebody is still looking for a present.',
    },
    {
      weekday: 'sunday',
      time: '11:00',
      kind: 'From the packing table',
      why: 'A slow morning for the people behind the parcels; it builds the trust a click needs.',
    },
  ],
  examplePosts: [
    {
      kind: 'New on the shelf',
      caption:
        'Just unpacked, barely on the shelf, already our problem child: everybody here wants to take it home. Where would it live in yours?',
      photo: 'A new product half out of its box, on the shelf or counter.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'New on the shelf',
      caption:
        'Take your time and look at it from every side. Is there anything you would like to know before it moves in with you? Ask below.',
      photo: 'A product close up, texture and seams visible.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'In use',
      caption:
        'Not styled, not staged, not even wiped first. This is how it looks on an ordinary day, and that is how we like it best.',
      photo: 'A product in everyday use, with the mess around it.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'In use',
      caption:
        'Pictures never quite show how big something is, so here it is in a hand. Tell us what else you would like to see it next to and we will take the photo.',
      photo: 'A product held in a hand or next to a familiar object.',
      platforms: ['instagram', 'facebook', 'tiktok'],
    },
    {
      kind: 'Gift idea',
      caption: 'For the friend who says "please, nothing." They do not mean it. Tag somebody who should see this hint.',
      photo: 'A product wrapped or with a ribbon and a blank card.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
    {
      kind: 'Gift idea',
      caption:
        'Need a present and no idea? Tell us three words about the person, and we reply with something from the shop. We are surprisingly good at this.',
      photo: 'Three products that belong together, from above.',
      platforms: ['instagram', 'facebook'],
    },
    {
      kind: 'From the packing table',
      caption: 'Tape, paper, one last look, and off it goes. Packing your orders is still the best part of the day.',
      photo: 'An order being packed, address hidden.',
      platforms: ['instagram', 'facebook', 'twitter', 'tiktok'],
    },
    {
      kind: 'From the packing table',
      caption:
        'Behind a small shop there are people who know where everything is and why it is there. Thank you for keeping them busy.',
      photo: 'Your storeroom or shelves, with somebody at work.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
  ],
};

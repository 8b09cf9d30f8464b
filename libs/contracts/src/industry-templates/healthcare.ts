import type { TemplateContent } from './schema.ts';

export const healthcare: TemplateContent = {
  captionIdeas: [
    'Photograph your waiting room from the chair patients choose first, and say what you did to make waiting easier.',
    'Introduce a colleague at the front desk: their photo, their name and the question they answer most often.',
    'Show an instrument that looks frightening and explain in one sentence how harmless it is.',
    'Photograph the notes a patient should bring to a first visit: a list of medicines, old letters, questions.',
    'Show your opening hours at the door and say at which hour it is usually calmest.',
    'Take a picture of the hand-washing basin and describe your cleaning routine between two visits.',
    'Write down three questions worth asking at any check-up, over a photo of a pen and a notepad.',
    'Photograph the toys or books in the children’s corner and thank whoever keeps them complete.',
    'Show a treatment room with nobody in it and walk people through the first two minutes.',
    'Explain one medical word that turns up in letters, under a photo of a dictionary or a blank form.',
    'Photograph the entrance with its ramp, step or bell, and say how to get in with a wheelchair or stroller.',
    'Show the team’s lunch break and remind people when the phone is not staffed.',
    'Photograph a training certificate on the wall or a course you attend, and what it will change for patients.',
    'Answer a worry you hear a lot, such as fear of needles, with a calm photo and no promise.',
    'Show how to prepare at home for one common appointment, in three short lines.',
    'Photograph the quietest corner of the practice and say that it is all right to ask for a break.',
    'Share how to cancel or move an appointment, over a photo of the phone or the booking page.',
    'Show seasonal reminders, such as asking about vaccinations, with a picture of the calendar on your wall.',
    'Photograph the chair, lamp or scanner that is new and say what patients will notice about it.',
    'Show the plant, aquarium or picture everybody comments on, and its story.',
    'Take a picture of a thank-you card, name covered, after asking the person who wrote it.',
  ],
  hashtags: [
    {
      name: 'Staying well',
      tags: ['#healthylifestyle', '#healthtips', '#preventivecare', '#wellbeing', '#healthandwellness'],
    },
    {
      name: 'The practice',
      tags: ['#healthcare', '#familymedicine', '#doctorsoffice', '#patientcare', '#healthcareworkers'],
    },
    {
      name: 'Teeth and body',
      tags: ['#dentist', '#oralhealth', '#physiotherapy', '#backcare', '#mentalhealthmatters'],
    },
  ],
  postingRhythm: [
    {
      weekday: 'monday',
      time: '08:00',
      kind: 'Practice news',
      why: 'People plan their week and look for opening hours; say what is different before they call.',
    },
    {
      weekday: 'tuesday',
      time: '12:30',
      kind: 'Plain words',
      why: 'One term or question explained calmly is what gets shared in families.',
    },
    {
      weekday: 'thursday',
      time: '17:00',
      kind: 'Meet the team',
      why: 'A familiar face at the desk makes the first visit easier than any brochure.',
    },
    {
      weekday: 'saturday',
      time: '10:00',
      kind: 'Before your visit',
      why: 'On a free morning people gather papers and questions for the week ahead.',
    },
  ],
  examplePosts: [
    {
      kind: 'Practice news',
      caption:
        'A new week at the practice. If you need an appointment, call us early in the day and have your questions ready. We are glad to help.',
      photo: 'The front desk or the entrance in the morning.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
    {
      kind: 'Practice news',
      caption:
        'Before you set out, a quick look at our opening hours saves you a trip. If it cannot wait, please call: comments are not the place for health questions.',
      photo: 'The door with the opening hours, readable.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Plain words',
      caption:
        'No question is too small to ask here. If a word in your letter makes no sense, bring the letter. We will read it with you.',
      photo: 'A pen on a blank form, nothing personal in view.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
    {
      kind: 'Plain words',
      caption:
        'You may always ask: what is this for, what happens if I wait, and what else could we do? Good care starts with a conversation. This post is general information and does not replace a visit.',
      photo: 'Two chairs facing each other in a consulting room.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Meet the team',
      caption: 'The first voice you hear when you call us. Say hello next time you pass the desk, it makes our day.',
      photo: 'A colleague at the front desk, with their permission and no patient data on the screen.',
      platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    },
    {
      kind: 'Meet the team',
      caption:
        'Behind every appointment there are people who prepare the room, sort the papers and remember that you do not like waiting. Thank you, team.',
      photo: 'The team together, in a hallway or outside.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Before your visit',
      caption:
        'Three things that make your visit easier: a list of what you take, a list of what you want to ask, and somebody to listen with you if you like. Save this for your next appointment.',
      photo: 'A notepad with a short list, no names.',
      platforms: ['instagram', 'facebook', 'linkedin'],
    },
    {
      kind: 'Before your visit',
      caption: 'Nervous? Tell us when you book. We will take it slowly, explain each step and stop whenever you want.',
      photo: 'A calm treatment room, empty, in soft light.',
      platforms: ['instagram', 'facebook', 'twitter'],
    },
  ],
};

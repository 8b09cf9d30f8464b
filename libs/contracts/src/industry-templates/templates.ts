import { industries, toneFor } from '../identity/industries.ts';
import type { IndustryKey } from '../identity/industries.ts';
import { beauty } from './beauty.ts';
import { construction } from './construction.ts';
import { ecommerce } from './ecommerce.ts';
import { events } from './events.ts';
import { fitness } from './fitness.ts';
import { healthcare } from './healthcare.ts';
import { other } from './other.ts';
import { photography } from './photography.ts';
import { professional } from './professional.ts';
import { realestate } from './realestate.ts';
import { restaurant } from './restaurant.ts';
import type { IndustryTemplate, TemplateContent } from './schema.ts';

/** What each industry can post. Screens ask the API for it: it is far too much to load with a page. */
export const templateContents: Readonly<Record<IndustryKey, TemplateContent>> = {
  realestate,
  restaurant,
  fitness,
  beauty,
  photography,
  ecommerce,
  healthcare,
  construction,
  professional,
  events,
  other,
};

/** The templates in the order in which every grid shows the industries. */
export function industryTemplates(): IndustryTemplate[] {
  return industries.map(({ key, label, description, color }) => ({
    ...{ key, label, description, color, defaultTone: toneFor(key, '') },
    ...templateContents[key],
  }));
}

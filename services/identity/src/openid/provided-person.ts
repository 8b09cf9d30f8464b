import { Email } from '@postloom/contracts';
import { z } from 'zod';
import { personName } from '../users/index.ts';

/** A person as the provider tells of them; what is missing or unusable is null. */
export interface ProvidedPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly pictureUrl: string | null;
}

const LONGEST_NAME = 100;

const Name = z
  .string()
  .transform((name) => personName([...name].slice(0, LONGEST_NAME).join('')))
  .nullable()
  .catch(null);

const Picture = z
  .url({ protocol: /^https$/ })
  .max(2_000)
  .nullable()
  .catch(null);

/** Only who it is must be there: one bad claim of a profile keeps nobody out. `sub` has 255 ASCII characters at most. */
const Claims = z.object({
  iss: z.string().min(1).max(500),
  sub: z.string().regex(/^[\u0020-\u007e]{1,255}$/),
  email: Email.nullable().catch(null),
  // Some providers write their booleans as text.
  email_verified: z
    .union([z.boolean(), z.string()])
    .transform((told) => told === true || told === 'true')
    .catch(false),
  given_name: Name,
  family_name: Name,
  name: Name,
  picture: Picture,
});

/** @throws ZodError when issuer or subject are not there */
export function providedPerson(claims: Readonly<Record<string, unknown>>): ProvidedPerson {
  const told = Claims.parse(claims);
  const hasParts = told.given_name !== null || told.family_name !== null;
  return {
    issuer: told.iss,
    subject: told.sub,
    email: told.email,
    emailVerified: told.email !== null && told.email_verified,
    firstName: hasParts ? told.given_name : told.name,
    lastName: told.family_name,
    pictureUrl: told.picture,
  };
}

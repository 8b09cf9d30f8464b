import { roleOf, schemas } from '@postloom/local/roles';
import type { AllRolePasswords } from '@postloom/local/roles';

/** Passwords of the roles in tests; the roles themselves are the production ones. */
export const testPasswords: AllRolePasswords = Object.fromEntries(
  schemas.map((schema) => [
    schema,
    { service: `${schema}-test`, worker: `${schema}-worker-test`, owner: `${schema}-owner-test` },
  ]),
) as unknown as AllRolePasswords;

/** The password of every login role by its name. */
export function testRoles(): Record<string, string> {
  return Object.fromEntries(
    schemas.flatMap((schema) =>
      (['service', 'worker', 'owner'] as const).map((kind) => [roleOf(schema, kind), testPasswords[schema][kind]]),
    ),
  );
}

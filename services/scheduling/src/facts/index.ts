export { AskOwners } from './ask-owners.ts';
export type { Attempt, OpenQuestions } from './ask-owners.ts';
export { FactsModule } from './facts.module.ts';
export { movesNow, ReplacedAccountsRepository } from './replaced-accounts.repository.ts';
export { ReplacementSignal } from './replacement-signal.ts';
export { RefsRepository } from './refs.repository.ts';
export type { KnownFacts, PhotoSize } from './refs.repository.ts';

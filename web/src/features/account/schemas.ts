/** Loaded by the forms when they first validate. */
export { LoginInput, RegisterInput } from '@postloom/contracts';

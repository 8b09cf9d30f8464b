/** Loaded by the forms when they first validate. */
export { ForgotPasswordInput, LoginInput, RegisterInput, ResetPasswordInput } from '@postloom/contracts';

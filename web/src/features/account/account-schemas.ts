/** Loaded by the forms when they first validate. */
export {
  ChangeEmailInput,
  ChangePasswordInput,
  ConfirmIdentityInput,
  ForgotPasswordInput,
  LoginInput,
  PasskeyNameInput,
  RegisterInput,
  ResetPasswordInput,
  TotpConfirmInput,
} from '@postloom/contracts';

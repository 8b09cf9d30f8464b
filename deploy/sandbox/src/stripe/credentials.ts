/** Fixed on purpose: they work only with a sandbox. */
export const stripeCredentials = {
  secretKey: 'sk-sandbox-stripe',
  webhookSecret: 'whsec-sandbox-stripe',
} as const;

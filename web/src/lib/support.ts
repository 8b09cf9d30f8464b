/** Address behind 'Contact Support' and the legal pages; VITE_SUPPORT_EMAIL at build time sets it for an installation. */
export const supportEmail: string = import.meta.env.VITE_SUPPORT_EMAIL ?? 'support@postloom.example';

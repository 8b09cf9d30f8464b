import { startOpenid } from './provider.ts';

const { OPENID_PORT = '', OPENID_CLIENT_ID = '', OPENID_CLIENT_SECRET = '', OPENID_PRODUCT_URL = '' } = process.env;

const provider = await startOpenid({
  port: Number(OPENID_PORT),
  clientId: OPENID_CLIENT_ID,
  clientSecret: OPENID_CLIENT_SECRET,
  productUrl: OPENID_PRODUCT_URL,
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void provider.close().then(() => process.exit(0)));
}
process.stdout.write(
  `${JSON.stringify({ level: 'info', service: 'openid', message: 'ready', issuer: provider.issuer })}\n`,
);

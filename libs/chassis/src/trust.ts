import { checkServerIdentity, getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { ServiceConfig } from './config.ts';
import { settingFiles } from './config.ts';
import { defineMetrics, gauge } from './metrics.ts';

const metrics = defineMetrics('tls', {
  certificateExpirySeconds: gauge(
    'Unix time at which the certificate expires that a server showed when this process last connected to it',
    ['server'],
  ),
});

/**
 * Makes the authorities of EXTRA_CA trusted by every connection of this process, beside the public ones, now and whenever the file
 * changes. One setting for all servers: what a process calls inside an installation is certified by the installation's own authority.
 */
export function trustExtraAuthorities(config: Pick<ServiceConfig, 'extraCa'>): void {
  const usual = getCACertificates('default');
  let trusted: readonly string[] = [];
  const trust = (): void => {
    const extra = config.extraCa ?? [];
    if (extra.join() !== trusted.join()) {
      setDefaultCACertificates([...usual, ...extra]);
      trusted = extra;
    }
  };
  trust();
  settingFiles.whenChanged(trust);
}

/** The check of a server's name that Node makes anyway, and when its certificate expires as a metric; `server` is the metric's label. */
export function identityCheck(server: string): typeof checkServerIdentity {
  return (host, certificate) => {
    noteExpiry(server, certificate);
    return checkServerIdentity(host, certificate);
  };
}

/** For a connection whose check of the name cannot be chosen. */
export function watchCertificate(server: string, socket: TLSSocket): void {
  socket.once('secureConnect', () => noteExpiry(server, socket.getPeerCertificate()));
}

function noteExpiry(server: string, { valid_to: validTo }: PeerCertificate): void {
  const expiresAt = Date.parse(validTo);
  if (!Number.isNaN(expiresAt)) {
    metrics.certificateExpirySeconds.set(expiresAt / 1_000, { server });
  }
}

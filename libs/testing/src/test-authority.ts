import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { runDirectory } from './servers/run-directory.ts';

export interface ServerCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: string;
  readonly key: string;
}

/** An authority as an installation has one of its own, made for one test by openssl. */
export interface TestAuthority {
  /** Its certificate, PEM. */
  readonly certificate: string;
  /** A certificate for a server of these names, `DNS:localhost,IP:127.0.0.1`, valid for so many days, 30 unless told. */
  certify(names: string, days?: number): ServerCertificate;
}

export function testAuthority(): TestAuthority {
  const folder = mkdtempSync(join(runDirectory(), 'authority-'));
  writeFileSync(join(folder, 'openssl.cnf'), '[req]\ndistinguished_name = name\n[name]\n');
  const make = (name: string, extension: string, days: number, signedBy: readonly string[] = []): ServerCertificate => {
    const [certFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
    const request = ['req', '-x509', '-config', 'openssl.cnf', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    const subject = ['-nodes', '-days', String(days), '-subj', `/CN=${name}`, '-addext', extension];
    execFileSync('openssl', [...request, ...subject, '-keyout', keyFile, '-out', certFile, ...signedBy], {
      cwd: folder,
      stdio: 'pipe',
    });
    return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  };
  const authority = make('ca', 'basicConstraints=critical,CA:TRUE', 365);
  let count = 0;
  return {
    certificate: authority.cert,
    certify: (names, days = 30) => {
      count += 1;
      return make(`server-${count}`, `subjectAltName=${names}`, days, ['-CA', 'ca.crt', '-CAkey', 'ca.key']);
    },
  };
}

/** While `work` runs, these authorities are trusted beside the usual ones. */
export async function trusting<T>(authorities: readonly string[], work: () => Promise<T>): Promise<T> {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, ...authorities]);
  try {
    return await work();
  } finally {
    setDefaultCACertificates(usual);
  }
}

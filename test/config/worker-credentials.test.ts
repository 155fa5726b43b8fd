import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { credentialsFromEnvironment } from '../../src/config/worker-credentials.ts';
import { load } from './loading.ts';

const folder = fileURLToPath(new URL('../support/tls/', import.meta.url));

function pem(name: string): string {
  return readFileSync(`${folder}${name}.pem`, 'utf8');
}

const env = { TOKEN: 'a-token', KEY: pem('client-key'), BOTH: pem('client') + pem('client-key') };

/** What workers are given for a source with these keys. */
function given(keys: string) {
  const source = `sources: [{ name: a, site: a.example.org, ${keys} }]`;
  const text = `store: { path: ./c }\nqueue: { redis: 'redis://127.0.0.1' }\n${source}\n`;
  return load(text, { env }).workerCredentials;
}

describe('the credentials that workers read from their environment', () => {
  it('are those of the source, which go there without secrets', () => {
    const certificate = `clientCertificate: ${folder}client.pem, clientKey: "\${KEY}"`;
    const sent = given(`headers: { Authorization: "Bearer \${TOKEN}" }, ${certificate}`);
    const { credentials, faults } = credentialsFromEnvironment(sent, env);
    expect(faults).toEqual([]);
    expect(credentials.get('a')).toMatchObject({
      headers: { Authorization: 'Bearer a-token' },
      origins: new Set(['https://a.example.org']),
      tls: { cert: pem('client').trim(), key: pem('client-key') },
    });
    expect(JSON.stringify(sent)).not.toMatch(/a-token|PRIVATE KEY/u);
  });

  it('have no key from the file of a certificate', () => {
    const sent = given('clientCertificate: "${BOTH}", clientKey: "${BOTH}"');
    expect(JSON.stringify(sent)).not.toContain('PRIVATE KEY');
    const { credentials, faults } = credentialsFromEnvironment(sent, env);
    expect([faults, credentials.get('a')?.tls?.cert]).toEqual([[], pem('client').trim()]);
  });

  it('may be missing, or unusable', () => {
    const certificate = `clientCertificate: ${folder}client.pem, clientKey: "\${KEY}"`;
    const sent = given(`headers: { Authorization: "\${TOKEN}" }, ${certificate}`);
    const faultsWith = (own: Record<string, string>) =>
      credentialsFromEnvironment(sent, own).faults;
    expect(faultsWith({ KEY: pem('client-key') })).toEqual(['TOKEN is not set']);
    expect(faultsWith({ TOKEN: 't', KEY: pem('client') })).toEqual([
      'clientKey of a holds no private key that can be read',
    ]);
    expect(faultsWith({ TOKEN: 't', KEY: './none.pem' })).toEqual([
      expect.stringMatching(/^clientKey of a names a file that cannot be read \(ENOENT\)/u),
    ]);
  });
});

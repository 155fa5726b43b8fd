import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { configuredStore, credentialsOfEnvironment } from '../../src/commands/store-address.ts';
import { pem } from '../web/tls-server.ts';

const cwd = fileURLToPath(new URL('../support/tls/', import.meta.url));

describe('the credentials of the environment', () => {
  it('are user and password, and certificates as texts or files of the working directory', () => {
    const env = {
      CDIF_GRAPH_USER: 'dba',
      CDIF_GRAPH_PASSWORD: 'a:b',
      CDIF_GRAPH_CLIENT_CERTIFICATE: 'client.pem',
      CDIF_GRAPH_CLIENT_KEY: pem('client-key'),
      CDIF_GRAPH_CA: 'ca.pem',
    };
    expect(credentialsOfEnvironment({ env, cwd })).toEqual({
      user: 'dba',
      password: 'a:b',
      tls: { cert: pem('client'), key: pem('client-key'), ca: pem('ca') },
    });
    expect(credentialsOfEnvironment({ env: { CDIF_GRAPH_USER: '' }, cwd })).toEqual({});
  });

  it('are refused where key and certificate do not belong together, by their variables', () => {
    const env = {
      CDIF_GRAPH_CLIENT_CERTIFICATE: 'ca.pem',
      CDIF_GRAPH_CLIENT_KEY: 'client-key.pem',
    };
    expect(() => credentialsOfEnvironment({ env, cwd })).toThrow(
      'CDIF_GRAPH_CLIENT_KEY does not belong to CDIF_GRAPH_CLIENT_CERTIFICATE: give the key',
    );
  });
});

describe('the store of a configuration', () => {
  it('has its URLs and dialect, and its token as a bearer token', () => {
    const query = 'https://store.example.org/sparql';
    const engine = {
      query,
      graphStore: query,
      dialect: 'virtuoso' as const,
      token: 'a',
    };
    expect(configuredStore({ ...engine, without: [] })).toEqual({
      query,
      graphStore: query,
      dialect: 'virtuoso',
      credentials: { authorization: 'Bearer a', setIn: 'configuration' },
    });
  });
});

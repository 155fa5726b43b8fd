import { describe, expect, it } from 'vitest';
import { substitute } from '../../src/config/yaml-source.ts';
import { complaints, faultOf, load, minimal } from './loading.ts';

const secret = 'hunter2-not-to-be-shown';

/** The complaint about a variable that is not set. */
function unset(place: string, name: string): string {
  return `config.yaml:${place}: uses the environment variable ${name}, which is not set; set ${name}, or write the value here`;
}

describe('environment variables', () => {
  it('are replaced in texts, also in the middle, but not in their values', () => {
    const env = { A: '1', B_2: '${A}', EMPTY: '' };
    expect(substitute('x${A}-${B_2}${EMPTY}y$A $', env).text).toBe('x1-${A}y$A $');
    expect(substitute('$${A} $$${A} $$', env)).toEqual({
      text: '${A} $${A} $$',
      names: [],
      unset: [],
      isBroken: false,
    });
  });

  it('can be used in every kind of value', () => {
    const env = { DIR: 'c', N: '8', ON: 'true', HOST: 'a.example.org', NAME: '123' };
    const { store, http, sources } = load(
      `store: { path: "./\${DIR}" }
http: { connections: "\${N}", allowPrivateAddresses: "\${ON}", perHost: { delayMs: "\${N}0" } }
sources:
  - name: \${NAME}
    site: https://\${HOST}/
`,
      { env },
    );
    expect(store.path).toMatch(/\/c$/u);
    expect(http).toMatchObject({
      connections: 8,
      allowPrivateAddresses: true,
      perHost: { delayMs: 80 },
    });
    expect(sources[0]).toMatchObject({ name: '123', site: 'https://a.example.org/' });
  });

  it('cannot change the structure of the file', () => {
    const path = 'x\nworkers: 0\n"]} #';
    const config = load(minimal.replace('./catalogue', '"${P}"'), { env: { P: path } });
    expect(config.store.path.endsWith(path)).toBe(true);
    expect(config.workers).toBeUndefined();
  });

  it('that are not set are named, each once a value, and cause no other mistakes', () => {
    const text = `store: { path: "\${DIR}" }
sources:
  - name: \${A}\${B}\${A}
    site: https://\${HOST}/
  - name: \${A}
    urls: ["\${toString}"]
`;
    expect(complaints(text)).toEqual([
      unset('1:16 store.path', 'DIR'),
      unset('3:11 sources[0].name', 'A'),
      unset('3:11 sources[0].name', 'B'),
      unset('4:11 sources[0].site', 'HOST'),
      unset('5:11 sources[1].name', 'A'),
      unset('6:12 sources[1].urls[0]', 'toString'),
    ]);
  });

  it.each([['${'], ['${}'], ['${A-B}'], ['${1A}'], ['${A']])('must have a name: %s', (text) => {
    expect(complaints(minimal.replace('./catalogue', `"${text}"`), { env: { A: 'x' } })).toEqual([
      'config.yaml:1:16 store.path: has a ${ without the name of a variable; write ${NAME}, or $${ for these two characters',
    ]);
  });

  it('are never shown in a message', () => {
    const env = { SECRET: secret, LOGIN: `https://user:${secret}@example.org/` };
    const fault = faultOf(
      `store: { path: "\${SECRET}" }
workers: \${SECRET}
http: { contact: "\${SECRET}", perHost: "\${SECRET}" }
sources:
  - name: \${SECRET}
    site: \${LOGIN}
  - name: \${SECRET}
    urls: ["\${SECRET}\${LOGIN}"]
  - name: x \${SECRET}
    sitemap: \${SECRET}
`,
      { env },
    );
    expect(fault.message.split('\n')).toHaveLength(8);
    expect(`${fault.message}${JSON.stringify(fault)}${fault.stack}`).not.toContain(secret);
    expect(fault.message).toContain(
      'workers: has a value from SECRET that does not fit; give a whole number from 0 to 64',
    );
    expect(fault.message).toContain('sources[1].urls[0]: has a value from SECRET and LOGIN that');
  });
});

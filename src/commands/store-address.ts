import { type PemTexts, readPems, tlsMaterial } from '../config/pem-files.ts';
import type { EngineConfig } from '../config/engine-schema.ts';
import type { StoreAddress, StoreCredentials } from '../engine/store/store-address.ts';
import { UsageFault } from '../model/fault.ts';
import type { CommandContext } from './command.ts';

/** The address of the store that a configuration names. */
export function configuredStore(engine: EngineConfig): StoreAddress {
  const { query, update, graphStore, dialect, token, user, password } = engine;
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  const tls = tlsMaterial(engine);
  const credentials = { authorization, user, password, tls, setIn: 'configuration' } as const;
  return { query, update, graphStore, dialect, credentials };
}

/** The environment variables that authenticate requests to a store named on the command line. */
const variables = {
  authorization: 'CDIF_GRAPH_AUTHORIZATION',
  token: 'CDIF_GRAPH_TOKEN',
  user: 'CDIF_GRAPH_USER',
  password: 'CDIF_GRAPH_PASSWORD',
  clientCertificate: 'CDIF_GRAPH_CLIENT_CERTIFICATE',
  clientKey: 'CDIF_GRAPH_CLIENT_KEY',
  ca: 'CDIF_GRAPH_CA',
} as const;

type Variable = keyof typeof variables;

/**
 * The credentials of the environment for a store that is named on the command line. Certificates
 * are PEM texts, or files relative to the working directory. An empty variable counts as not set.
 * @throws {UsageFault} that names the variables, and never shows their values
 */
export function credentialsOfEnvironment({
  env,
  cwd,
}: Pick<CommandContext, 'cwd' | 'env'>): StoreCredentials {
  const valueOf = (key: Variable): string | undefined => env[variables[key]] || undefined;
  const given = (Object.keys(variables) as readonly Variable[]) // its own keys
    .filter((key) => valueOf(key) !== undefined);
  assertOneWay(given);
  assertPair(given, 'user', 'password');
  assertPair(given, 'clientCertificate', 'clientKey');
  for (const [key, form, what] of forms) {
    if (!form.test(valueOf(key) ?? '')) {
      throw new UsageFault(`${variables[key]} has a value that ${what}`);
    }
  }
  const token = valueOf('token');
  return {
    authorization: token === undefined ? valueOf('authorization') : `Bearer ${token}`,
    user: valueOf('user'),
    password: valueOf('password'),
    tls: tlsMaterial(
      pemsOfEnvironment(
        {
          clientCertificate: valueOf('clientCertificate'),
          clientKey: valueOf('clientKey'),
          ca: valueOf('ca'),
        },
        cwd,
      ),
    ),
  };
}

/** The forms of values, with what a value of another form is. */
const forms: readonly (readonly [key: Variable, form: RegExp, what: string])[] = [
  ['authorization', /^[\t -~]*$/u, 'a header field cannot hold'],
  ['token', /^[!-~]*$/u, 'is no token: use visible characters of ASCII'],
  ['user', /^[^\p{Cc}:]*$/u, 'is no user name: use no ":" and no line end'],
  ['password', /^\P{Cc}*$/u, 'is no password: use no line end'],
];

/** @throws {UsageFault} where two ways to authenticate are given */
function assertOneWay(given: readonly Variable[]): void {
  const ways = (['authorization', 'token', 'user'] as const).filter((key) => given.includes(key));
  if (ways.length <= 1) return;
  const names = ways.map((key) => variables[key]).join(' and ');
  throw new UsageFault(`${names} are set, but one of them authenticates: unset the others`);
}

/** @throws {UsageFault} where one of the two is missing */
function assertPair(given: readonly Variable[], one: Variable, other: Variable): void {
  if (given.includes(one) === given.includes(other)) return;
  const [set, missing] = given.includes(one) ? [one, other] : [other, one];
  throw new UsageFault(`${variables[set]} needs ${variables[missing]}: set both or none`);
}

/** @throws {UsageFault} for the first that cannot be used */
function pemsOfEnvironment(pems: PemTexts, cwd: string): PemTexts {
  const { read, mistakes } = readPems(pems, cwd, (key) => variables[key]);
  const [first] = mistakes;
  if (first === undefined) return read;
  throw new UsageFault(`${variables[first.key]} ${first.what}: ${first.remedy}`);
}

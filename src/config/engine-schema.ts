import { z } from 'zod';
import { derivedGraphs } from '../model/derived-graph.ts';
import { dialectNames } from '../model/dialect-name.ts';
import {
  certificateMistakes,
  type CredentialMistake,
  pemFile,
  secretText,
} from './credentials-schema.ts';
import { httpUrl, isMapping, mapping, storeSchema } from './schema-parts.ts';

const dialectForm = `one of ${dialectNames.join(', ')}`;
const graphsForm = `a list of ${derivedGraphs.join(', ')}`;
const userForm = 'a user name without line ends and ":", in quotes where it looks like a number';
const passwordForm = 'a password without line ends, in quotes where it looks like a number';
const tokenForm = 'a token of visible characters of ASCII';

const urlKeys = ['query', 'update', 'graphStore'] as const;
const writingKeys = ['update', 'graphStore'] as const;

/** The SPARQL store that answers queries instead of the engine in memory. */
export const engineSchema = mapping({
  query: httpUrl
    .optional()
    .describe(
      'The URL for queries (SPARQL 1.1 Protocol). cdif-graph query, the endpoint of serve and ' +
        'its editor ask it; search, pages and views need no store.',
    ),
  update: httpUrl
    .optional()
    .describe(
      'The URL for updates (SPARQL 1.1 Protocol). With update or graphStore, or both, the store ' +
        'gets the state of the catalogue when an ingest ends; without, others fill it.',
    ),
  graphStore: httpUrl
    .optional()
    .describe('The URL of the SPARQL 1.1 Graph Store HTTP Protocol, without parameters.'),
  dialect: z
    .enum(dialectNames, dialectForm)
    .optional()
    .describe(
      'What the store does otherwise than the specifications say. Default: recognised by the ' +
        'Server field of its responses, else standard.',
    ),
  without: z
    .array(z.enum(derivedGraphs, `one of ${derivedGraphs.join(', ')}`), { error: graphsForm })
    .default([])
    .describe(
      'Graphs about the records that the store does not get; bundled queries that read them ' +
        'find nothing.',
    ),
  user: secretText(/^[^\p{Cc}:]+$/u, userForm)
    .optional()
    .describe('User name for digest or basic authentication, as the store demands.'),
  password: secretText(/^\P{Cc}+$/u, passwordForm)
    .optional()
    .describe('The password of the user.'),
  token: secretText(/^[!-~]+$/u, tokenForm)
    .optional()
    .describe('A token, sent as Authorization: Bearer.'),
  clientCertificate: pemFile
    .optional()
    .describe('A client certificate in PEM: a file relative to this one, or its text.'),
  clientKey: pemFile
    .optional()
    .describe('The key of the certificate, in PEM and without passphrase: a file, or its text.'),
  ca: pemFile
    .optional()
    .describe(
      'The certificate authorities for the store, instead of those that Node knows. In PEM: a ' +
        'file, or its text.',
    ),
}).superRefine(
  (engine, context) => {
    for (const { key, message, ...params } of engineMistakes(engine)) {
      const path = key === undefined ? [] : [key];
      context.addIssue({ code: 'custom', path, message, params });
    }
  },
  { when: ({ value }) => isMapping(value) },
);

/** A checked `engine` as configured. */
export type EngineConfig = z.infer<typeof engineSchema>;

/** A configuration of which only `store` and `engine` are checked. */
export const storeAndEngineSchema = z.looseObject({
  store: storeSchema,
  engine: engineSchema.optional(),
});

interface EngineMistake extends Omit<CredentialMistake, 'key'> {
  /** Absent if the whole mapping is wrong. */
  readonly key?: string;
  readonly wanted?: readonly string[];
}

/** The mistakes in the combination of keys; values may be unchecked. */
function engineMistakes(engine: Readonly<Record<string, unknown>>): readonly EngineMistake[] {
  const { query, dialect } = engine;
  const writing = writingKeys.find((key) => engine[key] !== undefined);
  const mistakes: EngineMistake[] = [];
  if (query === undefined) {
    const remedy =
      'add query, the URL that answers queries; to push to a store that is not to be asked, use ' +
      'cdif-graph push URL';
    mistakes.push({
      message: 'has no query, so that nothing would answer',
      remedy,
      wanted: ['query'],
    });
  }
  if (dialect === 'cdif-graph' && writing !== undefined) {
    const message = 'is for a store that can be written to, which cdif-graph serve is not';
    mistakes.push({ key: writing, message, remedy: `remove it beside dialect ${dialect}` });
  }
  const urls = urlKeys.map((key) => engine[key]);
  return [...mistakes, ...userMistakes(engine), ...certificateMistakes(engine, urls, 'engine')];
}

function userMistakes({
  user,
  password,
  token,
}: Readonly<Record<string, unknown>>): readonly EngineMistake[] {
  if (user !== undefined && token !== undefined) {
    const remedy = 'keep one of them';
    return [{ key: 'token', message: 'is given beside user, but one authenticates', remedy }];
  }
  if ((user === undefined) === (password === undefined)) return [];
  const [key, other] = user === undefined ? ['password', 'user'] : ['user', 'password'];
  return [{ key, message: `needs ${other}`, remedy: `add ${other}` }];
}

import { bestType } from '../../facts/text/best-type.ts';
import { licenceOf } from '../../facts/text/licence.ts';
import type { ChecksumAlgorithm } from '../../facts/text/checksum.ts';
import type { KernelAttributeName } from './kernel-attributes.ts';
import type { KernelValue } from './kernel-record.ts';

/** An attribute of a profile: what the registry of types knows it by, and how it is written. */
export interface ProfileAttribute {
  /** In the profile; in a kernel record it may be called otherwise (`rights` is `license`). */
  readonly name: string;
  /** The PID of its type. */
  readonly pid: string;
  /** From which of our attributes it is. */
  readonly from: KernelAttributeName;
  readonly mandatory?: true;
  /** Which of several values is taken; without it all are. */
  readonly single?: (values: readonly string[]) => string | undefined;
  /** What a value is in a kernel record; undefined where it cannot be one. */
  readonly write: (value: KernelValue) => string | undefined;
}

export interface KernelProfile {
  readonly pid: string;
  readonly title: string;
  readonly attributes: readonly ProfileAttribute[];
}

/** The attribute that every record has: the PID of its profile. */
export const profileAttributePid = '21.T11148/076759916209e5d62bd5';

const first = (values: readonly string[]): string | undefined => values.toSorted()[0];
const last = (values: readonly string[]): string | undefined => values.toSorted().at(-1);

/** `1.10` comes behind `1.9`. */
const byNumber = new Intl.Collator('en', { numeric: true });
const newest = (versions: readonly string[]): string | undefined =>
  versions.toSorted(byNumber.compare).at(-1);

const text = ({ text: said }: KernelValue): string | undefined => said;

/** Addresses of documents of a folder are made up where the configuration says none, and are on `.invalid` hosts (RFC 2606). */
function pointer({ iri }: KernelValue): string | undefined {
  return iri !== undefined && /^https?:\/\/[^/]+\.invalid(?=[:/]|$)/iu.test(iri) ? undefined : iri;
}

/** A date as ISO 8601 has it, perhaps without day and month, perhaps with the time of the day. */
function date({ text: said }: KernelValue): string | undefined {
  const isDate = /^[12]\d{3}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T[\d:.Z+-]+)?)?)?$/u;
  return said !== undefined && isDate.test(said) ? said : undefined;
}

/** The address of a licence, also where the record only says its name and SPDX has it. */
function licence({ iri, text: said, property }: KernelValue): string | undefined {
  // Conditions of access are rights, but no licence.
  if (!property.endsWith('license')) return undefined;
  const known = iri ?? (said === undefined ? undefined : licenceOf(said));
  return known !== undefined && /^https?:/iu.test(known) ? known : undefined;
}

/** What the types of the registry know of; SHA-1 is called by its length there. */
const sums: { readonly [Name in ChecksumAlgorithm]?: string } = {
  md5: 'md5',
  'sha-1': 'sha160',
  'sha-224': 'sha224',
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
};

/** A checksum as the registry's types have it: JSON as a text. @param writes what stands under the name of the sum */
function sum(writes: (name: string, hex: string) => string): ProfileAttribute['write'] {
  return ({ checksum }) => {
    const name = checksum && sums[checksum.algorithm];
    if (checksum === undefined || name === undefined) return undefined;
    return JSON.stringify({ [`${name}sum`]: writes(name, checksum.hex) });
  };
}

const type = {
  name: 'digitalObjectType',
  pid: '21.T11148/1c699a5d1b4ad3ba4956',
  from: 'digitalObjectType',
  mandatory: true,
  single: bestType,
  write: pointer,
} as const satisfies ProfileAttribute;
const location = {
  name: 'digitalObjectLocation',
  pid: '21.T11148/b8457812905b83046284',
  from: 'digitalObjectLocation',
  mandatory: true,
  write: pointer,
} as const satisfies ProfileAttribute;
const policy = {
  name: 'digitalObjectPolicy',
  pid: '21.T11148/8074aed799118ac263ad',
  from: 'digitalObjectPolicy',
  write: pointer,
} as const satisfies ProfileAttribute;
const dateCreated = {
  name: 'dateCreated',
  pid: '21.T11148/aafd5fb4c7222e2d950a',
  from: 'dateCreated',
  mandatory: true,
  single: first,
  write: date,
} as const satisfies ProfileAttribute;
const dateModified = {
  name: 'dateModified',
  pid: '21.T11148/397d831aa3a9d18eb52c',
  from: 'dateModified',
  single: last,
  write: date,
} as const satisfies ProfileAttribute;
const version = {
  name: 'version',
  pid: '21.T11148/c692273deb2772da307f',
  from: 'version',
  single: newest,
  write: text,
} as const satisfies ProfileAttribute;

const relationPids = {
  wasDerivedFrom: '21.T11148/c6e4c19f294ee6f41b1e',
  specializationOf: '21.T11148/ab53242825e85a0a7f76',
  wasRevisionOf: '21.T11148/2a1cad55473b20407c78',
  hadPrimarySource: '21.T11148/a753134738da82809fc1',
  wasQuotedFrom: '21.T11148/beaeecebec408908de35',
  alternateOf: '21.T11148/432132bdbd946b2baf2b',
} as const satisfies { readonly [Name in KernelAttributeName]?: string };

const relations = (Object.entries(relationPids) as [keyof typeof relationPids, string][]).map(
  ([name, pid]): ProfileAttribute => ({ name, pid, from: name, write: pointer }),
); // its own names

/** The profiles of the registry that records can be written for (RDA PID Kernel Information; Helmholtz Metadata Collaboration). */
export const kernelProfiles = {
  rda: {
    pid: '21.T11148/0c5636e4d82b88f86132',
    title: 'RDA recommended',
    attributes: [
      type,
      location,
      { ...policy, mandatory: true },
      {
        name: 'etag',
        pid: '21.T11148/92e200311a56800b3e47',
        from: 'checksum',
        mandatory: true,
        write: sum((name, hex) => `${name} ${hex}`),
      },
      dateModified,
      dateCreated,
      version,
      ...relations,
    ],
  },
  helmholtz: {
    pid: '21.T11148/b9b76f887845e32d29f7',
    title: 'Helmholtz',
    attributes: [
      type,
      location,
      dateCreated,
      dateModified,
      policy,
      version,
      {
        name: 'license',
        pid: '21.T11148/2f314c8fe5fb6a0063a8',
        from: 'rights',
        mandatory: true,
        write: licence,
      },
      {
        name: 'checksum',
        pid: '21.T11148/82e2503c49209e987740',
        from: 'checksum',
        write: sum((_, hex) => hex),
      },
      ...relations,
    ],
  },
} as const satisfies Record<string, KernelProfile>;

export type KernelProfileName = keyof typeof kernelProfiles;
export const kernelProfileNames = Object.keys(kernelProfiles) as KernelProfileName[]; // its own names

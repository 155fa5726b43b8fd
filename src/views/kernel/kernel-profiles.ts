import { chooseMainType } from '../../facts/record/names-and-identifiers.ts';
import type { ChecksumAlgorithm } from '../../facts/text/formats-and-checksums.ts';
import { normalizeLicence } from '../../facts/text/licence.ts';
import {
  type KernelAttributeName,
  type KernelObject,
  type KernelRecord,
  type KernelValue,
  missingKernelAttributes,
  notImplementedAttribute,
} from './kernel-record.ts';

/** An attribute of a profile: its name and PID in the registry, and its format. */
export interface ProfileAttribute {
  /** The name in the profile, which may differ from the attribute's (`rights` is `license`). */
  readonly name: string;
  /** The PID of its type. */
  readonly pid: string;
  /** The kernel attribute that it is made from. */
  readonly from: KernelAttributeName;
  readonly mandatory?: true;
  /** Chooses one of several values; absent if all are kept. */
  readonly single?: (values: readonly string[]) => string | undefined;
  /** Formats a value; undefined if the profile does not allow it. */
  readonly write: (value: KernelValue) => string | undefined;
}

/** A kernel profile. */
export interface KernelProfile {
  readonly pid: string;
  readonly title: string;
  readonly attributes: readonly ProfileAttribute[];
}

/** The attribute of every record that holds the PID of its profile. */
const profileAttributePid = '21.T11148/076759916209e5d62bd5';

const first = (values: readonly string[]): string | undefined => values.toSorted()[0];
const last = (values: readonly string[]): string | undefined => values.toSorted().at(-1);

/** Sorts `1.10` after `1.9`. */
const byNumber = new Intl.Collator('en', { numeric: true });
const newest = (versions: readonly string[]): string | undefined =>
  versions.toSorted(byNumber.compare).at(-1);

const formatText = ({ text }: KernelValue): string | undefined => text;

/** A published IRI; a folder without base has made-up `.invalid` addresses (RFC 2606). */
function formatPointer({ iri }: KernelValue): string | undefined {
  return iri !== undefined && /^https?:\/\/[^/]+\.invalid(?=[:/]|$)/iu.test(iri) ? undefined : iri;
}

/** An ISO 8601 date, optionally without day and month, or with time of day. */
function formatDate({ text }: KernelValue): string | undefined {
  const isDate = /^[12]\d{3}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T[\d:.Z+-]+)?)?)?$/u;
  return text !== undefined && isDate.test(text) ? text : undefined;
}

/** The address of a licence, also for names that SPDX knows. */
function formatLicence({ iri, text, property }: KernelValue): string | undefined {
  // Conditions of access are rights, but no licence.
  if (!property.endsWith('license')) return undefined;
  const known = iri ?? (text === undefined ? undefined : normalizeLicence(text));
  return known !== undefined && /^https?:/iu.test(known) ? known : undefined;
}

/** Algorithms known to the registry; SHA-1 is named by its length. */
const checksumNames: { readonly [Name in ChecksumAlgorithm]?: string } = {
  md5: 'md5',
  'sha-1': 'sha160',
  'sha-224': 'sha224',
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
};

/**
 * A checksum as a JSON text, as the registry defines it.
 * @param writes the value under the name of the algorithm
 */
function createChecksumFormat(
  writes: (name: string, hex: string) => string,
): ProfileAttribute['write'] {
  return ({ checksum }) => {
    const name = checksum && checksumNames[checksum.algorithm];
    if (checksum === undefined || name === undefined) return undefined;
    return JSON.stringify({ [`${name}sum`]: writes(name, checksum.hex) });
  };
}

/** An attribute with the name of its kernel attribute; by default an address. */
function createAttribute(
  name: KernelAttributeName,
  pid: string,
  more: Partial<ProfileAttribute> = {},
): ProfileAttribute {
  return { name, pid, from: name, write: formatPointer, ...more };
}

const type = createAttribute('digitalObjectType', '21.T11148/1c699a5d1b4ad3ba4956', {
  mandatory: true,
  single: chooseMainType,
});
const location = createAttribute('digitalObjectLocation', '21.T11148/b8457812905b83046284', {
  mandatory: true,
});
const policy = createAttribute('digitalObjectPolicy', '21.T11148/8074aed799118ac263ad');
const dateCreated = createAttribute('dateCreated', '21.T11148/aafd5fb4c7222e2d950a', {
  mandatory: true,
  single: first,
  write: formatDate,
});
const dateModified = createAttribute('dateModified', '21.T11148/397d831aa3a9d18eb52c', {
  single: last,
  write: formatDate,
});
const version = createAttribute('version', '21.T11148/c692273deb2772da307f', {
  single: newest,
  write: formatText,
});

const relations = [
  createAttribute('wasDerivedFrom', '21.T11148/c6e4c19f294ee6f41b1e'),
  createAttribute('specializationOf', '21.T11148/ab53242825e85a0a7f76'),
  createAttribute('wasRevisionOf', '21.T11148/2a1cad55473b20407c78'),
  createAttribute('hadPrimarySource', '21.T11148/a753134738da82809fc1'),
  createAttribute('wasQuotedFrom', '21.T11148/beaeecebec408908de35'),
  createAttribute('alternateOf', '21.T11148/432132bdbd946b2baf2b'),
];

/** The profiles of the registry (RDA PID Kernel Information; Helmholtz Metadata Collaboration). */
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
        write: createChecksumFormat((name, hex) => `${name} ${hex}`),
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
        write: formatLicence,
      },
      {
        name: 'checksum',
        pid: '21.T11148/82e2503c49209e987740',
        from: 'checksum',
        write: createChecksumFormat((_, hex) => hex),
      },
      ...relations,
    ],
  },
} as const satisfies Record<string, KernelProfile>;

/** The name of a kernel profile. */
export type KernelProfileName = keyof typeof kernelProfiles;

/** The names of all kernel profiles, in display order: the keys of the record. */
export const kernelProfileNames = Object.keys(kernelProfiles) as KernelProfileName[];

/** A kernel record for PID registration (application/vnd.datamanager.pid.simple+json). */
export interface HandleRecord {
  /** The identifier of the object, if it is a DOI or another handle. */
  readonly pid?: string | undefined;
  readonly record: readonly HandleEntry[];
}

interface HandleEntry {
  /** The PID of the attribute's type. */
  readonly key: string;
  readonly value: string;
}

/** The attributes of a profile that an object has; even mandatory ones may be missing. */
export function handleRecord(object: KernelObject, profile: KernelProfile): HandleRecord {
  const entries = profile.attributes.flatMap((attribute) =>
    formatValues(object, attribute).map((value) => ({ key: attribute.pid, value })),
  );
  const record = [{ key: profileAttributePid, value: profile.pid }, ...entries];
  return { pid: object.pid, record };
}

/** The names of mandatory attributes that an object does not have in a valid form. */
export function lackingOf(object: KernelObject, profile: KernelProfile): readonly string[] {
  return profile.attributes
    .filter((attribute) => attribute.mandatory === true && !hasValidValue(object, attribute))
    .map(({ name }) => name);
}

/** The names of the profile's attributes without any value. */
export function unknownAttributes(
  { attributes }: KernelObject,
  profile: KernelProfile,
): readonly string[] {
  return profile.attributes.flatMap(({ name, from }) => (attributes[from] ? [] : [name]));
}

function hasValidValue({ attributes }: KernelObject, { from, write }: ProfileAttribute): boolean {
  return attributes[from]?.values.some((value) => write(value) !== undefined) ?? false;
}

function formatValues(
  { attributes }: KernelObject,
  { from, single, write }: ProfileAttribute,
): readonly string[] {
  const values = (attributes[from]?.values ?? []).flatMap((value) => write(value) ?? []);
  const distinct = [...new Set(values)];
  return single === undefined ? distinct : [single(distinct) ?? []].flat();
}

/**
 * A kernel record as JSON, with attribute names. Checksums include their RFC 6920 URI; each object
 * lists its missing attributes, and its missing mandatory attributes of the profile.
 */
export function kernelJson({ graph, objects }: KernelRecord, profile: KernelProfile): unknown {
  return {
    graph,
    profile: { pid: profile.pid, title: profile.title },
    objects: objects.map((object) => objectJson(object, profile)),
  };
}

/** As `kernelJson` in pieces, because the whole may exceed the maximum string length. */
export function* kernelJsonText(
  { graph, objects }: KernelRecord,
  profile: KernelProfile,
): Generator<string> {
  const { pid, title } = profile;
  yield `{"graph":${JSON.stringify(graph)},"profile":${JSON.stringify({ pid, title })},"objects":[`;
  for (const [at, object] of objects.entries()) {
    yield `${at === 0 ? '' : ','}${JSON.stringify(objectJson(object, profile))}`;
  }
  yield ']}\n';
}

function objectJson(object: KernelObject, profile: KernelProfile): unknown {
  const { kind, iri, name, pid, in: within, attributes } = object;
  return {
    kind,
    iri,
    name,
    pid,
    in: within,
    attributes,
    lacking: missingKernelAttributes(attributes),
    lackingOfProfile: lackingOf(object, profile),
    notImplemented: [notImplementedAttribute],
  };
}

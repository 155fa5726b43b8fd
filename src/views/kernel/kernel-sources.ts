import {
  valuesUnder,
  type FactNode,
  type FactValue,
  type StatedValue,
} from '../../facts/record/fact-node.ts';
import { agentsUnder, type AgentMention } from '../../facts/record/read-agents.ts';
import { servicesOf } from '../../facts/record/read-file.ts';
import { readMetadata } from '../../facts/record/read-metadata.ts';
import { policyKinds, readPolicies, type PolicyKind } from '../../facts/record/read-policies.ts';
import { isOfRelation, readRelations, type Relation } from '../../facts/record/read-relations.ts';
import { agentTerms, fileTerms, textTerms } from '../../facts/record/text-terms.ts';
import { vocabulary } from '../../rdf/vocabularies.ts';
import type { KernelAttributeName } from './kernel-attributes.ts';

/** A value that a digital object says for an attribute. */
export interface SaidValue extends StatedValue {
  /** Whether it is what a link leads to, or the link itself. */
  readonly isLink?: true;
  /** Of a policy: whether nothing says which one it is. */
  readonly undetermined?: true;
}

/** The values for an attribute, the better first: those count that are the first not to be nil. */
export type Choices = readonly (readonly SaidValue[])[];

const schema = vocabulary('http://schema.org/', 'dateCreated', 'isBasedOn', 'provider', 'version');
const dcterms = vocabulary('http://purl.org/dc/terms/', 'created');
const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'version');
const prov = vocabulary(
  'http://www.w3.org/ns/prov#',
  'alternateOf',
  'hadPrimarySource',
  'specializationOf',
  'wasDerivedFrom',
  'wasQuotedFrom',
  'wasRevisionOf',
);

/** The attributes whose values stand under properties, by these, the better first. */
const propertiesOf = {
  checksum: [[...fileTerms.checksums, ...fileTerms.sha256]],
  rights: [textTerms.licences],
  scientificDomain: [textTerms.terms.keyword],
  additionalType: [textTerms.terms.type],
  dateCreated: [textTerms.issued, [schema.dateCreated, dcterms.created], textTerms.modified],
  dateModified: [textTerms.modified],
  version: [[schema.version, dcat.version]],
} as const satisfies { readonly [Name in KernelAttributeName]?: readonly (readonly string[])[] };

/** Relations, by the property for each and by the names that links have for it. */
const relations = {
  wasDerivedFrom: [
    [prov.wasDerivedFrom, schema.isBasedOn],
    ['derivedfrom', 'basedon'],
  ],
  specializationOf: [[prov.specializationOf], ['specializationof', 'specialisationof']],
  wasRevisionOf: [[prov.wasRevisionOf], ['revisionof', 'newversionof', 'predecessorversion']],
  hadPrimarySource: [[prov.hadPrimarySource], ['primarysource']],
  wasQuotedFrom: [[prov.wasQuotedFrom], ['quotedfrom']],
  alternateOf: [[prov.alternateOf], ['alternateof', 'alternate']],
} as const satisfies { readonly [Name in KernelAttributeName]?: unknown };

const policies = {
  mutability: 'digitalObjectMutability',
  persistency: 'persistencyPolicy',
  digitalObject: 'digitalObjectPolicy',
} as const satisfies Record<PolicyKind, KernelAttributeName>;

/** What is said of each attribute by one node of a record, a digital object; not its types. */
export function choicesOf(node: FactNode): ReadonlyMap<KernelAttributeName, Choices> {
  const links = readRelations(node).filter(({ link }) => link !== undefined);
  return new Map<KernelAttributeName, Choices>([
    ...agentChoices(node),
    ...entriesOf(propertiesOf).map(([name, ranks]) => {
      return [name, ranks.map((properties) => valuesUnder(node, properties))] as const;
    }),
    ...policyChoices(node),
    ...entriesOf(relations).map(([name, [properties, forms]]) => {
      return [name, [[...valuesUnder(node, properties), ...linked(links, forms)]]] as const;
    }),
    ['profile', [profilesOf(node)]],
    ['digitalObjectLocation', locationsOf(node)],
  ]);
}

function entriesOf<Name extends string, Value>(
  record: Readonly<Record<Name, Value>>,
): readonly (readonly [Name, Value])[] {
  return Object.entries(record) as [Name, Value][]; // its own names
}

/** Who made a thing may keep it, where nothing says who does: that is the last choice. */
function agentChoices(node: FactNode): readonly (readonly [KernelAttributeName, Choices])[] {
  const { contributor, creator, maintainer, publisher } = agentTerms.roles;
  const made = agentsUnder(node, creator);
  const contributing = agentsUnder(node, contributor).filter(isMaintainer);
  return [
    ['creator', [made]],
    [
      'responsibleOrganisation',
      [agentsUnder(node, [schema.provider]), agentsUnder(node, publisher)],
    ],
    ['technicalManagement', [[...agentsUnder(node, maintainer), ...contributing], made]],
  ];
}

function isMaintainer({ roleName = '' }: AgentMention): boolean {
  return /maintain/iu.test(roleName);
}

function policyChoices(node: FactNode): readonly (readonly [KernelAttributeName, Choices])[] {
  const all = readPolicies(node);
  return policyKinds.map((kind) => {
    const said = all.flatMap(({ kinds, ...policy }): readonly SaidValue[] => {
      if (kinds.length === 0) return [{ ...policy, undetermined: true }];
      return kinds.includes(kind) ? [policy] : [];
    });
    return [policies[kind], [said]];
  });
}

/** Links by their relation as PROV, DataCite or IANA call it: `isBasedOn`, `was derived from`. */
function linked(links: readonly Relation[], forms: readonly string[]): readonly SaidValue[] {
  if (links.length === 0) return [];
  const names = forms.flatMap((form) => ['', 'is', 'was', 'had'].map((before) => before + form));
  return links
    .filter((link) => isOfRelation(link, ...names))
    .map(({ target, property }) => ({ value: target, property, isListed: false, isLink: true }));
}

/**
 * Those of the metadata record; those of CDIF also of another node about the resource, and of
 * itself.
 */
function profilesOf(node: FactNode): readonly SaidValue[] {
  const [property] = fileTerms.profiles;
  const ofRecords = readMetadata(node).records.flatMap(({ kind, profiles }) =>
    profiles.filter((profile) => kind === 'record' || isOfCdif(profile)),
  );
  const own = node.values([property]).filter(isOfCdif);
  return [...ofRecords, ...own].map((value) => ({ value, property, isListed: false }));
}

function isOfCdif(profile: FactValue): boolean {
  return /cdif/iu.test(profile.kind === 'literal' ? profile.text : profile.name);
}

/** Where its bits are; a service is where its template leads to. */
function locationsOf(node: FactNode): Choices {
  return [
    valuesUnder(node, fileTerms.contents),
    valuesUnder(node, fileTerms.places),
    servicesOf(node).flatMap((service) => valuesUnder(service, fileTerms.templates)),
  ];
}

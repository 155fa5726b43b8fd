import { termIri, termIris } from '../../facts/record/vocabulary-iris.ts';
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
import type { KernelAttributeName } from './kernel-attributes.ts';

/** A value that a digital object states for an attribute. */
export interface SaidValue extends StatedValue {
  /** Whether it is the target of a link, or the link itself. */
  readonly isLink?: true;
  /** Whether the kind of the policy is not stated. */
  readonly undetermined?: true;
}

/** Values for an attribute in order of preference; the first group that is not nil counts. */
export type Choices = readonly (readonly SaidValue[])[];

const conformsTo = termIri('dcterms:conformsTo');
const providers = termIris('schema:provider');

/** Properties of attributes, in order of preference. */
const propertiesOf = {
  checksum: [[...fileTerms.checksums, ...fileTerms.sha256]],
  rights: [textTerms.licences],
  scientificDomain: [textTerms.terms.keyword],
  additionalType: [textTerms.terms.type],
  dateCreated: [
    textTerms.issued,
    termIris('schema:dateCreated dcterms:created'),
    textTerms.modified,
  ],
  dateModified: [textTerms.modified],
  version: [termIris('schema:version dcat:version')],
} as const satisfies { readonly [Name in KernelAttributeName]?: readonly (readonly string[])[] };

/** Properties of relations, and their names in links. */
const relations = {
  wasDerivedFrom: [termIris('prov:wasDerivedFrom schema:isBasedOn'), ['derivedfrom', 'basedon']],
  specializationOf: [termIris('prov:specializationOf'), ['specializationof', 'specialisationof']],
  wasRevisionOf: [
    termIris('prov:wasRevisionOf'),
    ['revisionof', 'newversionof', 'predecessorversion'],
  ],
  hadPrimarySource: [termIris('prov:hadPrimarySource'), ['primarysource']],
  wasQuotedFrom: [termIris('prov:wasQuotedFrom'), ['quotedfrom']],
  alternateOf: [termIris('prov:alternateOf'), ['alternateof', 'alternate']],
} as const satisfies { readonly [Name in KernelAttributeName]?: unknown };

const policies = {
  mutability: 'digitalObjectMutability',
  persistency: 'persistencyPolicy',
  digitalObject: 'digitalObjectPolicy',
} as const satisfies Record<PolicyKind, KernelAttributeName>;

/** The values that a digital object states for each attribute, without its types. */
export function choicesOf(node: FactNode): ReadonlyMap<KernelAttributeName, Choices> {
  const links = readRelations(node).filter(({ link }) => link !== undefined);
  return new Map<KernelAttributeName, Choices>([
    ...readAgentChoices(node),
    ...typedEntries(propertiesOf).map(([name, ranks]) => {
      return [name, ranks.map((properties) => valuesUnder(node, properties))] as const;
    }),
    ...readPolicyChoices(node),
    ...typedEntries(relations).map(([name, [properties, forms]]) => {
      return [
        name,
        [[...valuesUnder(node, properties), ...readLinkTargets(links, forms)]],
      ] as const;
    }),
    ['profile', [readProfiles(node)]],
    ['digitalObjectLocation', readLocationChoices(node)],
  ]);
}

function typedEntries<Name extends string, Value>(
  record: Readonly<Record<Name, Value>>,
): readonly (readonly [Name, Value])[] {
  return Object.entries(record) as [Name, Value][]; // its own names
}

/** The creator is the last choice for technical management. */
function readAgentChoices(node: FactNode): readonly (readonly [KernelAttributeName, Choices])[] {
  const { contributor, creator, maintainer, publisher } = agentTerms.roles;
  const made = agentsUnder(node, creator);
  const contributing = agentsUnder(node, contributor).filter(isMaintainer);
  return [
    ['creator', [made]],
    ['responsibleOrganisation', [agentsUnder(node, providers), agentsUnder(node, publisher)]],
    ['technicalManagement', [[...agentsUnder(node, maintainer), ...contributing], made]],
  ];
}

function isMaintainer({ roleName = '' }: AgentMention): boolean {
  return /maintain/iu.test(roleName);
}

function readPolicyChoices(node: FactNode): readonly (readonly [KernelAttributeName, Choices])[] {
  const all = readPolicies(node);
  return policyKinds.map((kind) => {
    const said = all.flatMap(({ kinds, ...policy }): readonly SaidValue[] => {
      if (kinds.length === 0) return [{ ...policy, undetermined: true }];
      return kinds.includes(kind) ? [policy] : [];
    });
    return [policies[kind], [said]];
  });
}

/** Links by the relation names of PROV, DataCite and IANA: `isBasedOn`, `was derived from`. */
function readLinkTargets(
  links: readonly Relation[],
  forms: readonly string[],
): readonly SaidValue[] {
  if (links.length === 0) return [];
  const names = forms.flatMap((form) => ['', 'is', 'was', 'had'].map((before) => before + form));
  return links
    .filter((link) => isOfRelation(link, ...names))
    .map(({ target, property }) => ({ value: target, property, isListed: false, isLink: true }));
}

/**
 * Profiles of the metadata record; CDIF profiles also of other nodes about the resource, and of
 * itself.
 */
function readProfiles(node: FactNode): readonly SaidValue[] {
  const ofRecords = readMetadata(node).records.flatMap(({ kind, profiles }) =>
    profiles.filter((profile) => kind === 'record' || isOfCdif(profile)),
  );
  const own = node.values(fileTerms.profiles).filter(isOfCdif);
  return [...ofRecords, ...own].map((value) => ({ value, property: conformsTo, isListed: false }));
}

function isOfCdif(profile: FactValue): boolean {
  return /cdif/iu.test(profile.kind === 'literal' ? profile.text : profile.name);
}

/** The location of the content; of a service its URL template. */
function readLocationChoices(node: FactNode): Choices {
  return [
    valuesUnder(node, fileTerms.contents),
    valuesUnder(node, fileTerms.places),
    servicesOf(node).flatMap((service) => valuesUnder(service, fileTerms.templates)),
  ];
}

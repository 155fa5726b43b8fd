import type { TermUse } from '../../facts/record/keywords.ts';
import type { StatedIdentifier } from '../../facts/record/names-and-identifiers.ts';
import type { PlaceFacts, TimeFacts } from '../../model/search-facts.ts';

/** The details of one resource in a metadata record, without nils. */
export interface ResourceDetails {
  /** The graph of the metadata record. */
  readonly graph: string;
  /** The published IRI of the resource. */
  readonly iri?: string | undefined;
  /** Blank node label, for a resource without IRI. */
  readonly node?: string | undefined;
  /** IRIs. */
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  /** In the order of their events. */
  readonly dates: readonly DateDetail[];
  readonly versions: readonly string[];
  /** By role, then in the published order if known. */
  readonly agents: readonly AgentDetail[];
  readonly identifiers: readonly StatedIdentifier[];
  readonly terms: readonly TermDetail[];
  readonly variables: readonly VariableDetail[];
  /** In English if known, else as published. */
  readonly languages: readonly string[];
  /** Places and times from the search facts; absent if unknown. */
  readonly places?: PlaceFacts | undefined;
  readonly times?: TimeFacts | undefined;
  /** The resource itself, if it is a file; at most one. */
  readonly files: readonly FileDetail[];
  readonly distributions: readonly DistributionDetail[];
  readonly related: readonly RelatedDetail[];
  readonly funding: readonly FundingDetail[];
  readonly policies: readonly PolicyDetail[];
  /** The metadata record about the resource. */
  readonly metadata: MetadataDetail;
  /** Values that were not read, of a very large record. */
  readonly omitted?: readonly OmittedDetails[] | undefined;
}

/** The number of values of one part that were not read. */
export interface OmittedDetails {
  readonly part: BoundedPart;
  readonly values: number;
}

/** Parts that may have thousands of values; `distributions` includes the files in distributions. */
export type BoundedPart =
  | 'agents'
  | 'distributions'
  | 'identifiers'
  | 'related'
  | 'terms'
  | 'variables';

/** Details about the metadata of a resource, from its own record or from the resource. */
export interface MetadataDetail {
  /** The published IRIs of the record. */
  readonly iris: readonly string[];
  readonly identifiers: readonly StatedIdentifier[];
  /** Published dates of creation or last modification. */
  readonly dates: readonly string[];
  readonly contacts: readonly AgentDetail[];
}

/** Details of a resource without statements. */
export const noDetails: Omit<ResourceDetails, 'graph'> = {
  types: [],
  names: [],
  descriptions: [],
  dates: [],
  versions: [],
  agents: [],
  identifiers: [],
  terms: [],
  variables: [],
  languages: [],
  files: [],
  distributions: [],
  related: [],
  funding: [],
  policies: [],
  metadata: { iris: [], identifiers: [], dates: [], contacts: [] },
};

/** The name of something. */
export interface Named {
  readonly name?: string | undefined;
  /** Of the name, in lower case; only if read for a reader. */
  readonly language?: string | undefined;
}

/** A name and an IRI, at least one of them. */
export interface NameAndIri extends Named {
  readonly iri?: string | undefined;
}

/** A published date of the resource. */
export interface DateDetail {
  readonly event: 'created' | 'published' | 'modified';
  /** As published. */
  readonly date: string;
}

/** A person or organisation in one role. */
export interface AgentDetail extends NameAndIri {
  /** In words: `creator`, `copyright holder`, with the name given by a `Role`. */
  readonly role: string;
  readonly affiliations: readonly string[];
  /** The affiliations that have an IRI or a language. */
  readonly organizations?: readonly NameAndIri[] | undefined;
  /** By type or register. */
  readonly kind?: 'organization' | 'person' | undefined;
  /** Separate name parts of a person, if stated. */
  readonly family?: string | undefined;
  readonly given?: string | undefined;
  /** Email addresses, telephone numbers, pages. */
  readonly contacts: readonly string[];
}

/** A keyword, subject, type or place, by name or IRI. */
export interface TermDetail extends NameAndIri {
  readonly use: TermUse | 'place';
  /** Vocabulary: a name or an IRI. */
  readonly scheme?: string | undefined;
  readonly code?: string | undefined;
}

/** A measured variable. */
export interface VariableDetail extends NameAndIri {
  readonly units: readonly string[];
  readonly description?: string | undefined;
  /** See `Named.language`. */
  readonly descriptionLanguage?: string | undefined;
  /** Concepts of vocabularies. */
  readonly concepts?: readonly NameAndIri[];
}

/** The facts about one file. */
export interface FileDetail {
  /** Addresses of the content, or URL templates of a service. */
  readonly addresses: readonly string[];
  readonly formats: readonly string[];
  readonly sizes: readonly string[];
  /** With the algorithm first, if known. */
  readonly checksums: readonly string[];
}

/** A file in a distribution. */
export interface PartDetail extends FileDetail, Named {}

/** A distribution of the resource: a file, an archive or a service. */
export interface DistributionDetail extends PartDetail {
  readonly conformsTo: readonly string[];
  readonly licences: readonly string[];
  /** Its contents. */
  readonly parts: readonly PartDetail[];
}

/** A related resource. */
export interface RelatedDetail extends NameAndIri {
  /** In words: `is based on`. */
  readonly relation: string;
  /** Formats and sizes, for a part that is a file. */
  readonly nature?: readonly string[] | undefined;
}

/** A grant with name and number, or a funder without grant. */
export interface FundingDetail extends Named {
  readonly number?: string | undefined;
  readonly funder?: NameAndIri | undefined;
}

/** A licence, or a statement about access, rights or policy. */
export interface PolicyDetail extends NameAndIri {
  readonly about: 'license' | 'access' | 'rights' | 'policy';
}

import type { TermUse } from '../../facts/record/read-terms.ts';
import type { StatedIdentifier } from '../../facts/record/stated-identifiers.ts';
import type { PlaceFacts, TimeFacts } from '../../model/search-facts.ts';

/** What a metadata record says of one resource, part by part, as people ask for it. What is nil is left out. */
export interface ResourceDetails {
  /** The graph of the metadata record. */
  readonly graph: string;
  /** What the publisher calls the resource, where that is an IRI. */
  readonly iri?: string;
  /** Where it has no IRI: its blank node, by its label in the graph. */
  readonly node?: string;
  /** IRIs. */
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  /** In the order of their events. */
  readonly dates: readonly DateDetail[];
  readonly versions: readonly string[];
  /** By role; those of one role in the order of the publisher where that is known. */
  readonly agents: readonly AgentDetail[];
  readonly identifiers: readonly StatedIdentifier[];
  readonly terms: readonly TermDetail[];
  readonly variables: readonly VariableDetail[];
  /** In English where they are known, else as published. */
  readonly languages: readonly string[];
  /** Where and when it is about, in the form in which it is searched; absent where that is not known. */
  readonly places?: PlaceFacts;
  readonly times?: TimeFacts;
  /** The resource itself, where it is a file: one at most. */
  readonly files: readonly FileDetail[];
  readonly distributions: readonly DistributionDetail[];
  readonly related: readonly RelatedDetail[];
  readonly funding: readonly FundingDetail[];
  readonly policies: readonly PolicyDetail[];
  /** The record about the resource. */
  readonly metadata: MetadataDetail;
  /** Of a very large record: what is not among these. */
  readonly omitted?: readonly OmittedDetails[];
}

/** So many values of a part of the details were not read, since a record has too many. */
export interface OmittedDetails {
  readonly part: BoundedPart;
  readonly values: number;
}

/** The parts that may have thousands of values; the files in distributions count among these. */
export type BoundedPart =
  | 'agents'
  | 'distributions'
  | 'identifiers'
  | 'related'
  | 'terms'
  | 'variables';

/** What is said of the metadata of a resource, in a record of its own or beside it. */
export interface MetadataDetail {
  /** What the publisher calls the record. */
  readonly iris: readonly string[];
  readonly identifiers: readonly StatedIdentifier[];
  /** When it was made or changed last, as published. */
  readonly dates: readonly string[];
  readonly contacts: readonly AgentDetail[];
}

/** Of a resource of which nothing is said. */
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

/** What something is called. */
export interface Named {
  readonly name?: string;
  /** Of the name, in lower case; only where the details are read for a reader. */
  readonly language?: string;
}

/** What something is called, and by which IRI; at least one of the two. */
export interface Called extends Named {
  readonly iri?: string;
}

export interface DateDetail {
  readonly event: 'created' | 'published' | 'modified';
  /** As published. */
  readonly date: string;
}

export interface AgentDetail extends Called {
  /** In words: `creator`, `copyright holder`, and what a `Role` calls it. */
  readonly role: string;
  readonly affiliations: readonly string[];
  /** Those of them that have an IRI or a language, with it. */
  readonly organizations?: readonly Called[];
  /** What it is by its type or register. */
  readonly kind?: 'organization' | 'person';
  /** The parts of the name of a person, where the record has them apart. */
  readonly family?: string;
  readonly given?: string;
  /** Addresses of mail, numbers of telephones, pages. */
  readonly contacts: readonly string[];
}

export interface TermDetail extends Called {
  readonly use: TermUse | 'place';
  /** The vocabulary: a name or an IRI. */
  readonly scheme?: string;
  readonly code?: string;
}

export interface VariableDetail extends Called {
  readonly units: readonly string[];
  readonly description?: string;
  /** As `language` of the name. */
  readonly descriptionLanguage?: string;
  /** What it is, in vocabularies. */
  readonly concepts?: readonly Called[];
}

export interface FileDetail {
  /** Where it is, or the template of addresses of a service. */
  readonly addresses: readonly string[];
  readonly formats: readonly string[];
  readonly sizes: readonly string[];
  /** With the algorithm before each, where it is known. */
  readonly checksums: readonly string[];
}

export interface PartDetail extends FileDetail, Named {}

export interface DistributionDetail extends PartDetail {
  readonly conformsTo: readonly string[];
  readonly licences: readonly string[];
  /** What is in it. */
  readonly parts: readonly PartDetail[];
}

export interface RelatedDetail extends Called {
  /** In words: `is based on`. */
  readonly relation: string;
  /** Formats and sizes, of a part that is a file. */
  readonly nature?: readonly string[];
}

/** A grant, by its name and number, or somebody who paid without one. */
export interface FundingDetail extends Named {
  readonly number?: string;
  readonly funder?: Called;
}

export interface PolicyDetail extends Called {
  readonly about: 'license' | 'access' | 'rights' | 'policy';
}

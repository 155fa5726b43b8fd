/** What a metadata record says of one resource, part by part, as people ask for it. What is nil is left out. */
export interface ResourceDetails {
  /** The graph of the metadata record. */
  readonly graph: string;
  /** What the publisher calls the resource, where that is an IRI. */
  readonly iri?: string;
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  /** In the order of their events. */
  readonly dates: readonly DateDetail[];
  readonly versions: readonly string[];
  /** By role; those of one role in the order of the publisher where that is known. */
  readonly agents: readonly AgentDetail[];
  readonly identifiers: readonly IdentifierDetail[];
  readonly terms: readonly TermDetail[];
  readonly variables: readonly VariableDetail[];
  readonly distributions: readonly DistributionDetail[];
  readonly related: readonly RelatedDetail[];
  readonly funding: readonly FundingDetail[];
  readonly policies: readonly PolicyDetail[];
}

/** What something is called, and by which IRI; at least one of the two. */
export interface Called {
  readonly name?: string;
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
  /** Addresses of mail, numbers of telephones, pages. */
  readonly contacts: readonly string[];
}

export interface IdentifierDetail {
  /** As people call it: `DOI`, `Handle`, `ARK`, `IGSN`. */
  readonly scheme?: string;
  readonly value: string;
  /** Where it can be resolved. */
  readonly url?: string;
}

export interface TermDetail extends Called {
  readonly use: 'keyword' | 'about' | 'type' | 'technique';
  /** The vocabulary: a name or an IRI. */
  readonly scheme?: string;
  readonly code?: string;
}

export interface VariableDetail extends Called {
  readonly units: readonly string[];
}

export interface DistributionDetail {
  readonly name?: string;
  /** Where it is, or the template of addresses of a service. */
  readonly addresses: readonly string[];
  readonly formats: readonly string[];
  readonly sizes: readonly string[];
  /** With the algorithm before each. */
  readonly checksums: readonly string[];
  readonly conformsTo: readonly string[];
  readonly licences: readonly string[];
  /** The names of what is in it. */
  readonly parts: readonly string[];
}

export interface RelatedDetail extends Called {
  /** In words: `is based on`. */
  readonly relation: string;
}

export interface FundingDetail {
  /** Of the grant. */
  readonly name?: string;
  readonly number?: string;
  readonly funder?: Called;
}

export interface PolicyDetail extends Called {
  readonly about: 'license' | 'access' | 'rights' | 'policy';
}

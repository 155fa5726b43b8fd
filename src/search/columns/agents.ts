import { agentLookupIri } from '../../facts/text/agent-iri.ts';
import { foldText } from '../../facts/text/word-folding.ts';
import type { AgentFacts, AgentNames, AgentRole } from '../../model/search-facts.ts';
import { repairIri } from '../../rdf/iri.ts';
import { BitSet, Relation } from '../number-tables.ts';
import type { IndexColumn, IndexEntry } from './column.ts';
import { type LabelTable, NameTable, Spellings, type WordClause } from '../text-tables.ts';

/** An agent condition. */
export interface AgentQuery {
  /** Canonical IRIs; words that are all in one name; or a complete name. */
  readonly iris: readonly string[];
  readonly words?: readonly WordClause[];
  readonly name?: string;
  /** Folded role: see `roleTexts`. */
  readonly role?: string;
  /** Whether members match as well, in the role `affiliation`. */
  readonly withMembers: boolean;
}

/** Role names in conditions, in addition to those of records. */
export const roleTexts = {
  contributor: 'contributor',
  copyrightHolder: 'copyright holder',
  creator: 'creator',
  editor: 'editor',
  funder: 'funder',
  maintainer: 'maintainer',
  provider: 'provider',
  publisher: 'publisher',
} as const satisfies Record<AgentRole, string>;

const memberRole = 'affiliation';

/** The agents of entries with their roles. Agents with equal facts are stored once. */
export class AgentColumn implements IndexColumn {
  /** The contributions of each entry: an agent in a role. */
  readonly entries = new Relation();
  readonly #labels: LabelTable;
  readonly #numbers = new Map<string, number>();
  readonly #iris = new NameTable();
  readonly #agentIris = new Relation();
  readonly #names = new Relation();
  /** The labels of each agent: its names, else its IRIs. */
  readonly #displayLabels = new Relation();
  /** The affiliations of each agent. */
  readonly #affiliations = new Relation();
  readonly #contributionNumbers = new Map<string, number>();
  /** The folded role names of each contribution. */
  readonly #roles: (readonly string[])[] = [];
  /** The agent of each contribution. */
  readonly #agents = new Relation();
  /** The labels of the agent of each contribution. */
  readonly people = new Relation();
  /** As `people`, only for publishers. */
  readonly publishers = new Relation();
  /** The original spellings of these labels. */
  readonly spellings = new Spellings();
  readonly withoutPublisher = new BitSet();

  constructor(labels: LabelTable) {
    this.#labels = labels;
  }

  add({ facts }: IndexEntry): void {
    const { agents } = facts.texts;
    if (!agents.some(({ role }) => role === 'publisher')) {
      this.withoutPublisher.add(this.entries.size);
    }
    this.entries.add(agents.map((agent) => this.#contributionOf(agent)));
  }

  entriesWith({ role, withMembers, ...named }: AgentQuery): BitSet {
    const agents = this.#agentsNamed(named);
    const found = this.#agents.ownersOfAny(agents);
    if (role !== undefined) found.keepAll(this.contributionsAs(role));
    if (withMembers && (role === undefined || role === memberRole)) {
      found.addAll(this.#agents.ownersOfAny(this.#affiliations.ownersOfAny(agents)));
    }
    return this.entries.ownersOfAny(found);
  }

  /** The contributions in a folded role. */
  contributionsAs(role: string): BitSet {
    const found = new BitSet(this.#roles.length);
    for (const [number, roles] of this.#roles.entries())
      if (roles.includes(role)) found.add(number);
    return found;
  }

  #agentsNamed({ iris, words = [], name }: Pick<AgentQuery, 'iris' | 'name' | 'words'>): BitSet {
    const namedWith = (clause: WordClause): BitSet => this.#labels.labelsWith(clause);
    const demanded = words.filter(({ isExcluded }) => !isExcluded);
    // All words must be in one name.
    const names = BitSet.inAll(demanded.map(namedWith));
    const isAnybody = words.length > 0 && demanded.length === 0;
    const found = isAnybody ? BitSet.full(this.#numbers.size) : this.#names.ownersOfAny(names);
    for (const clause of words.filter(({ isExcluded }) => isExcluded)) {
      found.deleteAll(this.#names.ownersOfAny(namedWith(clause)));
    }
    found.addAll(this.#agentIris.ownersOfAny(this.#iris.numbersOf(iris)));
    const label = name === undefined ? undefined : this.#labels.numberOf(name);
    if (label !== undefined) found.addAll(this.#displayLabels.ownersOfAny([label]));
    return found;
  }

  #contributionOf(agent: AgentFacts): number {
    const { role, roleName } = agent;
    const number = this.#agentOf(agent);
    const key = `${number} ${role} ${roleName ?? ''}`;
    const known = this.#contributionNumbers.get(key);
    if (known !== undefined) return known;
    const roles = [roleTexts[role], ...(roleName === undefined ? [] : [foldText(roleName)])];
    this.#agents.add([number]);
    const labels = this.#displayLabels.valuesOf(number).slice();
    this.people.add(labels);
    this.publishers.add(role === 'publisher' ? labels : []);
    this.#contributionNumbers.set(key, this.#roles.length);
    return this.#roles.push(roles) - 1;
  }

  #labelsOf({ names, iris }: AgentNames): readonly number[] {
    const texts = names.length > 0 ? names.map(({ text }) => text) : iris.flatMap(agentIriKeys);
    return texts.map((text) => {
      const label = this.#labels.add(text);
      this.spellings.note(label, text);
      return label;
    });
  }

  #agentOf({ names, iris, affiliations = [] }: Omit<AgentFacts, 'role'>): number {
    const key = JSON.stringify([names, iris, affiliations]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const affiliated = affiliations.map((each: AgentNames) => this.#agentOf(each));
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    this.#agentIris.add(iris.flatMap(agentIriKeys).map((iri) => this.#iris.add(iri)));
    this.#names.add(names.map(({ text }) => this.#labels.add(text)));
    this.#displayLabels.add(this.#labelsOf({ names, iris }));
    this.#affiliations.add(affiliated);
    return number;
  }
}

function agentIriKeys(iri: string): readonly string[] {
  const key = repairIri(agentLookupIri(iri));
  return key === undefined ? [] : [key];
}

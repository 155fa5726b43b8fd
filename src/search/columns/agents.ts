import { agentLookupIri } from '../../facts/text/agent-iri.ts';
import { foldText } from '../../facts/text/word-folding.ts';
import type { AgentFacts, AgentNames, AgentRole } from '../../model/search-facts.ts';
import { repairIri } from '../../rdf/iri.ts';
import { BitSet } from '../bit-set.ts';
import type { IndexColumn, IndexEntry } from './column.ts';
import { type LabelTable, NameTable, Spellings } from '../text-tables.ts';
import { Relation } from '../number-tables.ts';
import type { WordClause } from '../word-query.ts';

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
  readonly #called = new Relation();
  /** The affiliations of each agent. */
  readonly #affiliations = new Relation();
  readonly #contributionNumbers = new Map<string, number>();
  readonly #contributions: Contribution[] = [];
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
      this.withoutPublisher.add(this.entries.owners);
    }
    this.entries.add(agents.map((agent) => this.#contributionOf(agent)));
  }

  entriesWith(asked: AgentQuery): BitSet {
    const agents = this.#agentsNamed(asked);
    const found = new BitSet(this.entries.owners);
    const addHolders = (of: BitSet, isWanted: (roles: readonly string[]) => boolean): void => {
      this.#agents
        .ownersOfAny(of)
        .toArray()
        .forEach((number) => {
          if (!isWanted(this.#contributions[number]?.roles ?? [])) return;
          for (const entry of this.entries.ownersOf(number)) found.add(entry);
        });
    };
    const { role } = asked;
    addHolders(agents, (roles) => role === undefined || roles.includes(role));
    if (asked.withMembers && (role === undefined || role === memberRole)) {
      addHolders(this.#affiliations.ownersOfAny(agents), () => true);
    }
    return found;
  }

  /** The contributions in a folded role. */
  contributionsAs(role: string): BitSet {
    const found = new BitSet(this.#contributions.length);
    for (const [number, { roles }] of this.#contributions.entries()) {
      if (roles.includes(role)) found.add(number);
    }
    return found;
  }

  #agentsNamed({ iris, words = [], name }: AgentQuery): BitSet {
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
    if (label !== undefined) found.addAll(this.#called.ownersOfAny([label]));
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
    const labels = this.#called.valuesOf(number).slice();
    this.people.add(labels);
    this.publishers.add(role === 'publisher' ? labels : []);
    this.#contributionNumbers.set(key, this.#contributions.length);
    return this.#contributions.push({ roles }) - 1;
  }

  #labelsOf({ names, iris }: AgentNames): readonly number[] {
    const called = names.length > 0 ? names.map(({ text }) => text) : iris.flatMap(agentIriKeys);
    return called.map((text) => {
      const label = this.#labels.add(text);
      this.spellings.note(label, text);
      return label;
    });
  }

  #agentOf({ names, iris, affiliations = [] }: Omit<AgentFacts, 'role'>): number {
    const key = agentKey({ names, iris }, affiliations);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const belongs = affiliations.map((each: AgentNames) => this.#agentOf(each));
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    this.#agentIris.add(iris.flatMap(agentIriKeys).map((iri) => this.#iris.add(iri)));
    this.#names.add(names.map(({ text }) => this.#labels.add(text)));
    this.#called.add(this.#labelsOf({ names, iris }));
    this.#affiliations.add(belongs);
    return number;
  }
}

/** Separators that no text contains, since `plainText` removes control characters. */
const [between, behind] = ['\u0001', '\u0002'];

/** Lookup key of an agent; `JSON.stringify` takes twice as long. */
function agentKey({ names, iris }: AgentNames, affiliations: readonly AgentNames[]): string {
  let key = '';
  for (const { text, language = '' } of names) key += text + between + language + between;
  key += behind + iris.join(between);
  for (const each of affiliations) key += behind + behind + agentKey(each, []);
  return key;
}

interface Contribution {
  /** Folded role names. */
  readonly roles: readonly string[];
}

function agentIriKeys(iri: string): readonly string[] {
  const key = repairIri(agentLookupIri(iri));
  return key === undefined ? [] : [key];
}

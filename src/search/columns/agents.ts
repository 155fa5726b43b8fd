import { agentName } from '../../facts/text/agent-iri.ts';
import { folded } from '../../facts/text/fold.ts';
import type { AgentFacts, AgentNames, AgentRole } from '../../model/search-facts.ts';
import { repairIri } from '../../rdf/iri.ts';
import { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import { NameTable } from '../name-table.ts';
import { Relation } from '../relation.ts';
import { Spellings } from '../spellings.ts';
import type { LabelTable } from '../label-table.ts';
import type { WordClause } from '../word-query.ts';

/** A person or organisation that is asked for. */
export interface AskedAgent {
  /** IRIs in the one spelling; words, all of which stand in one name; or a name as a whole. */
  readonly iris: readonly string[];
  readonly words?: readonly WordClause[];
  readonly name?: string;
  /** As what, in the spelling of `folded`: see `roleTexts`. */
  readonly role?: string;
  /** Whether whoever belongs to it counts as well, in the role `affiliation`. */
  readonly withMembers: boolean;
}

/** What a role is called in a question, beside what records call it. */
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

/** People and organisations, and their roles for entries. Agents with equal facts are one. */
export class Agents implements Column {
  /** Of each entry its contributions: an agent in a role. */
  readonly entries = new Relation();
  readonly #labels: LabelTable;
  readonly #numbers = new Map<string, number>();
  readonly #iris = new NameTable();
  readonly #agentIris = new Relation();
  readonly #names = new Relation();
  /** Of each agent those that it belongs to. */
  readonly #affiliations = new Relation();
  readonly #contributionNumbers = new Map<string, number>();
  readonly #contributions: Contribution[] = [];
  /** Of each contribution its agent. */
  readonly #agents = new Relation();
  /** Of each contribution of a publisher its names, else its IRIs; as labels. */
  readonly publishers = new Relation();
  /** How these are written, by their labels. */
  readonly publisherSpellings = new Spellings();

  constructor(labels: LabelTable) {
    this.#labels = labels;
  }

  add({ facts }: Entry): void {
    this.entries.add(facts.texts.agents.map((agent) => this.#contributionOf(agent)));
  }

  entriesWith(asked: AskedAgent): BitSet {
    const agents = this.#agentsNamed(asked);
    const found = new BitSet(this.entries.owners);
    const addHolders = (of: BitSet, isWanted: (roles: readonly string[]) => boolean): void => {
      this.#agents.ownersOfAny(of).forEach((number) => {
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

  trim(): void {
    const relations = [this.entries, this.#agentIris, this.#names, this.#affiliations];
    for (const each of [...relations, this.#agents, this.publishers]) each.trim();
  }

  #agentsNamed({ iris, words = [], name }: AskedAgent): BitSet {
    const namedWith = (clause: WordClause): BitSet => this.#labels.labelsWith(clause);
    const demanded = words.filter(({ isExcluded }) => !isExcluded);
    // All words stand in one name.
    const names = BitSet.inAll(demanded.map(namedWith));
    const label = name === undefined ? undefined : this.#labels.numberOf(name);
    if (label !== undefined) names.add(label);
    const isAnybody = words.length > 0 && demanded.length === 0;
    const found = isAnybody ? BitSet.full(this.#numbers.size) : this.#names.ownersOfAny(names);
    for (const clause of words.filter(({ isExcluded }) => isExcluded)) {
      found.deleteAll(this.#names.ownersOfAny(namedWith(clause)));
    }
    found.addAll(this.#agentIris.ownersOfAny(this.#iris.numbersOf(iris)));
    return found;
  }

  #contributionOf(agent: AgentFacts): number {
    const { role, roleName } = agent;
    const number = this.#agentOf(agent);
    const key = JSON.stringify([number, role, roleName]);
    const known = this.#contributionNumbers.get(key);
    if (known !== undefined) return known;
    const roles = [roleTexts[role], ...(roleName === undefined ? [] : [folded(roleName)])];
    this.#agents.add([number]);
    this.publishers.add(role === 'publisher' ? this.#publisherLabels(agent) : []);
    this.#contributionNumbers.set(key, this.#contributions.length);
    return this.#contributions.push({ roles }) - 1;
  }

  #publisherLabels({ names, iris }: AgentNames): readonly number[] {
    const called = names.length > 0 ? names.map(({ text }) => text) : iris.flatMap(agentIriKeys);
    return called.map((text) => {
      const label = this.#labels.add(text);
      this.publisherSpellings.note(label, text);
      return label;
    });
  }

  #agentOf({ names, iris, affiliations = [] }: Omit<AgentFacts, 'role'>): number {
    const key = JSON.stringify([names, iris, affiliations]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const belongs = affiliations.map((each: AgentNames) => this.#agentOf(each));
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    this.#agentIris.add(iris.flatMap(agentIriKeys).map((iri) => this.#iris.add(iri)));
    this.#names.add(names.map(({ text }) => this.#labels.add(text)));
    this.#affiliations.add(belongs);
    return number;
  }
}

interface Contribution {
  /** What the role is called, as `folded` gives it. */
  readonly roles: readonly string[];
}

function agentIriKeys(iri: string): readonly string[] {
  const key = repairIri(agentName(iri));
  return key === undefined ? [] : [key];
}

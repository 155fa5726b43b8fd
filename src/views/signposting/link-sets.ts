import type { SignpostingRelation } from '../../model/typed-link.ts';
import { compareTexts } from '../../text/compare-texts.ts';
import { groupedBy } from '../../text/grouped-by.ts';
import {
  aboutPage,
  linkSenders,
  type LinkSender,
  type LinkSet,
  type SignpostingLink,
} from './signposting-record.ts';

/** A link with what sends it; several can be said of one. */
export interface SentLink extends Omit<SignpostingLink, 'type'> {
  readonly sender: LinkSender;
  /** Absent where the address of the landing page is not known. */
  readonly anchor: string | undefined;
  readonly type?: string | undefined;
}

/** In the order in which they are sent: what clients want to know first. */
const order: readonly SignpostingRelation[] = [
  'cite-as',
  'type',
  'license',
  'author',
  'describedby',
  'item',
  'collection',
  'describes',
];

/** Of what there is one at most (level 1). */
const single: ReadonlySet<SignpostingRelation> = new Set(['cite-as', 'license']);

/** What content only says where it is not so of the whole (level 1, content resources). */
const ofTheWhole: ReadonlySet<SignpostingRelation> = new Set(['cite-as', 'license', 'type']);

/** Puts links together by what sends them, the landing page first, each target once. */
export function linkSets(links: readonly SentLink[]): readonly LinkSet[] {
  const bySender = groupedBy(links, ({ sender, anchor = '' }) => `${sender} ${anchor}`);
  const sets = [...bySender.values()].flatMap(setOf).toSorted((one, other) => {
    const place = linkSenders.indexOf(one.sender) - linkSenders.indexOf(other.sender);
    return place === 0 ? compareTexts(one.anchor ?? '', other.anchor ?? '') : place;
  });
  const [page] = sets;
  const ofPage = page?.sender === 'landing page' ? page.links : [];
  const whole = ofPage.filter(({ rel }) => ofTheWhole.has(rel));
  return sets.map((set) => withoutThoseOfTheWhole(set, whole));
}

/** @param links of one sender */
function setOf(links: readonly SentLink[]): readonly LinkSet[] {
  const [first] = links;
  if (first === undefined) return [];
  const { sender, anchor } = first;
  const byTarget = groupedBy(links, ({ rel, target }) => `${rel} ${target}`);
  const merged = [...byTarget.values()].flatMap(mergedLink).toSorted(byRelation);
  const own = withoutContradictions(merged);
  return [{ sender, ...(anchor === undefined ? {} : { anchor }), links: own }];
}

/** @param links of one relation to one target */
function mergedLink(links: readonly SentLink[]): readonly SignpostingLink[] {
  const [first] = links;
  if (first === undefined) return [];
  const { rel, target } = first;
  const [type, ...others] = new Set(links.flatMap((link) => link.type ?? []));
  // Of which form it is when several nodes say different ones is not known.
  const form = type === undefined || others.length > 0 ? {} : { type };
  const profiles = [...new Set(links.flatMap((link) => link.profiles))].toSorted();
  return [{ rel, target, ...form, profiles }];
}

function byRelation(one: SignpostingLink, other: SignpostingLink): number {
  return (
    order.indexOf(one.rel) - order.indexOf(other.rel) ||
    Number(one.target === aboutPage) - Number(other.target === aboutPage) ||
    compareTexts(one.target, other.target)
  );
}

/** Without licences, and without names to cite, where a set has several that differ. */
function withoutContradictions(links: readonly SignpostingLink[]): readonly SignpostingLink[] {
  return links.filter(
    ({ rel, target }) =>
      !single.has(rel) || links.every((link) => link.rel !== rel || link.target === target),
  );
}

function withoutThoseOfTheWhole(set: LinkSet, whole: readonly SignpostingLink[]): LinkSet {
  if (set.sender !== 'content') return set;
  const links = set.links.filter(({ rel, target }) => {
    return !whole.some((link) => link.rel === rel && link.target === target);
  });
  return { ...set, links };
}

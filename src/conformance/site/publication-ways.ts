import { findCdifLabel, isLinksetType } from '../../model/media-type.ts';
import type { PublicationWay, WaySummary } from '../../model/site-check.ts';
import type { Offer, OfferRoute } from '../../model/typed-link.ts';
import type { LiveVisit } from '../../model/url-update.ts';

/** How a page exposes its metadata, and whether it is labelled as CDIF. */
export interface FoundWay {
  readonly way: PublicationWay;
  readonly isLabelled: boolean;
}

type WayTexts = Pick<WaySummary, 'title' | 'option' | 'box' | 'better'>;

/** What CDIF says of a way, with the label for CDIF and without it. */
interface DescribedWay {
  readonly labelled: WayTexts;
  readonly unlabelled: WayTexts;
}

const embedded = { option: 1, box: 3 } as const;
const separate = { option: 2, box: 4 } as const;

const linkLabel =
  'Add profile="CDIF1.0" to the link, so that harvesters tell CDIF metadata from other formats.';
const nextToLink =
  'If the pages can be changed, embed the JSON-LD in a script in their head, too (option 1): ' +
  'then one request is enough.';

/**
 * All ways with their place in the decision graph of CDIF, "Metadata publication", and what would
 * be better. The graph numbers some of its boxes only.
 */
const ways: Readonly<Record<PublicationWay, DescribedWay>> = {
  script: {
    labelled: { title: 'a script in the landing page, labelled as CDIF', ...embedded },
    unlabelled: {
      title: 'a script in the landing page',
      ...embedded,
      better: 'Add profile="CDIF1.0" to the script, so that harvesters take it before others.',
    },
  },
  document: {
    labelled: { title: 'a metadata document at the listed URL, labelled as CDIF', ...separate },
    unlabelled: {
      title: 'a metadata document at the listed URL',
      ...separate,
      better:
        'Serve it with the Content-Type application/ld+json; profile="CDIF1.0", so that ' +
        'harvesters know what it is. Where landing pages exist, list these and embed the JSON-LD.',
    },
  },
  list: {
    labelled: { title: 'a list or catalogue of records, labelled as CDIF', option: 3 },
    unlabelled: {
      title: 'a list or catalogue of records',
      option: 3,
      better:
        'Serve it with the Content-Type application/ld+json; profile="CDIF-list-1.0". If the ' +
        'records have URLs of their own, name these in a sitemap with lastmod: then a harvester ' +
        'fetches only what has changed.',
    },
  },
  'header-link': {
    labelled: { title: 'a Link field of the page (Signposting), labelled as CDIF', ...separate },
    unlabelled: {
      title: 'a Link field of the page (Signposting)',
      ...separate,
      better: linkLabel,
    },
  },
  'html-link': {
    labelled: {
      title: 'a <link> in the page, labelled as CDIF',
      ...separate,
      better: nextToLink,
    },
    unlabelled: {
      title: 'a <link> in the page',
      ...separate,
      better: `${linkLabel} ${nextToLink}`,
    },
  },
  linkset: {
    labelled: {
      title: 'a linkset of the page, labelled as CDIF',
      ...separate,
      better:
        'Link the metadata with rel="describedby" in the page or its Link field, too: few ' +
        'harvesters read linksets.',
    },
    unlabelled: {
      title: 'a linkset of the page',
      ...separate,
      better:
        'Link the metadata with rel="describedby" and profile="CDIF1.0" in the page or its Link ' +
        'field, too: few harvesters read linksets.',
    },
  },
  'sitemap-link': {
    labelled: {
      title: 'a labelled link in the sitemap',
      ...separate,
      better:
        'Send the link as a Link field of the page, too, or embed the JSON-LD: links in sitemaps ' +
        'are a proposal that few harvesters know.',
    },
    unlabelled: {
      title: 'a link in the sitemap',
      ...separate,
      better:
        'Add profile="CDIF1.0" to the link, and send it as a Link field of the page, too: links ' +
        'in sitemaps are a proposal that few harvesters know.',
    },
  },
  negotiation: {
    labelled: {
      title: 'content negotiation only, labelled as CDIF',
      better:
        'Nothing in the page says that there is metadata. Link it with rel="describedby", or ' +
        'embed it in a script (option 1).',
    },
    unlabelled: {
      title: 'content negotiation only',
      better:
        'Nothing in the page says that there is metadata. Link it with rel="describedby" and ' +
        'profile="CDIF1.0", or embed it in a script (option 1).',
    },
  },
};

/**
 * What CDIF says of a way.
 * @param isInPages whether the pages of links in the sitemap lead to their metadata, too
 */
export function describeWay({ way, isLabelled }: FoundWay, isInPages: boolean): WayTexts {
  const texts = ways[way][isLabelled ? 'labelled' : 'unlabelled'];
  if (way !== 'sitemap-link' || !isInPages) return texts;
  const { better: _, ...others } = texts;
  return isLabelled ? others : { ...others, better: linkLabel };
}

const wayOfRoute: Readonly<Partial<Record<OfferRoute, PublicationWay>>> = {
  content: 'document',
  script: 'script',
  'header-link': 'header-link',
  'html-link': 'html-link',
  'linkset-link': 'linkset',
  'sitemap-link': 'sitemap-link',
};

/** Of several ways the first one counts: what is in the page itself comes before links. */
const order: readonly PublicationWay[] = [
  'script',
  'sitemap-link',
  'header-link',
  'html-link',
  'linkset',
  'document',
];

/**
 * How a listed URL exposes its metadata: by the offers of its response that were taken. Undefined
 * where none was, or only a format of `fallbacks`, which is no way of CDIF.
 */
export function findWay({ outcome, records, retrieval }: LiveVisit): FoundWay | undefined {
  const offers = outcome.signposts?.offers ?? [];
  const taken = offers.filter(({ verdict }) => verdict === 'taken');
  const found = new Set(taken.map((offer) => wayOfOffer(offer)));
  const way = order.find((each) => found.has(each));
  if (way === undefined) return undefined;
  // A link to the page's own script labels that script.
  const labelling = [...taken, ...offers.filter(({ verdict }) => verdict === 'at-hand')];
  const isLabelled = labelling.some(({ profiles }) => findCdifLabel(profiles) !== undefined);
  if (way !== 'document') return { way, isLabelled };
  if (retrieval?.negotiated === true) return { way: 'negotiation', isLabelled };
  const isList =
    outcome.state === 'linked' ||
    records.length > 1 ||
    records.some(({ memberOf }) => memberOf.length > 0);
  return { way: isList ? 'list' : way, isLabelled };
}

function wayOfOffer({ via, type = '' }: Offer): PublicationWay | undefined {
  const way = wayOfRoute[via];
  const isLink = way === 'header-link' || way === 'html-link';
  return isLink && isLinksetType(type) ? 'linkset' : way;
}

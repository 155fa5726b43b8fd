import type { RequestListener, ServerResponse } from 'node:http';

/** A record of a repository. Changes go through the methods, which date them. */
interface StoredRecord {
  readonly identifier: string;
  title: string;
  set: string;
  /** In milliseconds. */
  datestamp: number;
  isDeleted: boolean;
}

/** Faults and choices that OAI-PMH 2.0 allows, or that repositories have all the same. */
export interface RepositoryBehaviour {
  pageSize: number;
  granularity: 'day' | 'second';
  deletedRecord: 'persistent' | 'transient' | 'no';
  /** After so many uses of resumption tokens, one is refused as expired, again and again. */
  tokensExpireAfter: number | undefined;
  /** The list ends with an empty token, or without one. */
  endsWithEmptyToken: boolean;
  /** Whether records are listed by date, by identifier, or the other way round. */
  order: 'date' | 'identifier' | 'backwards';
  hasResponseDate: boolean;
  hasSets: boolean;
  /** The prefixes and namespaces on offer. */
  formats: readonly (readonly [prefix: string, namespace: string])[];
  /** Whether the token of the first page leads to the first page. */
  loops: boolean;
  /** Whether each record is listed twice. */
  repeats: boolean;
  /** Whether `completeListSize` and `cursor` are wrong. */
  liesAboutSize: boolean;
  /** Identifiers of records whose metadata is not well-formed. */
  malformed: ReadonlySet<string>;
  /** Whether only days are accepted although seconds are announced. */
  acceptsDaysOnly: boolean;
  /** Whether the prefix of the namespace is written. */
  isPrefixed: boolean;
  /** Verbs that fail with status 500. */
  failing: ReadonlySet<string>;
  /** Verbs that are refused, with status 200. */
  refusing: ReadonlySet<string>;
  /** Status 500 for pages after this one, counted from 0. */
  failsAfterPage: number | undefined;
}

const usual: RepositoryBehaviour = {
  pageSize: 10,
  granularity: 'second',
  deletedRecord: 'persistent',
  tokensExpireAfter: undefined,
  endsWithEmptyToken: true,
  order: 'date',
  hasResponseDate: true,
  hasSets: true,
  formats: [['oai_dc', 'http://www.openarchives.org/OAI/2.0/oai_dc/']],
  loops: false,
  repeats: false,
  liesAboutSize: false,
  malformed: new Set(),
  acceptsDaysOnly: false,
  isPrefixed: false,
  failing: new Set(),
  refusing: new Set(),
  failsAfterPage: undefined,
};

type Arguments = ReadonlyMap<string, string>;

/** A repository written from the specification of OAI-PMH 2.0. */
export class OaiRepository {
  behaviour: RepositoryBehaviour;
  /** As given when it was made. */
  readonly usual: RepositoryBehaviour;
  readonly records = new Map<string, StoredRecord>();
  /** The queries of all requests, in their order. */
  readonly requests: string[] = [];
  readonly #now: () => Date;
  #tokenUses = 0;

  constructor(now: () => Date, behaviour: Partial<RepositoryBehaviour> = {}) {
    this.#now = now;
    this.usual = { ...usual, ...behaviour };
    this.behaviour = { ...this.usual };
  }

  /** Adds or changes a record. */
  put(identifier: string, title: string, set = 'a'): void {
    const datestamp = this.#now().getTime();
    this.records.set(identifier, { identifier, title, set, datestamp, isDeleted: false });
  }

  /** Deletes a record, as far as it is remembered. */
  remove(identifier: string): void {
    const record = this.records.get(identifier);
    if (record === undefined) return;
    if (this.behaviour.deletedRecord === 'no') this.records.delete(identifier);
    else {
      record.isDeleted = true;
      record.datestamp = this.#now().getTime();
    }
  }

  /** Forgets deleted records, as a repository may whose deletions are transient. */
  forgetDeletions(): void {
    for (const [identifier, { isDeleted }] of this.records) {
      if (isDeleted) this.records.delete(identifier);
    }
  }

  /** The titles of all records by identifier, without deleted ones. */
  get titles(): ReadonlyMap<string, string> {
    const present = [...this.records.values()].filter(({ isDeleted }) => !isDeleted);
    return new Map(present.map(({ identifier, title }) => [identifier, title]));
  }

  readonly listener: RequestListener = (request, response) => {
    const [path, query = ''] = (request.url ?? '').split('?');
    if (path !== '/oai') {
      response.writeHead(404).end();
      return;
    }
    this.requests.push(query);
    const given = [...new URLSearchParams(query)];
    if (this.behaviour.failing.has(new Map(given).get('verb') ?? '')) {
      response.writeHead(500).end();
    } else this.#answer(new Map(given), given.length, response);
  };

  #answer(given: Arguments, count: number, response: ServerResponse): void {
    let content = '';
    try {
      if (count !== given.size) throw new OaiFault('badArgument');
      content = this.#contentOf(given);
    } catch (error) {
      if (error instanceof PageFault) {
        response.writeHead(500).end();
        return;
      }
      if (!(error instanceof OaiFault)) throw error;
      content = `<error code="${error.code}">fault</error>`;
    }
    const date = `<responseDate>${this.#dateText(this.#now().getTime(), 'second')}</responseDate>`;
    const head = this.behaviour.hasResponseDate ? date : '';
    const body =
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">' +
      `${head}<request>http://repo.example/oai</request>${content}</OAI-PMH>\n`;
    const tags = /<(\/?)(?!\?|!|oai_dc:|dc:|marc:)([\w-]+)/gu;
    const prefixed = body
      .replaceAll(tags, '<$1o:$2')
      .replace(' xmlns="http://www.openarchives', ' xmlns:o="http://www.openarchives');
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(this.behaviour.isPrefixed ? prefixed : body);
  }

  #contentOf(given: Arguments): string {
    const verb = given.get('verb') ?? '';
    if (this.behaviour.refusing.has(verb)) throw new OaiFault('badVerb');
    if (verb === 'Identify') return this.#identify();
    if (verb === 'ListMetadataFormats') {
      const formats = this.behaviour.formats.map(
        ([prefix, namespace]) =>
          `<metadataFormat><metadataPrefix>${prefix}</metadataPrefix><schema>s</schema>` +
          `<metadataNamespace>${namespace}</metadataNamespace></metadataFormat>`,
      );
      return `<${verb}>${formats.join('')}</${verb}>`;
    }
    if (verb === 'ListRecords' || verb === 'ListIdentifiers') return this.#list(verb, given);
    if (verb !== 'GetRecord') throw new OaiFault('badVerb');
    const record = this.records.get(given.get('identifier') ?? '');
    if (record === undefined) throw new OaiFault('idDoesNotExist');
    return `<GetRecord>${this.#recordText(record)}</GetRecord>`;
  }

  #identify(): string {
    const { granularity, deletedRecord } = this.behaviour;
    const form = granularity === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM-DDThh:mm:ssZ';
    return (
      '<Identify><repositoryName>Peat</repositoryName><baseURL>http://repo.example/oai</baseURL>' +
      '<protocolVersion>2.0</protocolVersion><adminEmail>a@repo.example</adminEmail>' +
      `<earliestDatestamp>${this.#dateText(0)}</earliestDatestamp>` +
      `<deletedRecord>${deletedRecord}</deletedRecord><granularity>${form}</granularity></Identify>`
    );
  }

  #list(verb: string, given: Arguments): string {
    const token = given.get('resumptionToken');
    if (token !== undefined && given.size > 2) throw new OaiFault('badArgument');
    const [cursor, selection] = token === undefined ? [0, given] : this.#readToken(token);
    const page = cursor / this.behaviour.pageSize;
    if (page > (this.behaviour.failsAfterPage ?? Number.POSITIVE_INFINITY)) throw new PageFault();
    const all = this.#select(selection);
    if (all.length === 0) throw new OaiFault('noRecordsMatch');
    const end = cursor + this.behaviour.pageSize;
    const parts = all
      .slice(cursor, end)
      .map((each) => (verb === 'ListRecords' ? this.#recordText(each) : this.#headerText(each)));
    const isLast = end >= all.length;
    const text = isLast ? '' : tokenText(this.behaviour.loops ? 0 : end, selection);
    const hasToken = !isLast || (cursor > 0 && this.behaviour.endsWithEmptyToken);
    const tokenElement = hasToken ? this.#tokenElement(text, cursor, all.length) : '';
    return `<${verb}>${parts.join('\n')}${tokenElement}</${verb}>`;
  }

  #tokenElement(text: string, cursor: number, count: number): string {
    const size = this.behaviour.liesAboutSize ? count * 3 : count;
    const facts = `completeListSize="${size}" cursor="${cursor}"`;
    return `<resumptionToken ${facts}>${xml(text)}</resumptionToken>`;
  }

  #readToken(token: string): readonly [number, Arguments] {
    const { tokensExpireAfter = Number.POSITIVE_INFINITY } = this.behaviour;
    this.#tokenUses += 1;
    if (this.#tokenUses > tokensExpireAfter) {
      this.#tokenUses = 0;
      throw new OaiFault('badResumptionToken');
    }
    const [cursor = '', query = ''] = token.split(' & ');
    if (!/^\d+$/u.test(cursor)) throw new OaiFault('badResumptionToken');
    return [Number(cursor), new Map(new URLSearchParams(query))];
  }

  #select(given: Arguments): readonly StoredRecord[] {
    const { formats, hasSets, order, repeats } = this.behaviour;
    const prefix = given.get('metadataPrefix');
    if (prefix === undefined) throw new OaiFault('badArgument');
    if (!formats.some(([name]) => name === prefix)) throw new OaiFault('cannotDisseminateFormat');
    const set = given.get('set');
    if (set !== undefined && !hasSets) throw new OaiFault('noSetHierarchy');
    const [from, until] = [this.#bound(given.get('from')), this.#bound(given.get('until'))];
    const chosen = [...this.records.values()].filter((each) => {
      const { acceptsDaysOnly, granularity } = this.behaviour;
      const known = acceptsDaysOnly ? 'day' : granularity;
      const date = Date.parse(this.#dateText(each.datestamp, known));
      const isWithin = date >= (from ?? date) && date <= (until ?? date);
      return isWithin && (set === undefined || set === each.set);
    });
    chosen.sort((one, other) => {
      const byDate = order === 'identifier' ? 0 : one.datestamp - other.datestamp;
      const difference = byDate || (one.identifier < other.identifier ? -1 : 1);
      return order === 'backwards' ? -difference : difference;
    });
    return repeats ? chosen.flatMap((each) => [each, each]) : chosen;
  }

  #bound(text: string | undefined): number | undefined {
    if (text === undefined) return undefined;
    const hasTime = text.includes('T');
    const { acceptsDaysOnly, granularity } = this.behaviour;
    if (hasTime && (acceptsDaysOnly || granularity === 'day')) throw new OaiFault('badArgument');
    return Date.parse(text);
  }

  #dateText(ms: number, granularity = this.behaviour.granularity): string {
    const text = new Date(ms).toISOString();
    return granularity === 'day' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
  }

  #headerText({ identifier, set, datestamp, isDeleted }: StoredRecord): string {
    const status = isDeleted ? ' status="deleted"' : '';
    return (
      `<header${status}><identifier>${xml(identifier)}</identifier>` +
      `<datestamp>${this.#dateText(datestamp)}</datestamp><setSpec>${set}</setSpec></header>`
    );
  }

  #recordText(record: StoredRecord): string {
    const { identifier, title, isDeleted } = record;
    const header = this.#headerText(record);
    if (isDeleted) return `<record>${header}</record>`;
    const fault = this.behaviour.malformed.has(identifier) ? '\u{1}<b &oops;' : '';
    return (
      `<record>${header}<metadata><oai_dc:dc ` +
      'xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" ' +
      'xmlns:dc="http://purl.org/dc/elements/1.1/">' +
      `<dc:title>${xml(title)}${fault}</dc:title><dc:type>Dataset</dc:type>` +
      `<dc:identifier>https://doi.example/${encodeURIComponent(identifier)}</dc:identifier>` +
      '</oai_dc:dc></metadata><about><p>harvested today</p></about></record>'
    );
  }
}

/** Has blanks and an ampersand, which must be encoded in a URL. */
function tokenText(cursor: number, selection: Arguments): string {
  return `${cursor} & ${new URLSearchParams([...selection]).toString()}`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** An error of the protocol. */
class OaiFault extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** A page that the server cannot make. */
class PageFault extends Error {}

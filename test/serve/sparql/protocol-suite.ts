import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { DataFactory, Parser, Store, type NamedNode, type Term } from 'n3';

const mf = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#';
const ht = 'http://www.w3.org/2011/http#';
const cnt = 'http://www.w3.org/2011/content#';
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** A test of the W3C suite for the SPARQL 1.1 Protocol. */
export interface ProtocolTest {
  readonly name: string;
  readonly requests: readonly SuiteRequest[];
}

/** A request of a test, and what is expected of its response. */
export interface SuiteRequest {
  readonly method: string;
  /** The path and the query; the path is `/sparql/`. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Classes of statuses: `2xx`. */
  readonly statuses: readonly string[];
  readonly boolean: boolean | undefined;
  readonly format: string | undefined;
}

/** What a server sent. */
export interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** The tests of the manifest, by its order. @param folder that of the suite */
export function readProtocolTests(folder: string): readonly ProtocolTest[] {
  const file = join(folder, 'protocol', 'manifest.ttl');
  const baseIRI = pathToFileURL(file).href;
  const store = new Store(new Parser({ baseIRI }).parse(readFileSync(file, 'utf8')));
  const reader = new ManifestReader(store);
  const [entries] = store.getObjects(null, named(`${mf}entries`), null);
  return reader.list(entries).map((test) => {
    const action = reader.one(test, `${mf}action`);
    const requests = reader.list(action && reader.one(action, `${ht}requests`));
    return {
      name: test.value.slice(test.value.indexOf('#') + 1),
      requests: requests.map((each) => reader.request(each)),
    };
  });
}

function named(iri: string): NamedNode {
  return DataFactory.namedNode(iri);
}

class ManifestReader {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  all(subject: Term, predicate: string): readonly Term[] {
    return this.#store.getObjects(subject, named(predicate), null);
  }

  one(subject: Term, predicate: string): Term | undefined {
    return this.all(subject, predicate)[0];
  }

  list(head: Term | undefined): readonly Term[] {
    const items: Term[] = [];
    for (let at = head; at !== undefined; at = this.one(at, `${rdf}rest`)) {
      const item = this.one(at, `${rdf}first`);
      if (item !== undefined) items.push(item);
    }
    return items;
  }

  request(node: Term): SuiteRequest {
    const value = (of: Term | undefined, predicate: string): string | undefined =>
      of && this.one(of, predicate)?.value;
    const body = this.one(node, `${ht}body`);
    const response = this.one(node, `${ht}resp`);
    if (response === undefined) throw new TypeError('a request expects no response');
    const encoding = value(body, `${cnt}characterEncoding`) === 'UTF-16' ? 'utf16le' : 'utf8';
    const boolean = value(response, `${mf}expectedBoolean`);
    return {
      method: value(node, `${ht}methodName`) ?? '',
      target: value(node, `${ht}absolutePath`) ?? '',
      headers: Object.fromEntries(
        this.list(this.one(node, `${ht}headers`)).map((header) => [
          value(header, `${ht}fieldName`) ?? '',
          value(header, `${ht}fieldValue`) ?? '',
        ]),
      ),
      body: body && Buffer.from(value(body, `${cnt}chars`) ?? '', encoding),
      statuses: this.all(response, `${mf}expectedStatus`).map((status) => status.value.slice(-3)),
      boolean: boolean === undefined ? undefined : boolean === 'true',
      format: value(response, `${mf}expectedFormat`),
    };
  }
}

async function received(response: IncomingMessage): Promise<ReceivedResponse> {
  const { statusCode: status = 0, headers } = response;
  const [contentType = ''] = (headers['content-type'] ?? '').split(';');
  return { status, contentType, body: await text(response) };
}

/** Sends a request as it is: `fetch` would add a content type. */
export async function sendRequest(
  url: URL,
  { method, headers, body }: Pick<SuiteRequest, 'method' | 'headers' | 'body'>,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      resolve(received(response));
    });
    sent.on('error', reject).end(body);
  });
}

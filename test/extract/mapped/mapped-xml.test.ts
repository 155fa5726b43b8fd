import { describe, expect, it } from 'vitest';
import { documentsOf, extract, pageUrl } from '../extraction.ts';

const oai = 'xmlns="http://www.openarchives.org/OAI/2.0/"';
const dc =
  'xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
const header =
  '<header><identifier>oai:bog.example:7</identifier><datestamp>2022-01-01</datestamp></header>';

function dublinCore(elements: string): string {
  return `<oai_dc:dc ${dc}>${elements}</oai_dc:dc>`;
}

function record(metadata: string): string {
  return `<record ${oai}>${header}<metadata>${metadata}</metadata></record>`;
}

async function mapped(text: string): Promise<Record<string, unknown>> {
  const [document, ...others] = await mappedAll(text);
  if (document === undefined || others.length > 0) throw new Error('not one document');
  return document;
}

async function mappedAll(text: string): Promise<Record<string, unknown>[]> {
  const documents = documentsOf(await extract(text, { contentType: 'text/xml; charset=utf-8' }));
  return documents.map(({ json }) => JSON.parse(json) as Record<string, unknown>); // an object
}

async function problemsOf(text: string): Promise<unknown[]> {
  const outcomes = await extract(text, { contentType: 'text/xml' });
  return outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.problem] : []));
}

const whole = dublinCore(`
  <dc:title xml:lang="en">Peat depth &amp; water</dc:title>
  <dc:creator>Suo, Maija</dc:creator>
  <dc:subject>peat</dc:subject>
  <dc:description>Depth of peat.</dc:description>
  <dc:publisher>Peat Archive</dc:publisher>
  <dc:date>2021-05-04</dc:date><dc:date>2021-06-01T00:00:00Z</dc:date>
  <dc:type>info:eu-repo/semantics/dataset</dc:type><dc:type>Field data</dc:type>
  <dc:format>text/csv</dc:format>
  <dc:identifier>https://peat.example/7</dc:identifier>
  <dc:identifier>doi:10.1234/peat.7</dc:identifier>
  <dc:language>en</dc:language>
  <dc:relation>https://peat.example/6</dc:relation><dc:relation>A book on bogs</dc:relation>
  <dc:coverage>Lammi</dc:coverage><dc:coverage>2019/2020</dc:coverage>
  <dc:rights>https://creativecommons.org/licenses/by/4.0/</dc:rights>
  <dc:rights>info:eu-repo/semantics/openAccess</dc:rights>`);

describe('Dublin Core in XML', () => {
  it('becomes schema.org, with the header of OAI-PMH as metadata record', async () => {
    expect(await mapped(record(whole))).toMatchSnapshot();
  });

  it('is read with and without the envelope of OAI-PMH', async () => {
    const answer = `<OAI-PMH ${oai}><responseDate>2026-01-01T00:00:00Z</responseDate><GetRecord>${record(whole)}</GetRecord></OAI-PMH>`;
    expect(await mapped(answer)).toEqual(await mapped(record(whole)));
    const { subjectOf: _, ...statements } = await mapped(record(whole));
    expect(await mapped(whole)).toEqual(statements);
  });

  it('claims no DOI where several are named', async () => {
    const text = dublinCore(
      '<dc:identifier>10.1234/a</dc:identifier><dc:identifier>doi:10.1234/b</dc:identifier>',
    );
    expect(await mapped(text)).toEqual({
      '@context': { '@vocab': 'http://schema.org/' },
      '@type': 'CreativeWork',
      identifier: ['10.1234/a', 'doi:10.1234/b'],
    });
  });

  it('is read in a container of another namespace in a record of OAI-PMH', async () => {
    const qualified = `<qdc:qualifieddc xmlns:qdc="http://dspace.org/qualifieddc/" ${dc}
      xmlns:dcterms="http://purl.org/dc/terms/">
      <dc:title>Peat</dc:title><dcterms:issued>2020</dcterms:issued>
    </qdc:qualifieddc>`;
    expect(await mapped(record(qualified))).toMatchObject({ name: 'Peat', datePublished: '2020' });
  });

  it('is read as DCMI Terms, too', async () => {
    const text = `<qdc xmlns="http://purl.org/dc/terms/">
      <title>Peat</title><issued>2020</issued><modified>2021</modified><spatial>Lammi</spatial>
      <isPartOf>https://doi.org/10.1234/peat</isPartOf><license>CC BY</license>
    </qdc>`;
    expect(await mapped(text)).toMatchObject({
      name: 'Peat',
      datePublished: '2020',
      dateModified: '2021',
      spatialCoverage: 'Lammi',
      isPartOf: { '@id': 'https://doi.org/10.1234/peat' },
      license: 'CC BY',
    });
  });
});

describe('characters that XML forbids', () => {
  it.each(['a\u0007b', 'a&#7;b', 'a&#x1F;b', 'a\uFFFEb'])(
    'are replaced and told: %j',
    async (title) => {
      const text = dublinCore(`\n<dc:title>${title}</dc:title>`);
      expect(await mapped(text)).toMatchObject({ name: 'a\uFFFDb' });
      expect(await extract(text, { contentType: 'text/xml' })).toContainEqual({
        kind: 'noted',
        problem: { kind: 'xml-mended', url: pageUrl, line: 2, column: 12, characters: 1 },
      });
    },
  );

  it.each(['a&#9;b', 'a&#x20;b', 'a&#10;b'])('are not those of %j', async (title) => {
    const outcomes = await extract(dublinCore(`<dc:title>${title}</dc:title>`), {
      contentType: 'text/xml',
    });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['produced']);
  });
});

describe('a response of OAI-PMH', () => {
  it('has a record for each with metadata that is mapped', async () => {
    const wrapped = `<oai_datacite xmlns="http://schema.datacite.org/oai/oai-1.1/"><payload>
      <resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">10.1234/w</identifier></resource>
    </payload></oai_datacite>`;
    const deleted = `<record ${oai}><header status="deleted"><identifier>oai:bog.example:8</identifier></header></record>`;
    const iso = record('<MD_Metadata xmlns="http://www.isotc211.org/2005/gmd"/>');
    const all = [record(whole), record(wrapped), deleted, iso].join('');
    const text = `<OAI-PMH ${oai}><ListRecords>${all}</ListRecords></OAI-PMH>`;
    expect((await mappedAll(text)).map(({ '@id': id }) => id)).toEqual([
      'https://doi.org/10.1234/peat.7',
      'https://doi.org/10.1234/w',
    ]);
    expect(await problemsOf(text)).toMatchObject([
      { kind: 'metadata-format-unread', format: 'http://www.isotc211.org/2005/gmd' },
    ]);
  });

  it.each([
    [
      'is cut off',
      '<record xmlns="http://www.openarchives.org/OAI/2.0/"><metadata>',
      'xml-malformed',
    ],
    ['has an unknown entity', dublinCore('<dc:title>A&nbsp;B</dc:title>'), undefined],
    ['has an undeclared prefix', dublinCore('<dcx:title>Peat</dcx:title>'), undefined],
    ['has a lone ampersand', dublinCore('<dc:title>A & B</dc:title>'), undefined],
    [
      'declares entities',
      `<!DOCTYPE x [<!ENTITY a "b">]>${dublinCore('<dc:title>&a;</dc:title>')}`,
      'xml-malformed',
    ],
    ['has no record', `<OAI-PMH ${oai}><error code="idDoesNotExist"/></OAI-PMH>`, 'no-metadata'],
    [
      'nests too deeply',
      `<record ${oai}>${'<a>'.repeat(101)}${'</a>'.repeat(101)}</record>`,
      'xml-malformed',
    ],
  ])('that %s', async (_, text, problem) => {
    const [found] = (await problemsOf(text)) as { kind: string }[];
    expect(found?.kind).toBe(problem);
  });
});

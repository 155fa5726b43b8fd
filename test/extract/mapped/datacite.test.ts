import { describe, expect, it } from 'vitest';
import { documentsOf, extract } from '../extraction.ts';

const kernel = 'http://datacite.org/schema/kernel-4';
const json = 'application/vnd.datacite.datacite+json';

/** The JSON-LD of a `resource` with these children, and of the same statements in JSON. */
async function mapped(xml: string, namespace = kernel): Promise<Record<string, unknown>> {
  const text = `<?xml version="1.0"?><resource xmlns="${namespace}">${xml}</resource>`;
  return onlyDocument(text, 'application/xml');
}

async function mappedJson(attributes: object): Promise<Record<string, unknown>> {
  return onlyDocument(JSON.stringify(attributes), json);
}

async function onlyDocument(text: string, contentType: string): Promise<Record<string, unknown>> {
  const [document, ...others] = documentsOf(await extract(text, { contentType }));
  if (document === undefined || others.length > 0) throw new Error('not one document');
  expect(document.route).toBe('datacite');
  return JSON.parse(document.json) as Record<string, unknown>; // it is a JSON-LD object
}

const whole = `
  <identifier identifierType="DOI">10.1234/PEAT.7</identifier>
  <creators>
    <creator>
      <creatorName nameType="Personal">Suo, Maija</creatorName>
      <givenName>Maija</givenName><familyName>Suo</familyName>
      <nameIdentifier nameIdentifierScheme="ORCID" schemeURI="https://orcid.org">0000-0002-1825-0097</nameIdentifier>
      <affiliation affiliationIdentifier="https://ror.org/04xfq0f34">Bog Institute</affiliation>
    </creator>
    <creator><creatorName nameType="Organizational">Peat Survey</creatorName></creator>
  </creators>
  <titles>
    <title xml:lang="en">Peat depth at 40 plots</title>
    <title xml:lang="fi" titleType="TranslatedTitle">Turpeen paksuus</title>
  </titles>
  <publisher>Peat Archive</publisher>
  <publicationYear>2021</publicationYear>
  <resourceType resourceTypeGeneral="Dataset">Field data</resourceType>
  <subjects>
    <subject>peat</subject>
    <subject subjectScheme="Soil terms" schemeURI="https://terms.example/soil" valueURI="https://terms.example/soil/P1">Histosol</subject>
  </subjects>
  <contributors>
    <contributor contributorType="ContactPerson"><contributorName>Neva, Olli</contributorName></contributor>
    <contributor contributorType="DataCollector"><contributorName>Räme, Aino</contributorName></contributor>
    <contributor contributorType="HostingInstitution"><contributorName>Peat Archive</contributorName></contributor>
  </contributors>
  <dates>
    <date dateType="Issued">2021-05-04</date>
    <date dateType="Collected">2019-06-01/2019-08-31</date>
    <date dateType="Updated">2022-01-01</date>
  </dates>
  <language>en</language>
  <alternateIdentifiers><alternateIdentifier alternateIdentifierType="Accession">P-7</alternateIdentifier></alternateIdentifiers>
  <relatedIdentifiers>
    <relatedIdentifier relatedIdentifierType="DOI" relationType="IsPartOf">10.1234/peat</relatedIdentifier>
    <relatedIdentifier relatedIdentifierType="URL" relationType="IsNewVersionOf">https://peat.example/6</relatedIdentifier>
    <relatedIdentifier relatedIdentifierType="ISSN" relationType="References">1234-5678</relatedIdentifier>
  </relatedIdentifiers>
  <sizes><size>3 MB</size></sizes>
  <formats><format>text/csv</format></formats>
  <version>2.1</version>
  <rightsList>
    <rights rightsURI="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</rights>
    <rights rightsURI="info:eu-repo/semantics/openAccess"/>
  </rightsList>
  <descriptions>
    <description descriptionType="Methods">Probed by rod.</description>
    <description descriptionType="Abstract">Depth of peat.<br/>In metres.</description>
  </descriptions>
  <geoLocations>
    <geoLocation>
      <geoLocationPlace>Lammi</geoLocationPlace>
      <geoLocationBox>
        <westBoundLongitude>24.9</westBoundLongitude><eastBoundLongitude>25.1</eastBoundLongitude>
        <southBoundLatitude>61.0</southBoundLatitude><northBoundLatitude>61.2</northBoundLatitude>
      </geoLocationBox>
    </geoLocation>
    <geoLocation>
      <geoLocationPolygon>
        <polygonPoint><pointLongitude>24</pointLongitude><pointLatitude>61</pointLatitude></polygonPoint>
        <polygonPoint><pointLongitude>25</pointLongitude><pointLatitude>61</pointLatitude></polygonPoint>
        <polygonPoint><pointLongitude>25</pointLongitude><pointLatitude>62</pointLatitude></polygonPoint>
        <polygonPoint><pointLongitude>24</pointLongitude><pointLatitude>61</pointLatitude></polygonPoint>
        <inPolygonPoint><pointLongitude>24.8</pointLongitude><pointLatitude>61.2</pointLatitude></inPolygonPoint>
      </geoLocationPolygon>
    </geoLocation>
  </geoLocations>
  <fundingReferences>
    <fundingReference>
      <funderName>Bog Council</funderName>
      <funderIdentifier funderIdentifierType="Crossref Funder ID">https://doi.org/10.13039/1</funderIdentifier>
      <awardNumber awardURI="https://awards.example/17">B-17</awardNumber>
    </fundingReference>
  </fundingReferences>`;

describe('DataCite metadata', () => {
  it('becomes schema.org', async () => {
    expect(await mapped(whole)).toMatchSnapshot();
  });

  it('means the same in JSON', async () => {
    const attributes = {
      doi: '10.1234/peat.7',
      schemaVersion: kernel,
      types: { resourceTypeGeneral: 'Dataset', schemaOrg: 'Dataset' },
      titles: [{ title: 'Peat depth' }],
      creators: [{ name: 'Suo, Maija', affiliation: ['Bog Institute'], nameIdentifiers: [] }],
      publisher: { name: 'Peat Archive', publisherIdentifier: 'https://ror.org/04xfq0f34' },
      publicationYear: 2021,
      geoLocations: [
        {
          geoLocationPoint: { pointLongitude: 25, pointLatitude: 61 },
          geoLocationPolygon: [
            { polygonPoint: { pointLongitude: 24, pointLatitude: 61 } },
            { polygonPoint: { pointLongitude: 25, pointLatitude: 62 } },
          ],
        },
      ],
      url: 'https://peat.example/7',
      contentUrl: ['https://peat.example/7.csv'],
      created: '2021-05-04T00:00:00Z',
      updated: '2022-01-01T00:00:00Z',
    };
    const expected = {
      '@id': 'https://doi.org/10.1234/peat.7',
      '@type': 'Dataset',
      name: 'Peat depth',
      creator: {
        '@list': [
          {
            '@type': 'Person',
            name: 'Suo, Maija',
            affiliation: { '@type': 'Organization', name: 'Bog Institute' },
          },
        ],
      },
      publisher: { '@id': 'https://ror.org/04xfq0f34', name: 'Peat Archive' },
      datePublished: '2021',
      spatialCoverage: {
        geo: [
          { '@type': 'GeoCoordinates', latitude: '61', longitude: '25' },
          { '@type': 'GeoShape', polygon: '61 24 62 25' },
        ],
      },
      url: { '@id': 'https://peat.example/7' },
      distribution: { contentUrl: { '@id': 'https://peat.example/7.csv' } },
      subjectOf: { dateModified: '2022-01-01T00:00:00Z' },
    };
    expect(await mappedJson(attributes)).toMatchObject(expected);
    expect(await mappedJson({ data: { id: 'x', attributes } })).toMatchObject(expected);
  });

  it('reads points and boxes of older kernels, latitude first', async () => {
    const xml = `<geoLocations>
      <geoLocation><geoLocationPoint>61.1 25.0</geoLocationPoint></geoLocation>
      <geoLocation><geoLocationBox>61.0 24.9 61.2 25.1</geoLocationBox></geoLocation>
    </geoLocations>`;
    expect(await mapped(xml, 'http://datacite.org/schema/kernel-3')).toMatchObject({
      spatialCoverage: [
        { geo: { latitude: '61.1', longitude: '25.0' } },
        { geo: { box: '61.0 24.9 61.2 25.1' } },
      ],
    });
  });

  it.each([
    ['Software', { '@type': 'SoftwareSourceCode' }],
    ['JournalArticle', { '@type': 'ScholarlyArticle' }],
    ['PhysicalObject', { '@type': 'CreativeWork', additionalType: 'PhysicalObject' }],
    [undefined, { '@type': 'CreativeWork' }],
  ])('has the type of %s', async (resourceTypeGeneral, expected) => {
    const found = await mappedJson({ types: { resourceTypeGeneral } });
    expect(found).toMatchObject(expected);
    expect(found['additionalType']).toBe(
      'additionalType' in expected ? 'PhysicalObject' : undefined,
    );
  });

  it('is a record for each of a page of the REST API', async () => {
    const data = ['10.1234/a', '10.1234/b', '10.1234/b'].map((doi) => ({
      attributes: { doi, types: { resourceTypeGeneral: 'Dataset' } },
    }));
    const contentType = 'application/vnd.api+json';
    const documents = documentsOf(await extract(JSON.stringify({ data }), { contentType }));
    expect(documents.map(({ piece }) => piece?.sharesName)).toEqual([false, true, true]);
  });

  it.each([
    ['ORCID', '0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['ISNI', '0000 0001 2103 2683', 'https://isni.org/isni/0000000121032683'],
    ['ROR', '04xfq0f34', 'https://ror.org/04xfq0f34'],
    ['GND', '118540238', undefined],
    [undefined, 'https://peat.example/suo', 'https://peat.example/suo'],
  ])('names agents by their identifiers: %s %s', async (scheme, text, iri) => {
    const identified = { nameIdentifier: text, nameIdentifierScheme: scheme };
    const creators = [{ name: 'Suo, Maija', nameIdentifiers: [identified] }];
    const { creator } = await mappedJson({ types: { resourceTypeGeneral: 'Dataset' }, creators });
    const [agent] = (creator as { '@list': Record<string, unknown>[] })['@list']; // see above
    expect(agent?.['@id']).toBe(iri);
  });

  it('is not lost for a value of another shape', async () => {
    const odd = [null, true, 7, 'text', [], {}, [null], [['x']], [{}], { a: [{ b: null }] }];
    const names =
      'types titles descriptions identifiers alternateIdentifiers creators contributors publisher dates subjects rightsList relatedIdentifiers geoLocations fundingReferences formats contentUrl sizes'.split(
        ' ',
      );
    for (const name of names) {
      for (const value of odd) {
        const document = await mappedJson({
          doi: '10.1234/a',
          schemaVersion: kernel,
          [name]: value,
        });
        expect(document['@id']).toBe('https://doi.org/10.1234/a');
      }
    }
  });
});

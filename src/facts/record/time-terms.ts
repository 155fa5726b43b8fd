import { vocabulary } from '../../rdf/vocabularies.ts';

const schema = vocabulary(
  'http://schema.org/',
  'contentReferenceTime',
  'description',
  'endDate',
  'name',
  'startDate',
  'temporal',
  'temporalCoverage',
  'unitCode',
  'unitText',
  'value',
);
const dcterms = vocabulary('http://purl.org/dc/terms/', 'description', 'temporal', 'title');
const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'endDate', 'startDate');
/** OWL-Time; the names of properties with a capital are not in it, but in examples of SOSO. */
const time = vocabulary(
  'http://www.w3.org/2006/time#',
  'NominalPosition',
  'NumericPosition',
  'day',
  'hasBeginning',
  'hasEnd',
  'hasTRS',
  'inDateTime',
  'inTemporalPosition',
  'inTimePosition',
  'inXSDDate',
  'inXSDDateTime',
  'inXSDDateTimeStamp',
  'inXSDgYear',
  'inXSDgYearMonth',
  'intervalDuring',
  'intervalEquals',
  'intervalFinishedBy',
  'intervalIn',
  'intervalStartedBy',
  'month',
  'nominalPosition',
  'numericPosition',
  'unitType',
  'year',
);
/** The terms of SOSO's examples of geologic time. */
const gstime = vocabulary(
  'http://schema.geoschemas.org/contexts/temporal#',
  'GeologicTimeUnitAbbreviation',
  'geologicTimeUnitAbbreviation',
);
const skos = vocabulary('http://www.w3.org/2004/02/skos/core#', 'prefLabel');
const rdfs = vocabulary('http://www.w3.org/2000/01/rdf-schema#', 'label');

/** Properties of times, by what is read from them. All IRIs are in the canonical namespaces. */
export const timeTerms = {
  /** From a resource to the times that it is about. */
  coverage: [
    schema.temporalCoverage,
    schema.temporal,
    dcterms.temporal,
    schema.contentReferenceTime,
  ],
  /** From a time to its ends. */
  start: [time.hasBeginning, dcat.startDate, schema.startDate],
  end: [time.hasEnd, dcat.endDate, schema.endDate],
  /** Texts of a moment, the more exact first. */
  moments: [
    time.inXSDDateTimeStamp,
    time.inXSDDateTime,
    time.inXSDDate,
    time.inXSDgYearMonth,
    time.inXSDgYear,
  ],
  /** From a moment to a description of it in parts. */
  inParts: [time.inDateTime],
  parts: { year: [time.year], month: [time.month], day: [time.day] },
  /** From a moment to its position in a reference system. */
  position: [time.inTimePosition, time.inTemporalPosition],
  number: [time.numericPosition, time.NumericPosition],
  /** Meant for names; numbers are met in it. */
  nominal: [time.nominalPosition, time.NominalPosition],
  referenceSystem: [time.hasTRS],
  unit: [
    gstime.GeologicTimeUnitAbbreviation,
    gstime.geologicTimeUnitAbbreviation,
    time.unitType,
    schema.unitText,
    schema.unitCode,
  ],
  /** Eras with which a time begins and ends. */
  startedBy: [time.intervalStartedBy],
  finishedBy: [time.intervalFinishedBy],
  /** Eras in which it is. */
  during: [time.intervalEquals, time.intervalDuring, time.intervalIn],
  value: [schema.value],
  names: [schema.name, skos.prefLabel, rdfs.label, dcterms.title],
  descriptions: [schema.description, dcterms.description],
} as const;

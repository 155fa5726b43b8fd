import { termIris } from './vocabulary-iris.ts';

/** Properties of times, by what is read from them. */
export const timeTerms = {
  /** From a resource to the times that it is about. */
  coverage: termIris(
    'schema:temporalCoverage schema:temporal dcterms:temporal schema:contentReferenceTime',
  ),
  /** From a time to its start and end. */
  start: termIris('time:hasBeginning dcat:startDate schema:startDate'),
  end: termIris('time:hasEnd dcat:endDate schema:endDate'),
  /** Texts of a moment, the most precise first. */
  moments: termIris(
    'time:inXSDDateTimeStamp time:inXSDDateTime time:inXSDDate time:inXSDgYearMonth',
    'time:inXSDgYear',
  ),
  /** From a moment to its date parts. */
  inParts: termIris('time:inDateTime'),
  parts: { year: termIris('time:year'), month: termIris('time:month'), day: termIris('time:day') },
  /** From a moment to its position in a reference system. */
  position: termIris('time:inTimePosition time:inTemporalPosition'),
  number: termIris('time:numericPosition time:NumericPosition'),
  /** Meant for names, but numbers occur. */
  nominal: termIris('time:nominalPosition time:NominalPosition'),
  referenceSystem: termIris('time:hasTRS'),
  unit: termIris(
    'gstime:GeologicTimeUnitAbbreviation gstime:geologicTimeUnitAbbreviation time:unitType',
    'schema:unitText schema:unitCode',
  ),
  /** Eras at the start and end of a time. */
  startedBy: termIris('time:intervalStartedBy'),
  finishedBy: termIris('time:intervalFinishedBy'),
  /** Eras that contain a time. */
  during: termIris('time:intervalEquals time:intervalDuring time:intervalIn'),
  value: termIris('schema:value'),
  names: termIris('schema:name skos:prefLabel rdfs:label dcterms:title'),
  descriptions: termIris('schema:description dcterms:description'),
} as const;

/** The library: what the command line is made of. */
export { loadConfig } from './config/load.ts';
export type { LoadOptions } from './config/config-file.ts';
export type { LoadedConfig } from './config/load.ts';
export { ConfigFault } from './config/config-fault.ts';
export type { ConfigMistake } from './config/config-fault.ts';
export { sourceOf } from './config/schema.ts';
export type { Config, Source, SourceConfig, SourceKind } from './config/schema.ts';

export { runHarvest } from './pipeline/run-harvest.ts';
export type { HarvestRequest, StartedRun } from './pipeline/harvest-request.ts';
export { distributeByRedis } from './distributed/distribution.ts';
export { runWorker } from './distributed/worker.ts';
export type { WorkerOptions } from './distributed/worker.ts';
export type { OpenDistribution } from './pipeline/visit-distribution.ts';
export type { SourceLedger } from './pipeline/report/source-ledger.ts';
export { funnelOf } from './pipeline/report/run-report.ts';
export type { Funnel } from './pipeline/report/run-report.ts';
export { summarise } from './render/run-summary.ts';
export type { UrlOutcome } from './model/url-update.ts';
export type {
  EngineUse,
  FullEngine,
  RunReport,
  SourceReport,
  SourceSize,
  UrlState,
} from './model/run.ts';

export type { RunEvent, RunObserver } from './model/run.ts';

export { openEmbeddedStore } from './catalogue/store.ts';
export type { CatalogueStore, GraphStore } from './catalogue/store.ts';
export type { FoundRecord } from './catalogue/find-records.ts';
export type { Selection } from './catalogue/snapshot.ts';
export type { FoundProblem } from './catalogue/found-problems.ts';
export type { CatalogueStatus } from './catalogue/status.ts';
export { EngineFault } from './engine/engine-task.ts';
export { engineUse } from './engine/engine-memory.ts';
export type { Filling } from './engine/graph-thread.ts';
export { SparqlEngine } from './engine/sparql-engine.ts';
export type { SparqlEngineOptions } from './engine/sparql-engine.ts';
export { EndpointFault, RemoteEndpoint } from './engine/remote-endpoint.ts';
export type { EndpointAddress } from './engine/remote-endpoint.ts';
export { verifyEngine } from './engine/verify-engine.ts';
export { readQuery } from './query/read-query.ts';
export type { ReadQuery } from './query/read-query.ts';
export type {
  GraphsRead,
  QueryControl,
  QueryRequest,
  ResultFormat,
  StatedGraphs,
} from './engine/engine-task.ts';
export { serveCatalogue } from './serve/serve-catalogue.ts';
export type { ServedPages, ServeOptions } from './serve/serve-catalogue.ts';
export { ListenFault } from './serve/server.ts';
export { bundledQueries } from './query/bundled.ts';
export type { BundledQuery } from './query/bundled.ts';
export { bindQuery, exampleValues } from './query/bind-query.ts';
export type { DerivedParameter, GivenParameter, QueryParameters } from './query/bundled.ts';
export { runQuery } from './query/run-query.ts';
export type { RunQueryOptions } from './query/run-query.ts';
export { SearchIndex, searchOnce } from './search/search-index.ts';
export { columnNames } from './search/columns/columns.ts';
export type { ColumnName } from './search/columns/columns.ts';
export type { SearchedCatalogue } from './search/search-index.ts';
export { conditionNames, searchConditions } from './search/conditions.ts';
export type { Condition, ConditionName } from './search/conditions.ts';
export { qualifierNames, searchQualifiers } from './search/conditions.ts';
export type { QualifierName, Qualifiers } from './search/conditions.ts';
export { facetNames, searchFacets } from './search/facets.ts';
export type {
  FacetCounts,
  FacetName,
  FacetValue,
  FacetValues,
  SearchFacetCounts,
} from './search/facets.ts';
export type { DensityCell, DensityMap } from './search/facet-histograms.ts';
export type { Histogram, HistogramBin } from './search/facet-histograms.ts';
export type {
  ConditionCounts,
  SearchAnswer,
  SearchedRecord,
  SearchResult,
} from './search/search-answer.ts';
export { lackablePartNames } from './search/columns/columns.ts';
export type { LackablePart } from './search/columns/columns.ts';
export { searchSorts } from './search/search-request.ts';
export type { SearchConditions, SearchRequest, SearchSort } from './search/search-request.ts';
export type { UnknownName } from './search/search-answer.ts';
export type { AgeRange, Box, Period, SearchFacts } from './model/search-facts.ts';
export { readRecordGraph } from './facts/record/record-graph.ts';
export { viewsOf } from './views/record-views.ts';
export type { RecordViews, ViewedRecord } from './views/record-views.ts';
export { readDetails } from './views/details/read-details.ts';
export type { ResourceDetails } from './views/details/resource-details.ts';
export { kernelProfiles } from './views/kernel/kernel-profiles.ts';
export type { KernelProfile, ProfileAttribute } from './views/kernel/kernel-profiles.ts';
export { kernelAttributes } from './views/kernel/kernel-record.ts';
export type { KernelAttributeInfo, KernelAttributeName } from './views/kernel/kernel-record.ts';
export { handleRecord, lackingOf } from './views/kernel/kernel-profiles.ts';
export type { HandleRecord } from './views/kernel/kernel-profiles.ts';
export { kernelJsonLd } from './export/serialisations.ts';
export type {
  KernelAttribute,
  KernelObject,
  KernelRecord,
  KernelValue,
} from './views/kernel/kernel-record.ts';
export { exportStatements, exportToFile } from './export/export-statements.ts';
export type { ExportOptions } from './export/export-statements.ts';
export type { ExportFormat } from './export/serialisations.ts';
export { openTripleStore } from './engine/store/open-triple-store.ts';
export type { StoreAddress, StoreCredentials } from './engine/store/store-address.ts';
export type { StorePatience } from './engine/store/store-connection.ts';
export { StoreFault } from './engine/store/store-fault.ts';
export type { TripleStore } from './engine/store/triple-store.ts';
export { pushCatalogue } from './export/push/push-catalogue.ts';
export type { PushOptions } from './export/push/push-catalogue.ts';
export type { PushReport } from './export/push/push-outcome.ts';
export { verifyPush } from './export/push/verify-push.ts';
export type { PushComparison, VerifyOptions } from './export/push/verify-push.ts';

export { describeProblem, problemCatalogue, severityOf } from './model/problem-catalogue.ts';
export type { Problem, ProblemKind, ProblemOf, Severity } from './model/problem.ts';
export type { ProblemCounts } from './model/problem-tally.ts';
export type { ProblemText } from './model/problem-texts/problem-text.ts';
export { Fault, UsageFault } from './model/fault.ts';
export { SpoolFault } from './web/fetch-file.ts';
export { CatalogueFault } from './catalogue/catalogue-fault.ts';
export { QueryFault, QueryTimeoutFault } from './engine/engine-task.ts';

export { version } from './version.ts';

export { createValidator } from './conformance/validate-documents.ts';
export type {
  ValidatedRecord,
  ValidateDocuments,
  ValidationOutput,
} from './conformance/validate-documents.ts';
export { validateRecord } from './conformance/validate-record.ts';
export type { CheckedProfile } from './conformance/validate-record.ts';
export { readFileDocuments } from './conformance/file-documents.ts';
export type { MetadataFile, ReadDocuments } from './conformance/file-documents.ts';
export { createStateReader, fixDocument } from './conformance/fix-documents.ts';
export type { DocumentState, FixedDocument, StateOf } from './conformance/fix-documents.ts';
export { checkSite } from './pipeline/check-site.ts';
export type { SiteCheckRequest, SiteCheckResult } from './pipeline/check-site.ts';
export { parseStartUrl, type StartUrl } from './conformance/site/identify-start.ts';
export type {
  CheckedUrl,
  CheckFinding,
  FindingOccurrence,
  FindingSummary,
  SiteReport,
  WaySummary,
} from './model/site-check.ts';
export { formatSiteReport } from './render/check/check-formats.ts';
export type { CheckFormat } from './render/check/check-formats.ts';
export { findProfile, profileCatalogue } from './conformance/profiles/profile-catalogue.ts';
export type { Level, Profile, Requirement } from './conformance/profile.ts';
export { ruleOf } from './conformance/rules/rule-catalogue.ts';
export type { RuleId } from './model/rule-ids.ts';
export { ConformanceTally } from './conformance/first-changes.ts';
export type { ConformanceSummary, FirstChange } from './conformance/first-changes.ts';
export { readShapes, type Shapes } from './conformance/shacl/validate-shapes.ts';
export type { ShapeResult, ShapesValidation } from './conformance/shacl/validate-shapes.ts';
export { openSchemas } from './conformance/schema/json-schema.ts';
export type { OpenedSchema, SchemaViolation } from './conformance/schema/json-schema.ts';
export type { Finding, JsonPlace, Remedy, RemedyKind } from './model/finding.ts';
export type {
  ProfileId,
  ProfileVerdict,
  RecordReport,
  Share,
  UnmetRule,
} from './model/validation.ts';
export type { PatchOperation } from './text/json-patch.ts';

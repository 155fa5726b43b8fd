import type { DefineCommand } from './command.ts';

/** A command as the help of the program lists it. */
export interface RegisteredCommand {
  /** What follows its name in the help. */
  readonly usage: string;
  readonly summary: string;
  /** Loads the rest, and all that the command needs. */
  readonly load: () => Promise<DefineCommand>;
}

/** Every command, in the order of the help. One that is not asked for is not loaded, so that all begin soon. */
export const commands: Readonly<Record<string, RegisteredCommand>> = {
  init: {
    usage: '[file]',
    summary: 'write a commented configuration',
    load: async () => (await import('./init.ts')).defineInit,
  },
  ingest: {
    usage: '[options] <config>',
    summary: 'harvest the sources into the catalogue',
    load: async () => (await import('./ingest.ts')).defineIngest,
  },
  status: {
    usage: '[options]',
    summary: 'show the contents of the catalogue, the latest runs and failures',
    load: async () => (await import('./status.ts')).defineStatus,
  },
  show: {
    usage: '[options] <name>',
    summary: 'show one record: a summary, its graph, its JSON-LD, its provenance',
    load: async () => (await import('./show.ts')).defineShow,
  },
  explain: {
    usage: '[options] <url>',
    summary: 'explain how one URL was processed',
    load: async () => (await import('./explain.ts')).defineExplain,
  },
  problems: {
    usage: '[options]',
    summary: 'list all problems, or write a report for each publisher',
    load: async () => (await import('./problems.ts')).defineProblems,
  },
  search: {
    usage: '[options] [words...]',
    summary: 'find datasets by words, place, time, variables and more',
    load: async () => (await import('./search.ts')).defineSearch,
  },
  query: {
    usage: '[options] [query]',
    summary: 'query the catalogue with SPARQL',
    load: async () => (await import('./query.ts')).defineQuery,
  },
  queries: {
    usage: '[options] [name]',
    summary: 'list the bundled queries, or show one',
    load: async () => (await import('./queries.ts')).defineQueries,
  },
  serve: {
    usage: '[options]',
    summary: 'serve the catalogue as web pages',
    load: async () => (await import('./serve.ts')).defineServe,
  },
  kernel: {
    usage: '[options] [name]',
    summary: 'show FAIR Digital Object kernel records',
    load: async () => (await import('./kernel.ts')).defineKernel,
  },
  signposting: {
    usage: '[options] [name]',
    summary: 'show the typed links that a publisher should send',
    load: async () => (await import('./signposting.ts')).defineSignposting,
  },
  export: {
    usage: '[options]',
    summary: 'write the catalogue as RDF for another store',
    load: async () => (await import('./export.ts')).defineExport,
  },
  verify: {
    usage: '[options]',
    summary: 'check the integrity of the catalogue',
    load: async () => (await import('./verify.ts')).defineVerify,
  },
  rebuild: {
    usage: '[options]',
    summary: 'derive all graphs again from the kept documents',
    load: async () => (await import('./rebuild.ts')).defineRebuild,
  },
  remove: {
    usage: '[options]',
    summary: 'remove a source from the catalogue',
    load: async () => (await import('./remove.ts')).defineRemove,
  },
  'rename-source': {
    usage: '[options] <old> <new>',
    summary: 'rename a source in the catalogue',
    load: async () => (await import('./rename-source.ts')).defineRenameSource,
  },
  compact: {
    usage: '[options]',
    summary: 'return the free space of the catalogue to the disk',
    load: async () => (await import('./compact.ts')).defineCompact,
  },
  backup: {
    usage: '[options] <file>',
    summary: 'copy the catalogue into one file',
    load: async () => (await import('./backup.ts')).defineBackup,
  },
};

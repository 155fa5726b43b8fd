import { configSchema, sourceOf } from '../config/schema.ts';
import { exitCodes, type ExitCode } from '../model/fault.ts';
import { openDeriver } from '../pipeline/derive-pool.ts';
import { rebuild as rebuildAll } from '../pipeline/rebuild.ts';
import { hasErrorCounts } from '../pipeline/report/run-report.ts';
import { formatRebuild } from '../render/run-summary.ts';
import { showRebuildProgress } from '../render/progress.ts';
import { noContextSettings, RemoteContexts } from '../web/remote-contexts.ts';
import {
  addCatalogueOption,
  configFromOption,
  addWorkerOptions,
  withWritableCatalogue,
  type WritableCatalogueOption,
} from './options.ts';
import { warnOfBundledContexts } from './contexts.ts';
import { type CommandContext, type DefineCommand, printResult, reportBugs } from './command.ts';

interface RebuildOptions extends WritableCatalogueOption {
  readonly workers?: number;
  readonly strict?: true;
}

/** Defines `cdif-graph rebuild`. */
export const defineRebuild: DefineCommand = (command, run) => {
  command.description(
    'Derives all graphs again from the kept documents, without any request, for instance ' +
      'after an upgrade. Unchanged graphs are not written. A document that fails now, or takes ' +
      'too long, keeps its present graphs. Limits, threads, and of each source the types that it ' +
      'wants, its rules for places, `missingContext`, `validate` and `profiles` are read from the ' +
      'configuration, and count at once: records that they exclude are removed, whatever ' +
      '`maxRemovedShare` says. So are the files of `contexts`; further contexts are those that ' +
      'harvests fetched. With --store, limits and threads have their defaults, records of all ' +
      'types are kept, and documents are read and validated as before. It can be interrupted and ' +
      'run again.',
  );
  addWorkerOptions(command)
    .option('--json', 'print the result as one JSON document and nothing else')
    .option('--strict', 'exit with code 2 if there were problems of severity error');
  addCatalogueOption(command).action(run(rebuild));
};

async function rebuild(context: CommandContext, options: RebuildOptions): Promise<ExitCode> {
  const config = await configFromOption(options, context);
  await warnOfBundledContexts(config?.contexts, context);
  const limits = config?.limits ?? configSchema.shape.limits.parse(undefined);
  const workers = options.workers ?? config?.workers;
  const report = await withWritableCatalogue(options, context, async (store) => {
    const { records } = await store.status();
    const { contexts: memory } = store;
    const contexts = new RemoteContexts(config ?? noContextSettings, { memory });
    const deriver = await openDeriver('expand', { limits, workers }, { contexts });
    let hideProgress: (() => void) | undefined;
    try {
      return await rebuildAll({
        store,
        derive: deriver.stage,
        lanes: deriver.inputs,
        sources: config?.sources.map(sourceOf) ?? [],
        signal: context.signal,
        now: context.now,
        onStart: (progress) => {
          if (options.json === true || options.quiet === true) return;
          hideProgress = showRebuildProgress(progress, records, context.stderr);
        },
      });
    } finally {
      hideProgress?.();
      await deriver.close();
    }
  });
  printResult(context, options, { value: report, text: formatRebuild(report) });
  reportBugs(report.examples, context);
  if (report.interrupted) return exitCodes.done; // The signal of the context decides.
  const hasErrors = hasErrorCounts(report.problems);
  return options.strict === true && hasErrors ? exitCodes.problems : exitCodes.done;
}

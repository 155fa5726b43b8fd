import { readRecordGraph } from '../facts/record/record-graph.ts';
import type { DescribedResource, RecordOrigin } from '../model/record.ts';
import type { KernelRecord } from './kernel/kernel-record.ts';
import { kernelRecord } from './kernel/read-kernel.ts';
import { signpostingRecord } from './signposting/read-signposting.ts';
import type { SignpostingRecord } from './signposting/link-sets.ts';

/** A record to create views of. */
export interface ViewedRecord {
  /** The IRI of its graph. */
  readonly graph: string;
  /** Its statements. */
  readonly nquads: string;
  /** The wanted resources. */
  readonly describes: readonly DescribedResource[];
  readonly origin: RecordOrigin;
}

/** The kernel records and typed links of the resources of a record. */
export interface RecordViews {
  readonly kernel: readonly KernelRecord[];
  readonly signposting: readonly SignpostingRecord[];
}

/** Creates the views of a record by resource; omits resources whose node is unknown. */
export function viewsOf({ describes, origin, ...text }: ViewedRecord): RecordViews {
  const graph = readRecordGraph(text);
  return {
    kernel: describes.flatMap((resource) => kernelRecord(graph, resource) ?? []),
    signposting: describes.flatMap((resource) => signpostingRecord(graph, resource, origin) ?? []),
  };
}

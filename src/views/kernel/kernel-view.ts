import { readTsv } from '../../query/tsv-answer.ts';
import type { KernelRecord } from './kernel-record.ts';
import { objectVariables } from './object-tree.ts';
import { attributeVariables } from './own-attributes.ts';
import { readKernelRecords } from './read-kernel.ts';

/** The kernel records of all that records describe. */
export const kernelView = {
  queries: ['kernel-objects', 'kernel-attributes'],
  read: ([objects = '', attributes = '']: readonly string[]): readonly KernelRecord[] => {
    return readKernelRecords(
      readTsv(objects, objectVariables),
      readTsv(attributes, attributeVariables),
    );
  },
} as const;

import { troubleOfWriting } from '../files/file-trouble.ts';
import { Fault } from '../model/fault.ts';

/** An export file cannot be written. An existing file is left unchanged. */
export class ExportFault extends Fault {
  override readonly name = 'ExportFault' as const;
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`cannot write the export to ${path}: ${troubleOfWriting(cause)}`, { cause });
    this.path = path;
  }
}

import { workerData } from 'node:worker_threads';
import { UsageFault } from '../../model/fault.ts';
import { answerTasks } from '../../threads/answer-tasks.ts';
import { checkXml, type XmlResult } from './check-xml.ts';
import { type MappedSchema, openXmlSchemas } from './xml-schemas.ts';

/** The task of an `XmlChecker` thread: to check a document, or only to read the schemas. */
export interface XmlTask {
  readonly bytes?: Uint8Array;
  /** The namespace to use for a document without one. */
  readonly profile?: string | undefined;
}

/** The reply: the result, the message of a `UsageFault`, or neither where there is no document. */
export type XmlReply =
  | { readonly result: XmlResult }
  | { readonly fault: string }
  | { readonly isReady: true };

// The time limit of a task does not include the reading of schemas, which is part of loading.
const opened = await openXmlSchemas(workerData as readonly MappedSchema[]) // by `XmlChecker`
  .catch((error: unknown) => {
    if (error instanceof UsageFault) return error;
    throw error;
  });

async function replyTo({ bytes, profile }: XmlTask): Promise<XmlReply> {
  if (opened instanceof UsageFault) return { fault: opened.message };
  return bytes === undefined
    ? { isReady: true }
    : { result: await checkXml(bytes, opened, profile) };
}

answerTasks<XmlTask, XmlReply>(async function* onlyReply(task) {
  yield await replyTo(task);
  return undefined;
});
